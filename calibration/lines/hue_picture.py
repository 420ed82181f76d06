"""A photo's hues alone: grain, shadows and lamps change how light wood is, a painted line changes its colour."""

import cv2
import numpy as np
from numpy.typing import NDArray

# Lines that a person sees differ by 10 or more in a* or b*: stretched so that they stand out of rounding to bytes,
# and no farther, since the strongest paints reach 100.
STRETCH = 2.5


def hue_picture(bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A photo (H, W, 3) as a*, b* and their sum, (H, W, 3) uint8, 128 for grey. Source: CIE 1976 L*a*b*."""
    _, a, b = cv2.split(cv2.cvtColor(bgr, cv2.COLOR_BGR2Lab))
    # OpenCV's bytes have their zero at 128. Fixed-point tables, since photos have millions of pixels.
    level = np.arange(256.0) - 128.0
    table = np.clip(STRETCH * level + 128.0, 0, 255).astype(np.uint8)
    both = cv2.addWeighted(a, STRETCH / np.sqrt(2), b, STRETCH / np.sqrt(2), 128.0 * (1.0 - STRETCH * np.sqrt(2)))
    return np.asarray(cv2.merge([cv2.LUT(a, table), cv2.LUT(b, table), both]), np.uint8)
