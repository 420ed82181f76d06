"""Short straight runs across the board as the photo shows them: nearly straight, and nearly evenly divided."""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


def along_runs(ends_px: FloatArray, places: FloatArray) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Columns and rows, (..., T) px, at (T,) places along runs: -1 at the first end, 1 at the last.

    ends_px : (3, ..., 2) the first end, the middle and the last end in the photo. A parabola goes through them: over
    the 10 to 28 mm of a run perspective and distortion part from it by less than 0.02 px.
    """
    place = places.astype(np.float32)

    def along(first: FloatArray, middle: FloatArray, last: FloatArray) -> NDArray[np.float32]:
        slope, bend = 0.5 * (last - first), 0.5 * (last + first) - middle
        px = np.multiply.outer(bend.astype(np.float32), place)
        px += slope.astype(np.float32)[..., None]
        px *= place
        px += middle.astype(np.float32)[..., None]
        return np.asarray(px, np.float32)

    return along(*ends_px[..., 0]), along(*ends_px[..., 1])
