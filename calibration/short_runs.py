"""Short straight runs across the board as the photo shows them: nearly straight, and nearly evenly divided."""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


def along_runs(ends_px: FloatArray, places: FloatArray) -> NDArray[np.float32]:
    """(..., T, 2) px at (T,) places along runs, -1 at the first end and 1 at the last.

    ends_px : (3, ..., 2) the first end, the middle and the last end in the photo. A parabola goes through them: over
    the 20 mm of a run perspective and distortion part from it by less than a hundredth of a pixel.
    """
    first, middle, last = ends_px.astype(np.float32)
    place = places.astype(np.float32)[:, None]
    slope, bend = 0.5 * (last - first), 0.5 * (last + first) - middle
    along = place * slope[..., None, :] + place * place * bend[..., None, :]
    return np.asarray(middle[..., None, :] + along, np.float32)
