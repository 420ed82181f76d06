"""Radial distortion about the picture's centre, in OpenCV's convention with k1 and k2."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

# Newton's steps on the radius: beyond what a board's photo shows they change it by less than 1e-9.
STEPS = 8
# Past this a lens would show one direction twice, and no step may be longer.
LEAST_SLOPE = 0.2
# In focal lengths, or in the picture's longer sides where that is not known: ten times as far as a picture's corner.
WIDEST = 6.0


@dataclass(frozen=True, kw_only=True)
class Lens:
    """x_px, y_px: distortion centre. focal_px: the length that makes pixels dimensionless. k1, k2: as in OpenCV."""

    x_px: float
    y_px: float
    focal_px: float
    k1: float
    k2: float

    def undistort(self, xy_px: FloatArray) -> FloatArray:
        """(..., 2) positions in the photo -> positions that a pinhole would give."""
        if self.is_straight:
            return xy_px
        seen = (xy_px - (self.x_px, self.y_px)) / self.focal_px
        radius = np.linalg.norm(seen, axis=-1, keepdims=True)
        ideal = radius
        for _ in range(STEPS):
            square = ideal**2
            ideal = ideal - (ideal * self._growth(square) - radius) / self._slope(square)
            # Beyond where the lens turns back nothing fits, and the steps would run off.
            ideal = np.clip(ideal, 0.0, WIDEST)
        shrink = ideal / np.maximum(radius, 1e-12)
        return np.asarray(seen * np.where(radius > 1e-12, shrink, 1.0) * self.focal_px + (self.x_px, self.y_px))

    def undistort_by_k1(self, ideal_px: FloatArray) -> FloatArray:
        """(..., 2) derivative by k1 of the pinhole positions of fixed points in the photo."""
        ideal = (ideal_px - (self.x_px, self.y_px)) / self.focal_px
        square = np.sum(ideal**2, axis=-1, keepdims=True)
        return np.asarray(-ideal * square / self._slope(square) * self.focal_px)

    def distort(self, xy_px: FloatArray) -> FloatArray:
        """(..., 2) pinhole positions -> positions in the photo."""
        if self.is_straight:
            return xy_px
        ideal = (xy_px - (self.x_px, self.y_px)) / self.focal_px
        square = np.sum(ideal**2, axis=-1, keepdims=True)
        return np.asarray(ideal * self._growth(square) * self.focal_px + (self.x_px, self.y_px))

    @property
    def is_straight(self) -> bool:
        """Whether there is no distortion at all."""
        return self.k1 == 0.0 and self.k2 == 0.0

    def _growth(self, square: FloatArray) -> FloatArray:
        """How much farther out a direction is seen, by its squared radius."""
        return np.asarray(1.0 + self.k1 * square + self.k2 * square**2)

    def _slope(self, square: FloatArray) -> FloatArray:
        """Derivative of the seen radius by the pinhole's."""
        return np.maximum(1.0 + 3.0 * self.k1 * square + 5.0 * self.k2 * square**2, LEAST_SLOPE)


def straight_lens(width_px: int, height_px: int) -> Lens:
    """No distortion yet, about the middle of a picture of this size."""
    x_px, y_px = (width_px - 1) / 2, (height_px - 1) / 2
    return Lens(x_px=x_px, y_px=y_px, focal_px=float(max(width_px, height_px)), k1=0.0, k2=0.0)


def apply_homography(homography: FloatArray, xy: FloatArray) -> FloatArray:
    """(3, 3) homography on (..., 2) points."""
    mapped = xy @ homography[:, :2].T + homography[:, 2]
    return np.asarray(mapped[..., :2] / mapped[..., 2:])
