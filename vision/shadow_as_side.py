"""Discs whose shadow was taken for their side, put back where they stand.

Where light comes from behind, a shadow as long as the disc is tall continues its side towards the camera. The two
together have the outline of a disc one thickness nearer, and edges alone may prefer that. What lies beyond the nearer
one's face tells them apart: the rest of the true face, or the board.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.disc_position import COARSE_MM, Placed, place_discs
from vision.neighbours import OVERLAP
from vision.outline import NORMALS, Solids, linear_light, outline_mm, sample

FloatArray = NDArray[np.float64]

# How much less clearly, in log odds, the disc may be drawn behind; how much of the light's way from board to face what
# lies beyond must have gone, and how far apart the two are, as a share of white. Of 496 boards drawn by lot, seen at up
# to 60 degrees, these picked 30 of 2,086 discs that had a second place behind: 23 were nearer the truth there, 7 not.
LESS_CLEARLY, FACE_SHARE, LEAST_CONTRAST = 9.0, (0.55, 1.5), 0.1
# Those seven leave this share of the distance's square in doubt.
STILL_IN_DOUBT = 7 / 30
# Behind: at least so far, and so nearly in the direction in which the disc leans.
LEAST_MM, STRAIGHT_BEHIND = 2.5, 0.7
# Between light that is the face's and the board's there is blur and the edge's rounding.
MARGIN_MM = 1.0
BOARD_BEYOND_MM = (2.5, 3.5, 4.5, 5.5)
# Places all over a face, in radii: a sunflower's spiral, each a golden angle from the one before (Vogel 1979).
SPIRAL = np.arange(300)
ON_FACE: FloatArray = (
    np.sqrt((SPIRAL + 0.5) / len(SPIRAL)) * np.stack([np.cos(2.39996 * SPIRAL), np.sin(2.39996 * SPIRAL)])
).T


def off_their_shadows(bgr: NDArray[np.uint8], view: BoardView, placed: Placed, chosen: NDArray[np.intp]) -> Placed:
    """Move those of the (N,) chosen that show the rest of their face behind where they were placed.

    Discs that lean by less than place_discs reaches need no second look: it weighs both places itself.
    """
    solids = placed.solids.taken(chosen)
    lean_mm = view.shadow_mm(solids.xy_mm, solids.height_mm + solids.thickness_mm) - solids.xy_mm
    tall = np.flatnonzero((np.linalg.norm(lean_mm, axis=1) > COARSE_MM) & np.isfinite(placed.merit[chosen]))
    if not len(tall):
        return placed
    here, lean_mm = placed.taken(chosen[tall]), lean_mm[tall]
    behind = place_discs(bgr, view, replace(here.solids, xy_mm=here.solids.xy_mm + lean_mm))
    apart_mm = behind.solids.xy_mm - here.solids.xy_mm
    distance_mm = np.linalg.norm(apart_mm, axis=1)
    straight = np.sum(apart_mm * lean_mm, axis=1) / np.linalg.norm(lean_mm, axis=1) > STRAIGHT_BEHIND * distance_mm
    free = _clearance_mm(behind.solids.xy_mm, solids.xy_mm, tall) > 2 * OVERLAP * here.solids.radius_mm
    clear = behind.merit > here.merit - LESS_CLEARLY
    possible = np.flatnonzero(straight & (distance_mm > LEAST_MM) & free & clear)
    one_by_one = possible[:, None]
    shows = [_shows_face(bgr, view, here.solids.taken(one), behind.solids.taken(one)) for one in one_by_one]
    stands = possible[np.array(shows, np.bool_)]
    moved, apart_mm = behind.taken(stands), apart_mm[stands]
    doubt_mm2 = STILL_IN_DOUBT * apart_mm[:, :, None] * apart_mm[:, None, :]
    return placed.updated(chosen[tall[stands]], replace(moved, covariance_mm2=moved.covariance_mm2 + doubt_mm2))


def _clearance_mm(xy_mm: FloatArray, all_mm: FloatArray, own: NDArray[np.intp]) -> FloatArray:
    """(K,) distances of (K, 2) places from the nearest of (N, 2) discs, but for their (K,) own."""
    distance_mm = np.linalg.norm(xy_mm[:, None] - all_mm, axis=2)
    distance_mm[np.arange(len(own)), own] = np.inf
    return np.asarray(distance_mm.min(axis=1))


def _shows_face(bgr: NDArray[np.uint8], view: BoardView, here: Solids, behind: Solids) -> bool:
    """Whether what one disc's face has beyond the outline of the nearer one looks like a face, not like the board."""
    outline, beyond = outline_mm(here, view)[0], outline_mm(behind, view)[0]
    height_mm = (behind.height_mm + behind.thickness_mm)[:, None]
    face_radius_mm = behind.radius_mm - behind.rounding_mm
    face = view.shadow_mm(behind.xy_mm[:, None] + face_radius_mm[:, None, None] * ON_FACE, height_mm)[0]
    # Outside a convex outline: beyond the tangent of any of its normals.
    outside_mm = np.einsum("pkj,kj->pk", face[:, None] - outline, NORMALS).max(axis=1)
    far = NORMALS @ (behind.xy_mm - here.xy_mm)[0] > 0
    board = np.concatenate([(beyond + mm * NORMALS)[far] for mm in BOARD_BEYOND_MM])
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
    return (
        contrast > LEAST_CONTRAST
        and FACE_SHARE[0] < float((rest_light - board_light) @ way) / contrast**2 < FACE_SHARE[1]
    )
