"""What may stand over the edge of the twenty hole, and what is the hole's own business.

A disc lies flat with its middle over the hole until that is nearer than the chord between the two points at which its
base crosses the rim: then it tips.
"""

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.colour.colour_space import lab, weigh
from vision.discs.candidates import Candidates
from vision.discs.whose_disc import VISIBLE
from vision.placing.disc_position import Placed
from vision.placing.outline import NORMALS, Solids

FloatArray = NDArray[np.float64]

# Shares of the radius at which it is looked for what covers the board, half as high as the disc.
RINGS = np.array((0.3, 0.5, 0.7, 0.85))
# Holes are drilled up to this far off the lines' middle; nearer to the rim nobody knows whether it is hole or board.
BESIDE_MM = 3.0
# The board's colour is the median all round the hole, so far from its rim: a disc over its edge hides less than half.
BARE_MM = 8.0
# Share of what is seen beside the hole that is of the disc's colour rather than the board's: of 94 views of discs over
# the edge none had less than 0.65, of five bottoms that passed for one none more than 0.17.
COVERS = 0.5


def seen_over_hole(solids: Solids, view: BoardView) -> NDArray[np.bool_]:
    """(M,) whether the camera sees the middle of a face over the hole."""
    face_mm = view.apparent_mm(solids.xy_mm, solids.top_mm)
    return np.asarray(np.hypot(*face_mm.T) < view.hole_radius_mm)


def rim_over_disc(placed: Placed, view: BoardView, rim_clarity: float) -> FloatArray:
    """(M,) how many times as clearly as a disc the hole's rim is drawn, where the face would be seen over the hole: at
    a slant the hole passes for a disc that stands before it. 0 elsewhere.
    """
    return np.where(seen_over_hole(placed.solids, view), rim_clarity / np.maximum(placed.drawn, 1e-9), 0.0)


def is_in_hole(candidates: Candidates, solids: Solids, view: BoardView) -> NDArray[np.bool_]:
    """(M,) whether a candidate is the hole's business: over it, and no disc that lies over its edge.

    solids : (M,) the candidates where they were placed.
    """
    from_middle_mm, base_mm = np.hypot(*solids.xy_mm.T), solids.radius_mm - solids.rounding_mm
    in_hole = np.asarray(from_middle_mm < view.hole_radius_mm)
    tips = from_middle_mm < np.sqrt(np.maximum(view.hole_radius_mm**2 - base_mm**2, 0.0))
    for i in np.flatnonzero(in_hole & ~tips):
        in_hole[i] = not _covers_board(candidates, solids, view, i)
    return in_hole


def _covers_board(candidates: Candidates, solids: Solids, view: BoardView, i: np.intp) -> bool:
    """Whether a disc's colour is seen on the board around the hole, where the disc would cover it."""
    place_mm = solids.xy_mm[i] + (solids.radius_mm[i] * RINGS)[:, None, None] * NORMALS
    seen_mm = view.apparent_mm(place_mm, float(solids.middle_mm[i]))
    beside = np.hypot(seen_mm[..., 0], seen_mm[..., 1]) > view.hole_radius_mm + BESIDE_MM
    bare_mm = (view.hole_radius_mm + BARE_MM) * NORMALS
    covering, bare = (weigh(lab(candidates.top_down.colours(at_mm))) for at_mm in (seen_mm, bare_mm))
    face, board = weigh(candidates.face_lab[i]), np.median(bare, axis=0)
    if not beside.any() or np.linalg.norm(face - board) < VISIBLE:
        return False
    is_disc = np.linalg.norm(covering - face, axis=-1) < np.linalg.norm(covering - board, axis=-1)
    return bool(is_disc[beside].mean() > COVERS)
