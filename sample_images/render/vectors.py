"""Lengths and products of many short vectors, axis by axis: several times as fast as NumPy's hypot, norm and einsum."""

import numpy as np

from sample_images.render.scene import Array


def length(x: Array, y: Array) -> Array:
    """Length (N,) of level vectors; unlike `np.hypot` it takes no care of squares beyond the largest number."""
    return np.asarray(np.sqrt(x * x + y * y))


def dot(a: Array, b: Array) -> Array:
    """Products (N,) of vectors (N, 2) or (N, 3)."""
    total = a[:, 0] * b[:, 0]
    for axis in range(1, a.shape[1]):
        total += a[:, axis] * b[:, axis]
    return np.asarray(total)


def norm(a: Array) -> Array:
    """Lengths (N, 1) of vectors (N, 2) or (N, 3)."""
    return np.asarray(np.sqrt(dot(a, a))[:, None])
