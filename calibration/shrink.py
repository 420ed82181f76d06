"""A photo made smaller, several times faster than by area means of any ratio and as free of aliasing."""

import cv2
import numpy as np
from numpy.typing import NDArray


def shrink(bgr: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """(H, W, 3) times a scale of at most 1: halved by exact means as often as that goes, the rest bilinear.

    Sides are rounded to whole pixels, so that places may be off by most of a pixel of the copy: good enough to start a
    search from. Of a picture with even sides half is exact.
    """
    height, width = bgr.shape[:2]
    size = (round(width * scale), round(height * scale))
    small = bgr
    while size[0] * 2 <= small.shape[1]:
        small = np.asarray(cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    if (small.shape[1], small.shape[0]) == size:
        return small
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def with_even_sides(bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(H, W, 3) without an odd last row or column."""
    height, width = bgr.shape[:2]
    return bgr[: height - height % 2, : width - width % 2]


def copy_from_px(scale: float) -> NDArray[np.float64]:
    """(3, 3) px of a picture -> px of a copy so many times as large, pixel areas kept."""
    return np.array([[scale, 0.0, (scale - 1) / 2], [0.0, scale, (scale - 1) / 2], [0.0, 0.0, 1.0]])
