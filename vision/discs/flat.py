"""Flat things of a team's colour: circles of paint or paper, which do not shade the board beside them as discs do."""

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.discs.likeness import (
    ALL_ROUND,
    DARKER,
    LIGHTER,
    OFFSETS_MM,
    ON_EACH_NORMAL,
    Shading,
    log_shading,
    most_common,
    moved,
    on_surface,
    over_face_and_board,
)
from vision.placing.disc_position import displacements
from vision.placing.neighbours import pegs_as_solids
from vision.placing.outline import Solids

# The board beside an outline, mm outward: so near a disc leaves a dark corner even in light from all around.
BESIDE = (OFFSETS_MM > 0.5) & (OFFSETS_MM < 6.0)
# An outline may be misplaced by this.
MOVES_MM = displacements(1.5, 0.75)
# Flat is what shades the board less than so many times as strongly as the others do, where those darken it by as much,
# root mean square of the light's logarithm: weaker shadows drown in grain. Of 94 circles in the colour of a disc,
# painted on real photos and renderings, 81 are told so, and 3 of 2,097 discs.
FLAT, LEAST_SHADE = 0.25, 0.12
# With fewer others nobody knows how discs shade the board here.
LEAST_OTHERS = 3


def find_flat(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> NDArray[np.bool_]:
    """(N,) which of the discs shade the board too little to be solid, where the others show how they do."""
    flat = np.zeros(len(solids.xy_mm), np.bool_)
    index = np.flatnonzero(on_surface(solids, view))
    if len(index) > LEAST_OTHERS:
        lying = solids.taken(index)
        shading, own = log_shading(bgr, view, lying, lying.joined(pegs_as_solids(view)))
        # An area of another colour that begins beside a disc must not pass for its shadow, nor make up for it.
        flat[index] = _hardly_shade(shading, own, ALL_ROUND) & _hardly_shade(shading, own, ON_EACH_NORMAL)
    return flat


def _hardly_shade(shading: Shading, own: NDArray[np.bool_], around: tuple[int, ...]) -> NDArray[np.bool_]:
    """(N,) which discs shade the board around, of one colour over these axes, less than the others do."""
    relative = np.clip(over_face_and_board(shading, around), DARKER, LIGHTER)
    others = ~np.eye(len(own), dtype=bool)
    strengths = [_strength(relative[i], own[i], most_common(relative[o], own[o])) for i, o in enumerate(others)]
    return np.array(strengths) < FLAT


def _strength(relative: Shading, own: NDArray[np.bool_], shared: NDArray[np.float64]) -> float:
    """How many times the shading that others share explains that of a disc best; endless where nothing can be said."""
    seen = own & BESIDE
    if not seen.any() or np.sqrt((shared[:, BESIDE] ** 2).mean()) < LEAST_SHADE:
        return np.inf
    expected = moved(shared, MOVES_MM)[:, seen]
    return float((expected @ relative[seen] / (expected**2).sum(axis=1)).max())
