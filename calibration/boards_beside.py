"""Another board in the picture, beside the one that was found: whether there is room for it, and what lies there."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.directions import all_round
from calibration.view import BoardView

FloatArray = NDArray[np.float64]

# Out to the outside of its rail a board is so many times as wide as its outer line. Another one may be meant if it
# looks nearly as large or larger: that on the next table, a fifth farther away or more, looks smaller.
WHOLE_BOARD, AS_LARGE = 1.45, 0.85


def has_room_beside(view: BoardView) -> bool:
    """Whether the picture could show another whole board, as large as to be meant, beside the one that was found."""
    rail_px = view.px(WHOLE_BOARD * view.radii_mm[2] * all_round(90))
    first_px, last_px = rail_px.min(axis=0), rail_px.max(axis=0)
    widest_px = np.maximum(first_px, np.array(view.size_px) - last_px)
    return bool((widest_px > AS_LARGE * (last_px - first_px)).any())


def lies_beside(view: BoardView, xy_px: FloatArray) -> NDArray[np.bool_]:
    """(...,) whether (..., 2) photo px lie off the board that was found."""
    xy_mm = view.mm(xy_px)
    return np.asarray(np.hypot(xy_mm[..., 0], xy_mm[..., 1]) > WHOLE_BOARD * view.radii_mm[2])


def larger_one(view: BoardView, other: BoardView) -> BoardView:
    """The board of two in a picture that looks larger, and whether the other is about as large."""
    coarse, coarser = view.middle_mm_per_px, other.middle_mm_per_px
    larger = view if coarse < coarser else other
    return replace(larger, another_as_large=min(coarse, coarser) > AS_LARGE * max(coarse, coarser))
