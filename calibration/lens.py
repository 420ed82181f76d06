"""Radial distortion about the picture's centre, in OpenCV's convention with k1 alone."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Lens:
    """x_px, y_px: distortion centre. focal_px: the length that makes pixels dimensionless. k1: as in OpenCV."""

    x_px: float
    y_px: float
    focal_px: float
    k1: float

    def undistort(self, xy_px: FloatArray) -> FloatArray:
        """(..., 2) positions in the photo -> positions that a pinhole would give. Fixed-point iteration."""
        if self.k1 == 0.0:
            return xy_px
        centre = np.array([self.x_px, self.y_px])
        seen = (xy_px - centre) / self.focal_px
        ideal = seen
        for _ in range(6):
            ideal = seen / (1.0 + self.k1 * np.sum(ideal**2, axis=-1, keepdims=True))
        return np.asarray(ideal * self.focal_px + centre)

    def undistort_by_k1(self, ideal_px: FloatArray) -> FloatArray:
        """(..., 2) derivative by k1 of the pinhole positions of fixed points in the photo."""
        ideal = (ideal_px - (self.x_px, self.y_px)) / self.focal_px
        square = np.sum(ideal**2, axis=-1, keepdims=True)
        return np.asarray(-ideal * square / (1.0 + 3.0 * self.k1 * square) * self.focal_px)

    def distort(self, xy_px: FloatArray) -> FloatArray:
        """(..., 2) pinhole positions -> positions in the photo."""
        if self.k1 == 0.0:
            return xy_px
        centre = np.array([self.x_px, self.y_px])
        ideal = (xy_px - centre) / self.focal_px
        return np.asarray(ideal * (1.0 + self.k1 * np.sum(ideal**2, axis=-1, keepdims=True)) * self.focal_px + centre)


def straight_lens(width_px: int, height_px: int) -> Lens:
    """No distortion yet, about the middle of a picture of this size."""
    return Lens(x_px=(width_px - 1) / 2, y_px=(height_px - 1) / 2, focal_px=float(max(width_px, height_px)), k1=0.0)


def apply_homography(homography: FloatArray, xy: FloatArray) -> FloatArray:
    """(3, 3) homography on (..., 2) points."""
    mapped = xy @ homography[:, :2].T + homography[:, 2]
    return np.asarray(mapped[..., :2] / mapped[..., 2:])
