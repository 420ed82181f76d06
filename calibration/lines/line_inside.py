"""The outer line where the edge of the surface was taken for it: a line of the other lines' ink, a little farther in.

On boards whose surface ends a centimetre beyond the outer line its edge, dark between wood and ditch, is often the
clearer circle, and the 15 and 10 line are nearly as far inside it as inside the line.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import apply_homography, mm_per_px
from calibration.lines.fit_rings import RingFit
from calibration.lines.line_samples import RAY
from calibration.lines.rings import RATIO_10, RATIO_15

FloatArray = NDArray[np.float64]

STEP_MM = 0.5
# A line is compared with the board this far to either side of its middle: lines are up to 2.5 mm wide, and so blurred
# that three pixels are beyond them.
BESIDE_MM, BESIDE_PX = 3.5, 3.0
# How far a line may stray from its circle in a rough fit.
SLACK_MM = 1.0
# A ray shows a line where it is so many times as clear as the 10 line is on average. On five boards by lot whose
# surface ends 8 to 16 mm beyond the outer line that showed on 0.7 of all rays and more, and the edge on 0.26 at most;
# on 344 pictures of other boards something else inside the outer line showed on a third at most, but for borders of
# paint, where the fitted line showed more than half as well.
AS_CLEAR, MIN_SHARE, OF_MISTAKEN = 0.5, 0.5, 0.5


def outer_line_inside_mm(picture: NDArray[np.uint8], fit: RingFit) -> float | None:
    """Radius of a line inside the fitted outer one that is drawn as the 10 line is, as the fitted outer one is not.

    picture : (H, W, 3), the photo or its hues. None where the outer line is one itself, or where the 10 line is no line
    but the end of painted wood, so that its ink tells nothing.
    """
    r15_mm, r10_mm, outer_mm = fit.radii_mm
    beside_mm = max(BESIDE_MM, BESIDE_PX * float(mm_per_px(fit.px_from_mm, fit.lens, np.array([0.0, outer_mm]))))
    nearest_mm, farthest_mm = max(r15_mm / RATIO_15[1], r10_mm / RATIO_10[1]), outer_mm - 2 * beside_mm
    # Not on a board too small in the picture to show both apart, nor where edge-on planes have any scale.
    if not nearest_mm < farthest_mm:
        return None
    beside = int(np.ceil(beside_mm / STEP_MM))
    across_10 = _across(picture, fit, r10_mm, r10_mm, beside)
    ink = np.median(across_10[:, beside] - (across_10[:, 0] + across_10[:, -1]) / 2, axis=0)
    least = AS_CLEAR * float(np.median(_heights(across_10 @ ink, beside)))
    if least <= 0:
        return None

    def shares(first_mm: float, last_mm: float) -> FloatArray:
        heights = _heights(_across(picture, fit, first_mm, last_mm, beside) @ ink, beside)
        return np.asarray((heights > least).mean(axis=0))

    inside = shares(nearest_mm, farthest_mm)
    # On a clear line's every circle within the slack the share is the same; of lines that are as clear the widest run.
    at_most = np.flatnonzero(inside == inside.max())
    best = int(np.mean(max(np.split(at_most, np.flatnonzero(np.diff(at_most) > 1) + 1), key=len)))
    mistaken = shares(outer_mm, outer_mm)[0] < OF_MISTAKEN * inside[best]
    return nearest_mm + best * STEP_MM if mistaken and inside[best] >= MIN_SHARE else None


def _across(picture: NDArray[np.uint8], fit: RingFit, first_mm: float, last_mm: float, beside: int) -> FloatArray:
    """(RAYS, N, 3) colours along rays every STEP_MM, from so many steps inside the first circle to as many outside the
    last; black outside the picture.
    """
    radius_mm = first_mm + np.arange(-beside, round((last_mm - first_mm) / STEP_MM) + beside + 1) * STEP_MM
    px = fit.lens.distort(apply_homography(fit.px_from_mm, radius_mm[:, None] * RAY[:, None])).astype(np.float32)
    return np.asarray(cv2.remap(picture, px[..., 0], px[..., 1], cv2.INTER_LINEAR), np.float64)


def _heights(values: FloatArray, beside: int) -> FloatArray:
    """(RAYS, N - 2 beside) how far a line rises above both sides' (RAYS, N) values, on or near each circle."""
    above = values[:, beside:-beside] - np.maximum(values[:, : -2 * beside], values[:, 2 * beside :])
    slack = round(SLACK_MM / STEP_MM)
    return np.asarray(cv2.dilate(above, np.ones((1, 2 * slack + 1))), np.float64)
