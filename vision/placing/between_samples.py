"""What lies between samples at equal steps: linearly between two of them, at the top of a parabola through three."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Float = TypeVar("Float", np.float32, np.float64)

# The last place stays this far before the last sample, so that another one follows it.
BEFORE_LAST = 0.001
# Less of a bend is rounding.
LEAST_BEND = 1e-6


def before_and_share(place: NDArray[Float], count: int) -> tuple[NDArray[np.int32], NDArray[Float]]:
    """(...,) which of so many samples lies before a place, in steps, and the share of the next one there."""
    within = np.clip(place, 0.0, count - 1 - BEFORE_LAST)
    before = within.astype(np.int32)
    return before, within - before.astype(within.dtype)


def steps_to_top(before: NDArray[Float], middle: NDArray[Float], after: NDArray[Float]) -> NDArray[Float]:
    """(...,) steps from the middle one of three samples to the top of the parabola through them, 0 without a top."""
    bend = before - 2 * middle + after
    curved = bend < -LEAST_BEND
    return np.where(curved, 0.5 * (before - after) / np.where(curved, bend, 1.0), 0.0)
