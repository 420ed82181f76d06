"""Where the light comes from, by the shadows that the discs cast."""

import numpy as np
from numpy.typing import NDArray

from vision.outline import NORMALS

FloatArray = NDArray[np.float64]

# Board beside a disc from here on, beyond the blur of its edge, and the quantile over all directions that stands for
# plain light.
BOARD_MM, LIT_SHARE = 0.9, 0.7
# A lamp whose shadows take less than this share of the light is none.
LEAST_SHADOW = 0.03
# Light, as a share of white, that still tells shadow from board.
DARKEST = 1e-3


def board_light(light: NDArray[np.float32], offsets_mm: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(M,) light of the plain board beside each disc, and the (2,) unit vector towards the lamp, 0 without one.

    light : (M, ANGLES, T, 3) along the discs' normals, a share of white, at (T,) offsets from their outlines.
    """
    beside = light[:, :, offsets_mm > BOARD_MM].mean(axis=(2, 3)).astype(np.float64)
    plain = np.maximum(np.quantile(beside, LIT_SHARE, axis=1), DARKEST)
    # First harmonic of the light that the shadow takes; the median leaves out neighbours and lines beside a few.
    from_shadow = -np.median(1.0 - beside / plain[:, None], axis=0) @ NORMALS * (2 / len(NORMALS))
    depth = float(np.hypot(*from_shadow))
    return plain, from_shadow / depth if depth > LEAST_SHADOW else np.zeros(2)
