"""A camera that was calibrated once: its focal length and distortion hold for every later photo."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class KnownCamera:
    """focal : over the picture's longer side, with its standard deviation. k1, k2 : radial distortion as in OpenCV.

    The axis is taken to meet the middle of the picture: photos are cropped evenly and turned either way.
    """

    name: str
    focal: float
    focal_sigma: float
    k1: float
    k2: float

    def focal_px(self, size_px: tuple[int, int]) -> float:
        """Focal length in a picture of some size."""
        return self.focal * max(size_px)

    def lens(self, size_px: tuple[int, int]) -> "RadialLens":
        """Its distortion in a picture of some size."""
        width, height = size_px
        return RadialLens(
            x_px=(width - 1) / 2, y_px=(height - 1) / 2, focal_px=self.focal_px(size_px), k1=self.k1, k2=self.k2
        )


@dataclass(frozen=True, kw_only=True)
class RadialLens(Lens):
    """Radial distortion with k2 beside k1, as in OpenCV."""

    k2: float = 0.0

    def undistort(self, xy_px: FloatArray) -> FloatArray:
        """(..., 2) positions in the photo -> positions that a pinhole would give. Newton's iteration on the radius."""
        seen = (xy_px - np.array([self.x_px, self.y_px])) / self.focal_px
        radius = np.linalg.norm(seen, axis=-1, keepdims=True)
        ideal = radius
        for _ in range(8):
            square = ideal**2
            slope = 1.0 + 3.0 * self.k1 * square + 5.0 * self.k2 * square**2
            ideal = ideal - (ideal * self._growth(square) - radius) / np.maximum(slope, 0.2)
        shrink = ideal / np.maximum(radius, 1e-12)
        return np.asarray(seen * np.where(radius > 1e-12, shrink, 1.0) * self.focal_px + (self.x_px, self.y_px))

    def distort(self, xy_px: FloatArray) -> FloatArray:
        """(..., 2) pinhole positions -> positions in the photo."""
        ideal = (xy_px - np.array([self.x_px, self.y_px])) / self.focal_px
        square = np.sum(ideal**2, axis=-1, keepdims=True)
        return np.asarray(ideal * self._growth(square) * self.focal_px + (self.x_px, self.y_px))

    def _growth(self, square: FloatArray) -> FloatArray:
        return np.asarray(1.0 + self.k1 * square + self.k2 * square**2)
