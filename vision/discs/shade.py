"""How strongly things shade the board beside them: as discs do, or not, as circles of paint and bare wood."""

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
# Shadows that darken the board by less, root mean square of the light's logarithm, drown in grain.
LEAST_SHADE = 0.1


def shade_strength(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, discs: NDArray[np.intp]) -> FloatArray:
    """(N,) how many times as strongly as most discs each of some things shades the board; endless where nothing can be
    said.

    discs : (D,) which of the things are the discs that tell how discs do here.
    """
    shading, own = log_shading(bgr, view, solids, solids.taken(discs).joined(pegs_as_solids(view)))
    nearest_mm = NEAREST_MM + view.coarsest_mm_per_px(solids.xy_mm) / 2
    beside = own & (nearest_mm[:, None, None] < OFFSETS_MM) & (OFFSETS_MM < FARTHEST_MM)
    # An area of another colour that begins beside a disc must not pass for its shadow, nor make up for it.
    return np.maximum(*(_strengths(shading, beside, discs, around) for around in (ALL_ROUND, ON_EACH_NORMAL)))


def _strengths(
    shading: Shading, beside: NDArray[np.bool_], discs: NDArray[np.intp], around: tuple[int, ...]
) -> FloatArray:
    """(N,) the strength where the board around is of one colour over these axes.

    beside : (N, ANGLES, T) where the board beside each thing shows.
    """
    relative = np.clip(over_face_and_board(shading, around), DARKER, LIGHTER)
    shared = most_common(relative[discs], beside[discs])
    expected = moved(shared, MOVES_MM)
    return np.array([_strength(*each, shared, expected) for each in zip(relative, beside, strict=True)])


def _strength(relative: Shading, beside: NDArray[np.bool_], shared: FloatArray, expected: Shading) -> float:
    """How many times the shading that discs share explains that of one thing best.

    expected : (G, ANGLES, T) what they share, along the outline of a disc that is misplaced in so many ways.
    """
    if not beside.any() or np.sqrt((shared[beside] ** 2).mean()) < LEAST_SHADE:
        return np.inf
    alike = expected[:, beside]
    return float((alike @ relative[beside] / (alike**2).sum(axis=1)).max())
