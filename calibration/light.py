"""Stored grey levels as light: only there do blurred borders mix as they do in a lens, and lines have their width."""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

# Exponent from stored grey levels to light, close to sRGB's curve.
DISPLAY_GAMMA = 2.2
# Shares of blue, green and red in the luma that JPEG stores, at full resolution (ITU-R BT.601).
LUMA: FloatArray = np.array([0.114, 0.587, 0.299])


def light_of_levels(levels: FloatArray) -> FloatArray:
    """Light as a share of white, of stored levels from 0 to 255."""
    return np.asarray((levels / 255.0) ** DISPLAY_GAMMA)
