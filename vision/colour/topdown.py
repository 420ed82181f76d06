"""The board seen from straight above: a photo resampled to a fixed number of pixels per mm."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.placing.outline import sample

FloatArray = NDArray[np.float64]

# Surface, ditch (up to 70 mm wide) and the inside of the rail.
HALF_MM = 405.0
# Discs lie at most this far from the surface's edge: what is seen beyond is table, and all edges there are none.
DITCH_MM = 70.0
# Every eighth pixel is mapped exactly, the rest between them: the map bends by 0.02 px over 8 px at a tilt of 30
# degrees, by 0.04 at 60.
KNOT_PX = 8


@dataclass(frozen=True, eq=False, kw_only=True)
class TopDown:
    """bgr : (N, N, 3) uint8, +y up, the board's centre in the middle. px_per_mm: scale."""

    bgr: NDArray[np.uint8]
    px_per_mm: float

    def mm(self, xy_px: FloatArray) -> FloatArray:
        """(..., 2) pixels of this picture -> board mm."""
        middle = (self.bgr.shape[0] - 1) / 2
        return np.asarray((xy_px - middle) * (1.0, -1.0) / self.px_per_mm)

    def px(self, xy_mm: FloatArray) -> FloatArray:
        """(..., 2) board mm -> pixels of this picture."""
        return px_from_above(xy_mm, len(self.bgr), self.px_per_mm)

    def colours(self, xy_mm: FloatArray) -> NDArray[np.float32]:
        """(..., 3) BGR at (..., 2) places on the board."""
        return sample(self.bgr, self.px(xy_mm))

    def coarser(self, times: int) -> "TopDown":
        """The same with so many times fewer pixels along each side, or nearly so many, means of their areas."""
        side_px = round(len(self.bgr) / times)
        bgr = cv2.resize(self.bgr, (side_px, side_px), interpolation=cv2.INTER_AREA)
        return TopDown(bgr=np.asarray(bgr, np.uint8), px_per_mm=self.px_per_mm * side_px / len(self.bgr))


def px_from_above(xy_mm: FloatArray, side_px: int, px_per_mm: float) -> FloatArray:
    """(..., 2) board mm -> pixels of a picture of the board from above that is so wide."""
    return np.asarray(xy_mm * (1.0, -1.0) * px_per_mm + (side_px - 1) / 2)


def look_from_above(bgr: NDArray[np.uint8], view: BoardView, px_per_mm: float) -> TopDown:
    """Resample a photo (H, W, 3) onto the plane of the playing surface, even beyond the ditch."""
    knots = int(np.ceil(2 * HALF_MM * px_per_mm / KNOT_PX)) + 1
    size = (knots - 1) * KNOT_PX + 1
    axis_mm = (np.arange(knots) * KNOT_PX - (size - 1) / 2) / px_per_mm
    xy_mm = np.stack(np.meshgrid(axis_mm, -axis_mm), axis=-1)
    xy_px = view.px(xy_mm).astype(np.float32)
    x, y = _interpolate(xy_px[..., 0]), _interpolate(xy_px[..., 1])
    seen = np.asarray(cv2.remap(bgr, x, y, cv2.INTER_LINEAR), dtype=np.uint8)
    inside = np.zeros((size, size), np.uint8)
    middle, reach_px = size // 2, round((view.surface_radius_mm + DITCH_MM) * px_per_mm)
    cv2.circle(inside, (middle, middle), reach_px, 1, -1)
    usual = np.median(seen[::KNOT_PX, ::KNOT_PX], axis=(0, 1)).astype(np.uint8)
    # Row by row, which numpy does ten times faster than pixel by pixel.
    above = np.broadcast_to(np.tile(usual, (size, 1)), seen.shape).copy()
    cv2.copyTo(seen, inside, above)
    return TopDown(bgr=above, px_per_mm=px_per_mm)


def _interpolate(knots: NDArray[np.float32]) -> NDArray[np.float32]:
    """Bilinear values between knots that lie KNOT_PX apart, first and last included."""
    size = (knots.shape[0] - 1) * KNOT_PX + 1
    to_knots = np.array([[1 / KNOT_PX, 0.0, 0.0], [0.0, 1 / KNOT_PX, 0.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(knots, to_knots, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE))
