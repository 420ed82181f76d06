"""Unit vectors by their azimuths: points of circles, rays, normals."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]


def directions(azimuth_rad: ArrayLike) -> FloatArray:
    """(..., 2) unit vectors with azimuths (...), from the first axis towards the second."""
    return np.stack([np.cos(azimuth_rad), np.sin(azimuth_rad)], axis=-1)


def all_round(count: int) -> FloatArray:
    """(count, 2) unit vectors evenly all round, from the first axis on."""
    return directions(np.arange(count) * (2 * np.pi / count))
