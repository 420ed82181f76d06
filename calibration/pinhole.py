"""The camera that is supposed where nothing else is known: its axis meets the middle of the picture."""

import numpy as np
from numpy.typing import NDArray


def middle_px(size_px: tuple[int, int]) -> tuple[float, float]:
    """Where the middle of a picture (width, height) lies, pixel centres at integers."""
    width, height = size_px
    return (width - 1) / 2, (height - 1) / 2


def pinhole_matrix(focal_px: float, size_px: tuple[int, int]) -> NDArray[np.float64]:
    """K (3, 3) of square pixels, the axis in the middle of a picture (width, height)."""
    x_px, y_px = middle_px(size_px)
    return np.array([[focal_px, 0.0, x_px], [0.0, focal_px, y_px], [0.0, 0.0, 1.0]])
