"""How wide the drawn lines are and how sharp the photo: boxes and a blur, fitted to the profiles of all three rings."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import OptimizeResult, least_squares
from scipy.special import ndtr

from calibration.camera.lens import Lens
from calibration.lines.across_line import RingProfile, typical_profile
from calibration.lines.line_map import LineMap

FloatArray = NDArray[np.float64]

# The profile's middle, binned: beyond lie numerals, discs and pegs.
HALF_SPAN_MM = 3.5
BIN_MM = 0.15
# Where to start, and what is assumed where a ring shows nowhere.
USUAL_WIDTH_MM = 1.6
USUAL_BLUR_PX = 0.9
# A Gaussian of lens, demosaicing and resampling is of 0.4 to 1.5 px; a line of up to 6 mm shows both edges in the span.
BLUR_RANGE_PX = (0.3, 2.0)
WIDTH_RANGE_MM = (0.5, 6.0)
RANGES = tuple(zip(BLUR_RANGE_PX, WIDTH_RANGE_MM, strict=True))
# Where blur and width cannot be told apart: lines are drawn 1 to 2.5 mm wide, and those of one board alike. Standard
# deviations, mm, of their mean and of each from it.
WIDTH_SIGMA_MM, ALIKE_SIGMA_MM = 0.5, 0.25
# How far the profiles are from blurred boxes, in a line's height, is told by a first fit to them that hardly expects
# anything: with what is usual to hold on to, lines of 3 mm and more passed for usual ones in a very soft photo. No
# photo's curve of brightness is known better than the second; what is farther off than the third is no line's profile,
# as of one that differs from the board in hue alone.
FIRST_SIGMA, LEAST_SIGMA, NO_LINE = 0.003, 0.01, 0.4
# Half a width is no better known than this, whatever the fit says: tone curves and JPEG make boxes of other shapes. Of
# 166 boards of known truth 75 and 98 % lie within one and two of the resulting sigmas.
LEAST_HALF_SIGMA_PX = 0.2


@dataclass(frozen=True, kw_only=True)
class DrawnLines:
    """widths_mm: of the three lines. half_sigma_mm: by which half of them may be off, all alike. blur_px: sigma of the
    photo's blur, up to BLUR_RANGE_PX.
    """

    widths_mm: tuple[float, ...]
    half_sigma_mm: float
    blur_px: float


def measure_widths(
    bgr: NDArray[np.uint8], px_from_mm: FloatArray, lens: Lens, line_maps: Sequence[LineMap]
) -> DrawnLines:
    """Widths of the lines in the order of the maps: their edges as they would be without blur.

    One blur, in pixels, is common to all; a line of less than two pixels leaves it and the width hard to tell apart.
    """
    profiles = [typical_profile(bgr, px_from_mm, lens, line_map, HALF_SPAN_MM, BIN_MM) for line_map in line_maps]
    seen = [profile for profile in profiles if profile is not None]
    start = np.array([USUAL_BLUR_PX, *([USUAL_WIDTH_MM] * len(seen))])
    first = _fit(start, seen, FIRST_SIGMA).x if seen else start
    misfit = float(np.std(_unexplained(first, seen))) if seen else np.inf
    if misfit > NO_LINE:
        usual = tuple(USUAL_WIDTH_MM for _ in profiles)
        return DrawnLines(widths_mm=usual, half_sigma_mm=WIDTH_SIGMA_MM / 2, blur_px=USUAL_BLUR_PX)
    sigma = max(LEAST_SIGMA, misfit) * _points_alike(seen)
    fit = _fit(first, seen, sigma)
    widths = iter(fit.x[1:])
    widths_mm = tuple(USUAL_WIDTH_MM if profile is None else float(next(widths)) for profile in profiles)
    half = np.append(0.0, np.full(len(seen), 0.5 / len(seen)))
    half_sigma_mm = sigma * float(np.sqrt(half @ np.linalg.pinv(fit.jac.T @ fit.jac) @ half))
    least_mm = LEAST_HALF_SIGMA_PX * _mm_per_px(seen)
    return DrawnLines(
        widths_mm=widths_mm, half_sigma_mm=float(np.hypot(half_sigma_mm, least_mm)), blur_px=float(fit.x[0])
    )


def _fit(start: FloatArray, profiles: list[RingProfile], sigma: float) -> OptimizeResult:
    """From a blur_px and the width of each line, mm, to where the misfit is least. sigma : as _misfit has it."""
    low, high = (np.array([blur_px, *([width_mm] * len(profiles))]) for blur_px, width_mm in RANGES)
    return least_squares(_misfit, start, bounds=(low, high), args=(profiles, sigma), xtol=1e-3, ftol=1e-3)


def _points_alike(profiles: list[RingProfile]) -> float:
    """By how much more all points of a profile may err than each alone: those within one pixel say the same."""
    return float(np.sqrt(max(1.0, _mm_per_px(profiles) / BIN_MM)))


def _mm_per_px(profiles: list[RingProfile]) -> float:
    return float(np.median([profile.mm_per_px for profile in profiles]))


def _misfit(parameters: FloatArray, profiles: list[RingProfile], sigma: float) -> FloatArray:
    """What the profiles leave unexplained, and what is unusual about the widths, in units of a line's height.

    parameters : blur_px, then the width of each, mm. sigma : of a profile's point.
    """
    width_mm = parameters[1:]
    usual = sigma * (width_mm.mean() - USUAL_WIDTH_MM) / WIDTH_SIGMA_MM
    alike = sigma * (width_mm - width_mm.mean()) / ALIKE_SIGMA_MM
    return np.concatenate([_unexplained(parameters, profiles), [usual], alike])


def _unexplained(parameters: FloatArray, profiles: list[RingProfile]) -> FloatArray:
    """Residuals of all profiles, each in units of its line's height."""
    parts = []
    for profile, width_mm in zip(profiles, parameters[1:], strict=True):
        x, blur_mm = profile.offset_mm, parameters[0] * profile.mm_per_px
        line = ndtr((x + width_mm / 2) / blur_mm) - ndtr((x - width_mm / 2) / blur_mm)
        above, light = line - line.mean(), profile.light - profile.light.mean()
        height = float(above @ light) / max(float(above @ above), 1e-9)
        parts.append((height * above - light) / max(abs(height) * float(line.max()), 1e-9))
    return np.concatenate(parts)
