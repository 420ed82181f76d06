"""A photo made smaller, several times faster than by area means of any ratio and as free of aliasing."""

import cv2
import numpy as np
from numpy.typing import NDArray


def shrink(bgr: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """(H, W, 3) times a scale of at most 1: halved by exact means as often as that goes, the rest bilinear.

    Sides are whole numbers of pixels, but the scale is kept: what is over at the right and the bottom is cut off, or
    there is less than a pixel more.
    """
    small, rest = bgr, scale
    while rest <= 0.5:
        small = np.asarray(cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        rest *= 2
    if rest == 1.0:
        return small
    return np.asarray(cv2.resize(small, None, fx=rest, fy=rest, interpolation=cv2.INTER_LINEAR), np.uint8)


def copy_from_px(scale: float) -> NDArray[np.float64]:
    """(3, 3) px of a picture -> px of a copy so many times as large, pixel areas kept."""
    return np.array([[scale, 0.0, (scale - 1) / 2], [0.0, scale, (scale - 1) / 2], [0.0, 0.0, 1.0]])
