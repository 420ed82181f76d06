"""Where a place on the board lies in the photo, by what a document says about board and camera."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Lens, apply_homography

FloatArray = NDArray[np.float64]


def board_px(document: dict[str, Any], xy_mm: FloatArray) -> FloatArray:
    """(N, 2) mm on the surface -> (N, 2) px in the photo, for a document with a board.

    By the homography and not by the camera's pose, which is only as good as the focal length that was assumed.
    """
    camera = document["camera"]
    (focal_px, _, axis_x), (_, _, axis_y), _ = camera["matrix"]
    # Documents that were kept by older versions have no centre of their own for the lens.
    x_px, y_px = camera.get("distortion_centre_px", (axis_x, axis_y))
    k1, k2, *_ = camera["distortion"]
    lens = Lens(x_px=x_px, y_px=y_px, focal_px=focal_px, k1=k1, k2=k2)
    return lens.distort(apply_homography(np.array(document["board"]["homography"]), xy_mm))
