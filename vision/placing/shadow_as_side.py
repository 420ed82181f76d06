"""Discs whose shadow was taken for their side, put back where they stand.

Where light comes from behind, a shadow as long as the disc is tall continues its side towards the camera. The two
together have the outline of a disc one thickness nearer, and edges alone may prefer that. What lies beyond the nearer
one's face tells them apart: the rest of the true face, or the board.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.directions import directions
from calibration.view import BoardView
from vision.placing.disc_position import COARSE_MM, Placed, along_mm2, place_discs
from vision.placing.neighbours import beyond_outlines_mm, clear_of_discs
from vision.placing.outline import NORMALS, Solids, linear_light, outline_mm, sample

FloatArray = NDArray[np.float64]

# How much less clearly, in log odds, the disc may be drawn behind; how much of the light's way from board to face what
# lies beyond must have gone, and how far apart the two are, as a share of white. On 496 boards drawn by lot, seen at up
# to 60 degrees, some 2,000 discs have a second place behind: 31 of them are moved, 27 to nearer the truth.
LESS_CLEARLY, FACE_SHARE, LEAST_CONTRAST = 9.0, (0.55, 1.5), 0.1
# Four of 31 wrongly may be a quarter, one time in ten: this share of the distance's square is left in doubt.
STILL_IN_DOUBT = 0.24
# Behind: nearer than that it is the same place found twice; so nearly in the direction in which the disc leans.
LEAST_MM, STRAIGHT_BEHIND = 2.5, 0.7
# Between light that is the face's and the board's there is blur and the edge's rounding.
MARGIN_MM = 1.0
# The board is looked at clear of the blurred edge, and no farther than neighbours mostly lie.
BOARD_BEYOND_MM = (2.5, 3.5, 4.5, 5.5)
# Places all over a face, in radii: a sunflower's spiral, each a golden angle from the one before (Vogel 1979).
SPIRAL = np.arange(300)
ON_FACE: FloatArray = np.sqrt((SPIRAL[:, None] + 0.5) / len(SPIRAL)) * directions(2.39996 * SPIRAL)


def off_their_shadows(bgr: NDArray[np.uint8], view: BoardView, placed: Placed, chosen: NDArray[np.intp]) -> Placed:
    """Move those of the (N,) chosen that show the rest of their face behind where they were placed.

    Discs that lean by less than place_discs reaches need no second look: it weighs both places itself.
    """
    solids = placed.solids.taken(chosen)
    lean_mm = view.apparent_mm(solids.xy_mm, solids.top_mm) - solids.xy_mm
    leans = np.flatnonzero((np.linalg.norm(lean_mm, axis=1) > COARSE_MM) & np.isfinite(placed.merit[chosen]))
    if not len(leans):
        return placed
    index, lean_mm = chosen[leans], lean_mm[leans]
    here = placed.taken(index)
    behind = place_discs(bgr, view, replace(here.solids, xy_mm=here.solids.xy_mm + lean_mm))
    for i in np.flatnonzero(_is_drawn_behind(here, behind, lean_mm)):
        one = np.array([i])
        before, after = here.taken(one), behind.taken(one)
        others_mm = placed.solids.xy_mm[chosen[chosen != index[i]]]
        free = clear_of_discs(after.solids.xy_mm[0], others_mm, float(after.solids.radius_mm[0]))
        if free and _shows_face(bgr, view, before.solids, after.solids):
            placed = placed.updated(index[one], _in_doubt(before, after))
    return placed


def _is_drawn_behind(here: Placed, behind: Placed, lean_mm: FloatArray) -> NDArray[np.bool_]:
    """(K,) which of the discs have a place of their own straight behind, about as clearly drawn."""
    apart_mm = behind.solids.xy_mm - here.solids.xy_mm
    distance_mm = np.linalg.norm(apart_mm, axis=1)
    backward_mm = np.sum(apart_mm * lean_mm, axis=1) / np.linalg.norm(lean_mm, axis=1)
    elsewhere = (distance_mm > LEAST_MM) & (backward_mm > STRAIGHT_BEHIND * distance_mm)
    return np.asarray(elsewhere & (behind.merit > here.merit - LESS_CLEARLY))


def _in_doubt(before: Placed, after: Placed) -> Placed:
    """One disc where it was moved to, the less sure the farther that is."""
    apart_mm = after.solids.xy_mm - before.solids.xy_mm
    doubt_mm2 = STILL_IN_DOUBT * along_mm2(apart_mm)
    return replace(after, covariance_mm2=after.covariance_mm2 + doubt_mm2)


def _shows_face(bgr: NDArray[np.uint8], view: BoardView, here: Solids, behind: Solids) -> bool:
    """Whether what one disc's face has beyond the outline of the nearer one looks like a face, not like the board."""
    height_mm = behind.top_mm[:, None]
    face_radius_mm = behind.radius_mm - behind.rounding_mm
    face = view.apparent_mm(behind.xy_mm[:, None] + face_radius_mm[:, None, None] * ON_FACE, height_mm)[0]
    outside_mm = beyond_outlines_mm(face, here, view)
    far = NORMALS @ (behind.xy_mm - here.xy_mm)[0] > 0
    board = np.concatenate([(outline_mm(behind, view)[0] + mm * NORMALS)[far] for mm in BOARD_BEYOND_MM])
    rest, common = face[outside_mm > MARGIN_MM], face[outside_mm < -MARGIN_MM]
    # Through the hole neither the board nor a face need show.
    over_hole = bool((np.hypot(*rest.T) < view.hole_radius_mm + MARGIN_MM).any())
    if over_hole or not len(rest) or not len(common):
        return False
    rest_light, face_light, board_light = (
        np.median(linear_light(sample(bgr, view.px(place))), axis=0) for place in (rest, common, board)
    )
    way = face_light - board_light
    contrast = float(np.linalg.norm(way))
    share = float((rest_light - board_light) @ way) / max(contrast**2, 1e-9)
    return contrast > LEAST_CONTRAST and FACE_SHARE[0] < share < FACE_SHARE[1]
