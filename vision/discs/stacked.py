"""Discs that lie partly on another: beside one that was found a crescent of a team's colour shows, round like a disc.

The outlines of two such discs overlap, as those of discs that lie flat never do: only one of the two is counted.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from calibration.view import BoardView
from vision.colour.colour_space import lab, weigh
from vision.hidden.foreign_patches import may_be_shadow
from vision.placing.disc_fit import edges_agree
from vision.placing.disc_position import Placed
from vision.placing.neighbours import OVERLAP, apart, beyond_outlines_mm
from vision.placing.outline import NORMALS, Solids, outline_mm, sample

FloatArray = NDArray[np.float64]

# In 159 photos into which a disc was drawn that lies on another, 130 of them asked about without this too, 110 such
# crescents are found; in 267 photos and boards by lot, none of which has stacked discs, none is. The nearest to one
# there was drawn along 0.4 of its outline; up to 25 from a team's colour there were seven.
# A crescent is nearer to a team's colour, and farther from the board's (weighted L*a*b*).
TEAM_NEAR, BOARD_FAR = 15.0, 10.0
# Its edge is seen on at least this share of what no other disc hides of it.
LEAST_SEEN = 0.5
# In radii, the middles of the two are at least so far apart: of what lies nearer hardly anything shows.
LEAST_APART = 0.4
# Nearer than this to another disc's outline its colour, its shadow and the blur of both are seen; and so far beside its
# own outline the board is.
BLURRED_MM, BESIDE_MM = 2.0, 3.5
# Places spread evenly over a face, in radii. A crescent of fewer of them is no wider than a shadow's edge.
ON_FACE: FloatArray = (np.sqrt(np.arange(0.5, 9) / 9)[:, None, None] * NORMALS[::2]).reshape(-1, 2)
LEAST_PLACES = 6


def find_stacked(
    bgr: NDArray[np.uint8], view: BoardView, placed: Placed, chosen: NDArray[np.intp], team_lab: FloatArray
) -> FloatArray:
    """(K, 2) mm where discs may lie on the chosen ones, or under them.

    bgr : (H, W, 3). placed: all candidates. chosen : (N,) which of them are discs. team_lab : (T, 3).
    """
    discs, team = placed.solids.taken(chosen), weigh(team_lab)
    index = np.flatnonzero(_overlap(placed.solids, discs, view))
    crescents = [i for i in index if _shows_a_team(bgr, view, placed.solids.taken(np.array([i])), discs, team)]
    stacked = placed.solids.taken(np.array(crescents, np.intp))
    seen = _edge_seen(bgr, view, stacked, discs)
    best_first = apart(np.flatnonzero(seen > LEAST_SEEN), stacked, seen)
    return stacked.xy_mm[best_first]


def _overlap(solids: Solids, discs: Solids, view: BoardView) -> NDArray[np.bool_]:
    """(M,) whether places for discs, within the lines, overlap one of the discs. A hole painted in a team's colour
    shows beside a disc over its edge, as a crescent too.
    """
    away_mm = cdist(solids.xy_mm, discs.xy_mm).min(axis=1, initial=np.inf)
    overlap = (away_mm > LEAST_APART * solids.radius_mm) & (away_mm < 2 * OVERLAP * solids.radius_mm)
    from_middle_mm = np.hypot(*solids.xy_mm.T)
    within = (from_middle_mm > view.hole_radius_mm) & (from_middle_mm < view.lines[2].radius_mm)
    return np.asarray(overlap & within)


def _shows_a_team(bgr: NDArray[np.uint8], view: BoardView, one: Solids, discs: Solids, team: FloatArray) -> bool:
    """Whether what is seen of one disc's face beside the others has a team's colour, not the board's in a shadow.

    team : (T, 3) weighted L*a*b*.
    """
    face_mm = one.xy_mm + (one.radius_mm - BLURRED_MM) * ON_FACE
    around_mm = outline_mm(one, view)[0] + BESIDE_MM * NORMALS
    beside_mm = [view.apparent_mm(face_mm, float(one.top_mm[0])), around_mm]
    face, board = (at_mm[beyond_outlines_mm(at_mm, discs, view) > BLURRED_MM] for at_mm in beside_mm)
    if len(face) < LEAST_PLACES or not len(board):
        return False
    face_bgr, board_bgr = (np.median(sample(bgr, view.px(at_mm)), axis=0) for at_mm in (face, board))
    seen, around = (weigh(lab(of_bgr)) for of_bgr in (face_bgr, board_bgr))
    off_board, off_team = np.linalg.norm(seen - around), np.linalg.norm(team - seen, axis=1).min(initial=np.inf)
    return bool(off_team < TEAM_NEAR and off_board > BOARD_FAR and not may_be_shadow(face_bgr, board_bgr))


def _edge_seen(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, discs: Solids) -> FloatArray:
    """(M,) share of what the discs leave to be seen of each outline along which the photo has an edge."""
    agrees = edges_agree(bgr, view, solids)
    free = beyond_outlines_mm(outline_mm(solids, view), discs, view) > BLURRED_MM
    return np.asarray((agrees & free).sum(axis=1) / np.maximum(free.sum(axis=1), 1))
