"""Points for OpenCV's drawing, to a fraction of a pixel."""

import numpy as np
from numpy.typing import NDArray

# Binary places of a fixed-point number.
SHIFT = 4
# Farther out nothing is seen, and the fixed-point numbers would not hold it.
FARTHEST_PX = 100_000


def fixed_point(points_px: NDArray[np.float64]) -> NDArray[np.int32]:
    """(..., 2) px -> in units of 1 / 2 ** SHIFT px."""
    return np.round(np.clip(points_px, -FARTHEST_PX, FARTHEST_PX) * (1 << SHIFT)).astype(np.int32)
