"""The camera that is supposed where nothing else is known: its axis meets the middle of the picture."""

import numpy as np
from numpy.typing import NDArray

# A picture less wide than so many times its height was cut from one of 4 : 3, as square ones are.
SQUARE, LONG_SIDE = 1.2, 4 / 3


def middle_px(size_px: tuple[int, int]) -> tuple[float, float]:
    """Where the middle of a picture (width, height) lies, pixel centres at integers."""
    width, height = size_px
    return (width - 1) / 2, (height - 1) / 2


def pinhole_matrix(focal_px: float, size_px: tuple[int, int]) -> NDArray[np.float64]:
    """K (3, 3) of square pixels, the axis in the middle of a picture (width, height)."""
    x_px, y_px = middle_px(size_px)
    return np.array([[focal_px, 0.0, x_px], [0.0, focal_px, y_px], [0.0, 0.0, 1.0]])


def long_side_px(size_px: tuple[int, int]) -> float:
    """Longer side of a picture (width, height), or of the one that a square one was cut from: what a camera's focal
    length is given by.
    """
    long, short = max(size_px), min(size_px)
    return LONG_SIDE * short if long < SQUARE * short else float(long)
