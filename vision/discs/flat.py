"""Flat things of a team's colour: circles of paint or paper, which do not shade the board beside them as discs do."""

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.discs.likeness import on_surface
from vision.discs.shade import shade_strength
from vision.placing.outline import Solids

# Flat is what shades the board less than so many times as strongly as most discs do. Of 94 circles in the colour of a
# disc, painted on real photos and renderings, 79 are told so, and none of 2,257 discs.
FLAT = 0.25
# Among fewer nobody knows how discs shade the board here.
LEAST_DISCS = 4


def find_flat(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> NDArray[np.bool_]:
    """(N,) which of the discs shade the board too little to be solid, where most of them show how they do."""
    flat = np.zeros(len(solids.xy_mm), np.bool_)
    index = np.flatnonzero(on_surface(solids, view))
    if len(index) >= LEAST_DISCS:
        flat[index] = shade_strength(bgr, view, solids.taken(index), np.arange(len(index))) < FLAT
    return flat
