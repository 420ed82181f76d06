"""How strongly the photo shows an edge at every place along the normals of a disc's outline."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d

from calibration.view import BoardView
from vision.placing.between_samples import before_and_share
from vision.placing.outline import (
    ANGLES,
    OFFSETS_MM,
    STEP_MM,
    STEPS,
    Solids,
    linear_light,
    outline_and_side_mm,
    profiles,
    rim_mm,
)

Evidence = NDArray[np.float32]


def _gaussian(count: int, sigma: float, mode: Literal["wrap", "nearest"]) -> Evidence:
    """(count, count) that smooths rows of so many samples, which go on at the ends as said."""
    return np.asarray(gaussian_filter1d(np.eye(count), sigma, axis=1, mode=mode), np.float32)


# An outline's edge runs on along it; wood grain does not. Over neighbouring normals; the first ones follow the last.
ALONG_OUTLINE = _gaussian(ANGLES, 1.0, "wrap")
# Steepness is measured against the light around the place, out to 0.8 mm (one sigma), as the eye does.
AROUND = _gaussian(STEPS, 0.8 / STEP_MM, "nearest")
SLOPE: Evidence = np.asarray(np.gradient(np.eye(STEPS), STEP_MM, axis=1), np.float32)
# Sampling and the outline's curvature blur an edge by about 0.2 mm along the normal.
BLUR = _gaussian(STEPS, 0.2 / STEP_MM, "nearest")
# Light, as a share of white, below which noise drowns differences of brightness and of hue.
GREY_FLOOR, HUE_FLOOR = 0.004, 0.015
# A shadow darkens all channels by one factor and leaves the hue: a change of hue marks the disc itself. In grey levels,
# one relative change of hue weighs this.
HUE_WEIGHT = 60.0
# Steepness, grey levels per mm, that noise alone reaches: this much, and this many times the median of the disc's.
NOISE_FLOOR = 3.0
NOISE_TIMES = 1.5
# Light decides which edge of the side shows. The outline is the likelier one; a second one beside the stronger counts
# half, from where the two are this many pixels apart; nearer than the least they are one edge.
RIM_INSTEAD = 0.85
SECOND_EDGE = 0.5
ONE_EDGE_PX, MERGED_PX, APART_PX = 0.5, 1.0, 2.0
# A normal without any edge lowers the odds by this factor at most, since a line, a peg or a neighbour may hide it.
HIDDEN = 0.02


@dataclass(frozen=True, eq=False, kw_only=True)
class OutlineEvidence:
    """log_odds : (M, ANGLES, T) for each shift_mm : (T,) of the outline along its normal, about 0 at best."""

    log_odds: Evidence
    shift_mm: NDArray[np.float64]


def outline_evidence(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, reach_mm: float) -> OutlineEvidence:
    """Weigh every shift of the supposed outlines up to reach_mm by the edges that it would run through; beyond
    HALF_WINDOW_MM the last of them stands for what lies there.

    A disc draws two edges where its side is seen, its outline and the rim of its face, and one elsewhere.
    """
    at_outline, side = outline_and_side_mm(solids, view)
    clear = _clarity(profiles(bgr, view, at_outline))
    side_px = (side / view.mm_per_px(solids.xy_mm)[:, None])[..., None].astype(np.float32)
    shift_mm, at_shifts = _shifts(reach_mm)
    outline = clear @ at_shifts
    rim = _at(clear, (shift_mm - rim_mm(solids, view, at_outline)[..., None]).astype(np.float32))
    apart = np.clip((side_px - MERGED_PX) / (APART_PX - MERGED_PX), 0.0, 1.0)
    either = np.maximum(outline, RIM_INSTEAD * rim) + SECOND_EDGE * apart * np.minimum(outline, rim)
    drawn = np.where(side_px > ONE_EDGE_PX, either, outline)
    return OutlineEvidence(log_odds=np.log(HIDDEN + drawn), shift_mm=shift_mm)


def _clarity(colours: NDArray[np.float32]) -> Evidence:
    """(M, ANGLES, STEPS, 3) profiles -> (M, ANGLES, STEPS) steepness over the steepest of its normal, 0 to 1.

    In linear light, where blur leaves the steepest place of an edge where it is: in stored levels it moves towards the
    dark side by a third of a pixel.
    """
    # One channel after the other, and as matrix products: a third of the time that filters take along short axes.
    light = ALONG_OUTLINE @ linear_light(np.ascontiguousarray(np.moveaxis(colours, 3, 0)))
    around, change = light @ AROUND, light @ SLOPE
    # Stored levels are as the root of light: they change by half of 255 times this, squared.
    grey2 = (change * change / (around + np.float32(GREY_FLOOR))).sum(axis=0)
    relative = change / (around + np.float32(HUE_FLOOR))
    # Squared distance of the three relative changes from their mean.
    hue2 = (relative * relative).sum(axis=0) - relative.sum(axis=0) ** 2 / np.float32(3.0)
    steepness = np.sqrt(np.float32(127.5**2) * grey2 + np.float32(HUE_WEIGHT**2) * np.maximum(hue2, np.float32(0.0)))
    # The upper one of the two in the middle: NumPy's own takes twice as long.
    half = ANGLES * STEPS // 2
    median = np.partition(steepness.reshape(-1, ANGLES * STEPS), half)[:, half, None, None]
    noise = NOISE_FLOOR + NOISE_TIMES * median
    clear = steepness / (steepness.max(axis=2, keepdims=True) + noise)
    return np.asarray(clear @ BLUR, np.float32)


@lru_cache(maxsize=8)
def _shifts(reach_mm: float) -> tuple[NDArray[np.float64], Evidence]:
    """(T,) shifts up to reach_mm, and (STEPS, T) that takes samples along a normal to those at them, linear between.

    The same for all photos, and kept.
    """
    shift_mm = np.linspace(-reach_mm, reach_mm, round(2 * reach_mm / STEP_MM) + 1)
    taken = np.array([np.interp(shift_mm, OFFSETS_MM, sample) for sample in np.eye(STEPS)], np.float32)
    for kept in (shift_mm, taken):
        kept.setflags(write=False)
    return shift_mm, taken


def _at(clear: Evidence, offset_mm: Evidence) -> Evidence:
    """(M, ANGLES, T) clarity at offsets along the normals, linear between samples."""
    step, share = before_and_share((offset_mm - float(OFFSETS_MM[0])) / STEP_MM, STEPS)
    before = step + np.arange(0, clear.size, STEPS, dtype=np.int32).reshape(*clear.shape[:2], 1)
    return np.asarray(clear.take(before) * (1.0 - share) + clear.take(before + 1) * share, np.float32)
