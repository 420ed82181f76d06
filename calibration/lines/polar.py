"""The picture unrolled about the board's centre: rings become columns, quadrant lines become rows."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.directions import directions

FloatArray = NDArray[np.float64]
AZIMUTHS = 256


@dataclass(frozen=True, eq=False, kw_only=True)
class PolarView:
    """A picture sampled on rays from a centre.

    samples : (AZIMUTHS, columns, 3) grey levels. Column i lies at radius i * step, row j at azimuth
    j * 2 pi / AZIMUTHS. seen : (AZIMUTHS, columns) bool, False outside the picture.
    """

    samples: NDArray[np.uint8]
    seen: NDArray[np.bool_]
    step: float


def unroll(bgr: NDArray[np.uint8], px_from_plane: FloatArray, reach: float, columns: int) -> PolarView:
    """Sample a picture out to radius `reach` on the plane.

    px_from_plane : (3, 3) homography from the plane, centre at the origin, to the picture.
    """
    step = reach / columns
    azimuth = np.arange(AZIMUTHS) * (2 * np.pi / AZIMUTHS)
    radius = np.arange(columns) * step
    ray = directions(azimuth)
    # Linear in the radius: homogeneous image of the ray's point is centre + radius * direction.
    direction = ray @ px_from_plane[:, :2].T
    column, row, depth = (np.multiply.outer(direction[:, i], radius) + px_from_plane[i, 2] for i in range(3))
    ahead = depth > 1e-6
    with np.errstate(divide="ignore", invalid="ignore"):
        x = np.where(ahead, column / depth, -1.0).astype(np.float32)
        y = np.where(ahead, row / depth, -1.0).astype(np.float32)
    height, width = bgr.shape[:2]
    seen = (x >= 0) & (y >= 0) & (x <= width - 1) & (y <= height - 1)
    # Places far outside overflow in OpenCV, and all show the border.
    inside = np.clip(x, -1.0, width), np.clip(y, -1.0, height)
    samples = cv2.remap(bgr, *inside, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return PolarView(samples=np.asarray(samples, np.uint8), seen=seen, step=step)
