"""A camera that was calibrated once: its focal length and distortion hold for every later photo."""

from dataclasses import dataclass

from calibration.camera.lens import Lens
from calibration.camera.pinhole import long_side_px, middle_px


@dataclass(frozen=True, kw_only=True)
class KnownCamera:
    """focal : over the picture's longer side, or that of the picture that a square one was cut from, with its standard
    deviation. k1, k2 : radial distortion as in OpenCV.

    The axis is taken to meet the middle of the picture: photos are cropped evenly and turned either way.
    """

    name: str
    focal: float
    focal_sigma: float
    k1: float
    k2: float

    def focal_px(self, size_px: tuple[int, int]) -> float:
        """Focal length in a picture of some size."""
        return self.focal * long_side_px(size_px)

    def lens(self, size_px: tuple[int, int]) -> Lens:
        """Its distortion in a picture of some size."""
        x_px, y_px = middle_px(size_px)
        return Lens(x_px=x_px, y_px=y_px, focal_px=self.focal_px(size_px), k1=self.k1, k2=self.k2)
