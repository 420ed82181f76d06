"""Where a ring was drawn: as a line, also between areas painted in two colours, or else where the one colour ends."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.light import light_of_levels
from calibration.lines.line_mixture import clearest_mixture, typical_differences
from calibration.lines.line_samples import STEPS, LineCentres, RingProfiles, line_centres, none_seen

FloatArray = NDArray[np.float64]

# The board beside a line: this many samples at either end of a profile.
ENDS = 8
# Grey levels. Shadows and uneven wood make the two sides of a line differ by less, all round taken together.
PAINTED = 15.0
# JPEG spreads the hue of a line over the board beside it, so that a channel in which the line itself hardly differs
# shows two others. A line is compared with the board so many samples to either side, at least its own width, and
# measured in its own mixture of colours where it stands out so many times as well in that, by at least so many standard
# deviations. Of 495 boards drawn by lot 49 have such lines, on real photos one: but for five they are rounder in these,
# and of 39 looked at the gaps' errors fell from 1.06 to 0.93 mm (root of the mean square), one board's from 1.8 to 0.4.
FAR_BETTER, CLEAR_SIGMAS, BESIDE = 1.4, 1.5, 15
# A line whose colour differs from both sides' by more than this share of their own difference is seen itself. Where it
# differs less, colour that JPEG blurs more than brightness passes for one. Measured on painted boards drawn by lot:
# lines of more than this share were off by up to 0.25 mm, those of less by up to 3 mm.
CLEAR_LINE = 0.5
# The line covers the end of the paint, and its own colour moves the place half-way between the other two within it: a
# line of 1.6 mm by as much to either side, evenly.
BORDER_SIGMA_MM = 0.92
# The border's slope is taken over so many samples to either side.
SLOPE = 2


def ring_centres(profiles: RingProfiles, usual: FloatArray) -> LineCentres:
    """Where a ring was seen on each ray.

    usual : (3,) mixture of the stored colours in which lines are bright where the board is of one colour.
    """
    colours = profiles.colours
    if not len(colours):
        return none_seen()
    inner, outer = _sides(colours)
    if np.linalg.norm(outer - inner) < PAINTED:
        return line_centres(profiles, colours @ usual)
    light, inner, outer = _light(colours), _light(inner), _light(outer)
    step = outer - inner
    typical = np.median(light[:, ENDS:-ENDS], axis=0) - inner
    # Blur draws the border's colours on the way from one side's colour to the other's: the line's lies off that way, or
    # before or beyond it.
    along = (typical @ step) / (step @ step)
    off = typical - along[:, None] * step
    beside, beyond = np.linalg.norm(off, axis=1), np.maximum(-along, along - 1) * np.linalg.norm(step)
    clear = CLEAR_LINE * np.linalg.norm(step)
    if beside.max() > clear:
        return line_centres(profiles, light @ (off[beside.argmax()] / beside.max()))
    if beyond.max() > clear:
        return _between_edges(profiles, colours @ usual)
    return _border(profiles, (light - inner) @ step / (step @ step))


def own_mixture(profiles: RingProfiles, usual: FloatArray) -> FloatArray:
    """(3,) the mixture in which to measure a line: the usual one, unless it stands out far better in its own.

    usual : (3,), as ring_centres takes it.
    """
    colours = profiles.colours
    if not len(colours) or np.linalg.norm(np.subtract(*_sides(colours))) > PAINTED:
        return usual
    beside = (colours[:, : -2 * BESIDE] + colours[:, 2 * BESIDE :]) / 2
    typical, covariance = typical_differences(colours[:, BESIDE:-BESIDE] - beside)
    own, sigmas = clearest_mixture(typical, covariance)
    as_usual = float((typical @ usual).max() / np.sqrt(usual @ covariance @ usual))
    return own if sigmas > max(FAR_BETTER * as_usual, CLEAR_SIGMAS) else usual


def _sides(colours: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(3,) the colour inside a ring and that outside it, of (N, STEPS, 3) profiles across it."""
    return np.median(colours[:, :ENDS], axis=(0, 1)), np.median(colours[:, -ENDS:], axis=(0, 1))


def _light(colours: FloatArray) -> FloatArray:
    """Stored levels, 0 to 255, as light, in the same range."""
    return 255.0 * light_of_levels(colours)


def _between_edges(profiles: RingProfiles, brightness: FloatArray) -> LineCentres:
    """Lines on a step: midway between the places half-way up from either side's level, where blur leaves the edges.

    brightness : (N, STEPS), the line's above that of both sides.
    """
    roughly = line_centres(profiles, brightness)
    first_mm, step_mm = profiles.offset_mm[:, 0], profiles.offset_mm[:, 1] - profiles.offset_mm[:, 0]
    ray, index = np.arange(len(brightness)), np.arange(STEPS)
    peak = np.clip(np.round((roughly.offset_mm - first_mm) / step_mm), 1, STEPS - 2).astype(np.intp)
    top = brightness[ray, peak]
    edges_mm, seen = [], np.ones(len(brightness), np.bool_)
    for outward in (-1, 1):
        side = brightness[:, :ENDS] if outward < 0 else brightness[:, -ENDS:]
        half = (top + np.median(side, axis=1)) / 2
        below = (brightness < half[:, None]) & (outward * (index - peak[:, None]) > 0)
        found = np.where(below, np.abs(index - peak[:, None]), STEPS).argmin(axis=1)
        last = found - outward
        slope = brightness[ray, last] - brightness[ray, found]
        back = np.clip((half - brightness[ray, found]) / np.maximum(slope, 1e-9), 0.0, 1.0)
        edges_mm.append(first_mm + step_mm * (found - outward * back))
        seen &= below.any(axis=1)
    # A line so far off that an edge lies beyond what was sampled stays where it is brightest.
    return replace(roughly, offset_mm=np.where(seen, (edges_mm[0] + edges_mm[1]) / 2, roughly.offset_mm))


def _border(profiles: RingProfiles, share: FloatArray) -> LineCentres:
    """Where the colour of one side ends: half-way to the other's, at the steepest such place on each ray.

    share : (N, STEPS) of the way from the inner side's colour to the outer's.
    """
    before, after = share[:, : -2 * SLOPE - 1], share[:, 2 * SLOPE + 1 :]
    nearer, farther = share[:, SLOPE : -SLOPE - 1], share[:, SLOPE + 1 : -SLOPE]
    half_way = (nearer < 0.5) & (farther >= 0.5)
    slope = np.where(half_way, np.clip(after, 0, 1) - np.clip(before, 0, 1), 0.0)
    place = slope.argmax(axis=1)[:, None]
    low, high, steepest = (np.take_along_axis(values, place, axis=1)[:, 0] for values in (nearer, farther, slope))
    index = place[:, 0] + SLOPE + np.clip((0.5 - low) / np.maximum(high - low, 1e-9), 0.0, 1.0)
    first_mm, last_mm = profiles.offset_mm[:, 0], profiles.offset_mm[:, -1]
    return LineCentres(
        offset_mm=first_mm + (last_mm - first_mm) * index / (STEPS - 1),
        contrast=steepest,
        azimuth_rad=profiles.azimuth_rad,
        mm_per_px=profiles.mm_per_px,
        common_sigma_mm=BORDER_SIGMA_MM,
    )
