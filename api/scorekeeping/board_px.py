"""Where a place on the board lies in the photo, by what a document says about board and camera."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


def board_px(document: dict[str, Any], xy_mm: FloatArray) -> FloatArray:
    """(N, 2) mm on the surface -> (N, 2) px in the photo, for a document with a board.

    By the homography and not by the camera's pose, which is only as good as the focal length that was assumed.
    """
    homogeneous = np.column_stack([xy_mm, np.ones(len(xy_mm))]) @ np.array(document["board"]["homography"]).T
    flat = homogeneous[:, :2] / homogeneous[:, 2:]
    matrix = np.array(document["camera"]["matrix"])
    centre, focal_px = matrix[:2, 2], matrix[0, 0]
    ray = (flat - centre) / focal_px
    bent = ray * (1.0 + document["camera"]["distortion"][0] * (ray**2).sum(axis=1, keepdims=True))
    return np.asarray(centre + focal_px * bent)
