"""A photo in the one mixture of its colours in which the lines that were found stand out most from grain and shadow."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import apply_homography
from calibration.directions import directions
from calibration.lines.fit_rings import RingFit
from calibration.lines.hue_picture import hue_picture
from calibration.lines.line_mixture import clearest_mixture, typical_differences

FloatArray = NDArray[np.float64]

AZIMUTHS = 720
# A line is compared with the board this far on either side: two widths of a line.
BESIDE_MM = 3.5
# Grey levels for one standard deviation of what is beside the lines: far above rounding, and a line of five of them
# stays within a byte.
LEVELS = 8.0
# A photo's middle level is taken from every eighth row and column: still ten thousands of pixels.
SPARSE = 8


def line_picture(bgr: NDArray[np.uint8], fit: RingFit) -> NDArray[np.uint8]:
    """(H, W, 3): how much each pixel is coloured like the lines, in which they are bright, and the photo's a* and b*.

    bgr : (H, W, 3) uint8. fit : where the lines roughly are.
    """
    mixture = LEVELS * clearest_mixture(*typical_differences(_line_differences(bgr, fit)[:, None]))[0]
    middle = float(np.median(bgr[::SPARSE, ::SPARSE] @ mixture))
    levels = cv2.transform(bgr, np.append(mixture, 128.0 - middle)[None])
    hues = hue_picture(bgr)
    return np.asarray(cv2.merge([levels, hues[..., 0], hues[..., 1]]), np.uint8)


def _line_differences(bgr: NDArray[np.uint8], fit: RingFit) -> FloatArray:
    """(N, 3) how the colour on the lines differs from that of the board on either side."""
    azimuth = np.arange(AZIMUTHS) * (2 * np.pi / AZIMUTHS)
    direction = directions(azimuth)

    def colours(radius_mm: float) -> FloatArray:
        xy = fit.lens.distort(apply_homography(fit.px_from_mm, radius_mm * direction)).astype(np.float32)
        seen = cv2.remap(bgr, xy[:, 0], xy[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen.reshape(-1, 3), np.float64)

    beside = [(colours(r - BESIDE_MM) + colours(r + BESIDE_MM)) / 2 for r in fit.radii_mm]
    return np.concatenate([colours(r) - side for r, side in zip(fit.radii_mm, beside, strict=True)])
