"""Radial distortion about the picture's centre, in OpenCV's convention with k1 and k2."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.camera.pinhole import middle_px

FloatArray = NDArray[np.float64]

# Newton's steps on the radius: beyond what a board's photo shows they change it by less than 1e-9.
STEPS = 8
# The least slope that a step divides by: at 0 the lens folds back, and nearer to that the steps would run off.
LEAST_SLOPE = 0.2
# The k1, without k2, of a lens whose slope is that where the photo shows what lies one focal length off its middle, by
# 1 + 3 k1 r^2 = LEAST_SLOPE and r (1 + k1 r^2) = 1.
LOWEST_K1 = -(1 - LEAST_SLOPE) * (2 + LEAST_SLOPE) ** 2 / 27
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
        x, y = self._from_centre(xy_px)
        radius = np.sqrt(x * x + y * y) / self.focal_px
        ideal = radius
        for _ in range(STEPS):
            square = ideal**2
            ideal = ideal - (ideal * self._growth(square) - radius) / self._slope(square)
            # Beyond where the lens turns back nothing fits, and the steps would run off.
            ideal = np.clip(ideal, 0.0, WIDEST)
        shrink = np.where(radius > 1e-12, ideal / np.maximum(radius, 1e-12), 1.0)
        return np.stack([x * shrink + self.x_px, y * shrink + self.y_px], axis=-1)

    def undistort_by_k1(self, ideal_px: FloatArray) -> FloatArray:
        """(..., 2) derivative by k1 of the pinhole positions of fixed points in the photo."""
        x, y = self._from_centre(ideal_px)
        square = (x * x + y * y) / self.focal_px**2
        inward = -square / self._slope(square)
        return np.stack([x * inward, y * inward], axis=-1)

    def distort(self, xy_px: FloatArray) -> FloatArray:
        """(..., 2) pinhole positions -> positions in the photo."""
        if self.is_straight:
            return xy_px
        x, y = self._from_centre(xy_px)
        growth = self._growth((x * x + y * y) / self.focal_px**2)
        return np.stack([x * growth + self.x_px, y * growth + self.y_px], axis=-1)

    def lowest_k1(self, xy_px: FloatArray) -> float:
        """Of lenses without k2 that show (N, 2) places in the photo: those with a lower one turn back before them."""
        x, y = self._from_centre(xy_px)
        return LOWEST_K1 * self.focal_px**2 / max(float((x * x + y * y).max(initial=0.0)), 1.0)

    @property
    def is_straight(self) -> bool:
        """Whether there is no distortion at all."""
        return self.k1 == 0.0 and self.k2 == 0.0

    def _from_centre(self, xy_px: FloatArray) -> tuple[FloatArray, FloatArray]:
        """(..., 2) -> columns and rows from the distortion centre, each for itself, as NumPy works fastest."""
        return xy_px[..., 0] - self.x_px, xy_px[..., 1] - self.y_px

    def _growth(self, square: FloatArray) -> FloatArray:
        """How much farther out a direction is seen, by its squared radius."""
        return np.asarray(1.0 + self.k1 * square + self.k2 * square**2)

    def _slope(self, square: FloatArray) -> FloatArray:
        """Derivative of the seen radius by the pinhole's."""
        return np.maximum(1.0 + 3.0 * self.k1 * square + 5.0 * self.k2 * square**2, LEAST_SLOPE)


def straight_lens(width_px: int, height_px: int) -> Lens:
    """No distortion yet, about the middle of a picture of this size."""
    x_px, y_px = middle_px((width_px, height_px))
    return Lens(x_px=x_px, y_px=y_px, focal_px=float(max(width_px, height_px)), k1=0.0, k2=0.0)


def apply_homography(homography: FloatArray, xy: FloatArray) -> FloatArray:
    """(3, 3) homography on (..., 2) points."""
    x, y = xy[..., 0], xy[..., 1]
    # One coordinate after the other, as NumPy works fastest.
    a, b, c = (row[0] * x + row[1] * y + row[2] for row in homography)
    return np.stack([a / c, b / c], axis=-1)


def mm_per_px(px_from_mm: FloatArray, lens: Lens, xy_mm: FloatArray) -> FloatArray:
    """(...,) geometric mean of the scale around board positions (..., 2). px_from_mm : (3, 3) to a pinhole's px."""
    step = np.array([[0.5, 0.0], [0.0, 0.5]])
    right, up = (
        lens.distort(apply_homography(px_from_mm, xy_mm + half))
        - lens.distort(apply_homography(px_from_mm, xy_mm - half))
        for half in step
    )
    area = np.abs(right[..., 0] * up[..., 1] - right[..., 1] * up[..., 0])
    return np.asarray(1.0 / np.sqrt(area + 1e-12))
