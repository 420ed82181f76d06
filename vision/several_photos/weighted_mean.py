"""One figure out of several measurements of it, by how sure each of them is."""

import math

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


def weighted_mean(found: FloatArray, sigma: FloatArray, shared: FloatArray | float = 0.0) -> tuple[float, float]:
    """Mean of (N,) by inverse variance and its standard deviation, larger where they differ more than they promise.

    shared : (N,) the part of each error that has one cause in all of them, so that it does not average out.
    """
    weight = sigma**-2.0 / (sigma**-2.0).sum()
    mean = float(weight @ found)
    chi_square = float((((found - mean) / sigma) ** 2).sum())
    stretch = max(1.0, math.sqrt(chi_square / max(len(found) - 1, 1)))
    alone2, together2 = weight**2 @ (sigma**2 - shared**2), (weight * shared).sum() ** 2
    return mean, math.sqrt(max(float(alone2), 0.0) * stretch**2 + float(together2))
