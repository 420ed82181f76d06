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

FloatArray = NDArray[np.float64]

# The board beside an outline, mm outward, but for half a pixel, into which a blurred face reaches: so near it a disc
# leaves a dark corner even in light from all around.
NEAREST_MM, FARTHEST_MM = 0.5, 6.0
# An outline may be misplaced by this.
MOVES_MM = displacements(1.5, 0.75)
# Flat is what shades the board less than so many times as strongly as most do, where those darken it by as much,
# root mean square of the light's logarithm: weaker shadows drown in grain. Of 94 circles in the colour of a disc,
# painted on real photos and renderings, 84 are told so, and 1 of 2,097 discs.
FLAT, LEAST_SHADE = 0.28, 0.1
# Among fewer nobody knows how discs shade the board here.
LEAST_DISCS = 4


def find_flat(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> NDArray[np.bool_]:
    """(N,) which of the discs shade the board too little to be solid, where most of them show how they do."""
    flat = np.zeros(len(solids.xy_mm), np.bool_)
    index = np.flatnonzero(on_surface(solids, view))
    if len(index) >= LEAST_DISCS:
        lying = solids.taken(index)
        shading, own = log_shading(bgr, view, lying, lying.joined(pegs_as_solids(view)))
        nearest_mm = NEAREST_MM + view.coarsest_mm_per_px(lying.xy_mm) / 2
        beside = own & (nearest_mm[:, None, None] < OFFSETS_MM) & (OFFSETS_MM < FARTHEST_MM)
        # An area of another colour that begins beside a disc must not pass for its shadow, nor make up for it.
        flat[index] = _hardly_shade(shading, beside, ALL_ROUND) & _hardly_shade(shading, beside, ON_EACH_NORMAL)
    return flat


def _hardly_shade(shading: Shading, beside: NDArray[np.bool_], around: tuple[int, ...]) -> NDArray[np.bool_]:
    """(N,) which discs shade the board around, of one colour over these axes, less than most do.

    beside : (N, ANGLES, T) where the board beside each of them shows.
    """
    relative = np.clip(over_face_and_board(shading, around), DARKER, LIGHTER)
    shared = most_common(relative, beside)
    expected = moved(shared, MOVES_MM)
    strengths = [_strength(*each, shared, expected) for each in zip(relative, beside, strict=True)]
    return np.array(strengths) < FLAT


def _strength(relative: Shading, beside: NDArray[np.bool_], shared: FloatArray, expected: Shading) -> float:
    """How many times the shading that all discs share explains that of one best; endless where nothing can be said.

    expected : (G, ANGLES, T) what they share, along the outline of a disc that is misplaced in so many ways.
    """
    if not beside.any() or np.sqrt((shared[beside] ** 2).mean()) < LEAST_SHADE:
        return np.inf
    alike = expected[:, beside]
    return float((alike @ relative[beside] / (alike**2).sum(axis=1)).max())
