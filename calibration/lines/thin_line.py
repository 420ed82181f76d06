"""Whether a line is one thin line: not one of two that run side by side, nor a broad band of paint.

Nobody can say by a photo alone which of their edges counts.
"""

import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Lens
from calibration.lines.across_line import typical_profile
from calibration.lines.line_map import LineMap

FloatArray = NDArray[np.float64]

STEP_MM = 0.25
# At the near distance a thin line has ended, blurred as it is; the board is looked at out to so many times that.
NEAR_MM, NEAR_PX, FAR_TIMES = 3.5, 3.0, 2.5
# In a picture in which that is farther the board is too small to show what lies beside a line.
MOST_NEAR_MM = 15.0
# Another line is no nearer than this share of the near distance: what is belongs to the line itself.
LEAST_APART = 0.7
# What runs beside a line and is more than so many times as high is another: on 12 boards with double lines it was 0.8
# times and more.
AS_HIGH = 0.5
# A band has this share of its height left at the near distance, on either side. Of 304 boards drawn by lot one has a
# line that passes for one or the other, of 65 real and rendered photos none; of 16 with bands of 8 to 14 mm fifteen.
LEFT = 0.5
# Where the sides differ by so many times the line's height it is the border of two paints; less light, as a share of
# white, is noise.
MOST_STEP, LEAST_HEIGHT = 2.0, 0.02


def is_thin_line(bgr: NDArray[np.uint8], px_from_mm: FloatArray, lens: Lens, line_map: LineMap) -> bool:
    """Whether a line is one, as far as it shows: one that differs from the board in hue alone passes.

    bgr : (H, W, 3). px_from_mm : (3, 3).
    """
    beside = typical_profile(bgr, px_from_mm, lens, line_map, NEAR_MM, STEP_MM)
    if beside is None or NEAR_PX * beside.mm_per_px > MOST_NEAR_MM:
        return True
    near = round(max(NEAR_MM, NEAR_PX * beside.mm_per_px) / STEP_MM)
    reach = round(FAR_TIMES * near)
    around = typical_profile(bgr, px_from_mm, lens, line_map, reach * STEP_MM, STEP_MM)
    if around is None:
        return True
    light = np.interp(np.arange(-reach, reach + 1) * STEP_MM, around.offset_mm, around.light)
    return not (_has_another_beside(light, near) or _is_band(light, near))


def _above_sides(light: FloatArray, away: int) -> FloatArray | None:
    """(N,) how far light lies to the line's side of what lies so far away to either side of its middle, in the line's
    height there; None where it does not stand out.
    """
    middle = len(light) // 2
    inner, outer = light[middle - away], light[middle + away]
    height = float(light[middle] - (inner + outer) / 2)
    if abs(height) < LEAST_HEIGHT or abs(outer - inner) > MOST_STEP * abs(height):
        return None
    return np.asarray((light - (inner + outer) / 2) / height, np.float64)


def _has_another_beside(light: FloatArray, near: int) -> bool:
    """Whether another line runs beside, nearly as high, with board between them."""
    above = _above_sides(light, near)
    if above is None:
        return False
    places = np.arange(len(above))
    peaks = np.r_[False, (above[1:-1] >= above[:-2]) & (above[1:-1] >= above[2:]), False]
    beside = peaks & (np.abs(places - len(above) // 2) > LEAST_APART * near)
    return any(_rises(above, int(place), near) > AS_HIGH for place in np.flatnonzero(beside))


def _rises(above: FloatArray, place: int, near: int) -> float:
    """By how much a place rises above the lowest ones near it on either side, the higher of them."""
    left, right = above[max(0, place - near) : place + 1].min(), above[place : place + near + 1].min()
    return float(above[place] - max(left, right))


def _is_band(light: FloatArray, near: int) -> bool:
    """Whether the line goes on where a thin one has ended, to either side."""
    middle = len(light) // 2
    above = _above_sides(light, middle)
    return above is not None and min(above[middle - near], above[middle + near]) > LEFT
