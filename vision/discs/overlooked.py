"""A second look by colour: patches of a team's colour, as large as a disc, where no disc was found, or of nothing but
the white of a lamp.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.colour.board_above import BoardAbove, board_above, share_between, share_within
from vision.colour.colour_space import lab, levels, weigh
from vision.colour.topdown import TopDown
from vision.discs.two_coloured import Inlay
from vision.hidden.glare import Glare, without_glare
from vision.placing.outline import over_channels

FloatArray = NDArray[np.float64]

# Nearer to the team's colour than the first, and than to the board's around it, which is farther from the team's than
# the second (weighted L*a*b*).
TEAM_NEAR = 8.0
BOARD_FAR = 10.0
# JPEG's hues are coarse: where the board's is quite another a patch may be farther from the team's, by this share of
# its distance from the board's. Black discs on blue in a small photo were up to 10 off, and 30 to 45 from the board. On
# 307 photos altered in several ways this shows 10 passed-over discs instead of 7, and 51 other places instead of 48;
# with the light on the board taken off as well 15, and 60. On 244 boards by lot and photos as taken either way shows
# one place more.
NEAR_SHARE = 0.4
# A patch counts when it covers nearly all of a circle of this share of a disc's radius.
CORE = 0.75
# A dot ends within its face: from here on, in radii of its own, to the face's edge no more than this has its colour. A
# line so wide would cover a fifth there.
DOT_ENDS, LEFT_OF_DOT = 1.4, 0.1
# A hole of a team's colour covers as much of circles whose middle is up to this much farther from its own than it is
# wider than they: 3.3 mm by the share that may be missing, and holes are up to 1.5 mm wider than regular ones and up to
# 2.9 mm off the lines' middle.
IN_HOLE_MM = 7.7
# Dots are half as wide: where they were seen three times as coarsely 17 of those on 90 painted and inlaid boards were
# seams of paint, lines and numerals, twice as coarsely 8; 11 passed-over discs are found either way.
DOTS_COARSE = 2
# What glare leaves of a colour is mostly noise: there a patch counts if it is so many times as near to a team's as to
# the board's.
MUCH_NEARER = 2.0
# Grey level from which noise and compression leave nothing of what the sensor cut off. On 306 boards by lot and photos
# as taken this shows one place, where a window is mirrored and no disc lies.
CUT_OFF_LEVEL = 250


def find_overlooked(
    above: BoardAbove, view: BoardView, glare: Glare, colours_lab: FloatArray, radius_mm: float
) -> FloatArray:
    """(K, 2) board positions of patches inside the outer line, team-coloured or cut off, that no disc explains.

    glare: what the board mirrors. colours_lab : (C, 3) of the teams, one or more of each. radius_mm : of the discs.
    """
    patch = _team_coloured(above.colour, above.around, above.free, weigh(colours_lab).astype(np.float32))
    if glare.seen:
        patch |= _dark_in_glare(above.smooth, above.board, glare, above.free, colours_lab)
    patch |= _cut_off(above.smooth, above.colour, above.free)
    core_mm = CORE * radius_mm
    share = share_within(patch & above.free, core_mm * above.coarse.px_per_mm)
    return above.covered_places(share, _off_hole_mm(view, core_mm))


def find_dots(
    top_down: TopDown, view: BoardView, inlays: Sequence[Inlay], discs_mm: FloatArray, radius_mm: float
) -> FloatArray:
    """(K, 2) board positions of dots like those in a team's faces that no disc explains: they show where the rest of a
    face hardly differs from the board.

    discs_mm : (M, 2) axes of the discs that were found. radius_mm : of the discs.
    """
    if not inlays:
        return np.zeros((0, 2))
    above = board_above(top_down, view, DOTS_COARSE, discs_mm, radius_mm)
    px_per_mm, found_mm = above.coarse.px_per_mm, []
    for inlay in inlays:
        dot_mm = inlay.share * radius_mm
        dot = _team_coloured(above.colour, above.around, above.free, inlay.colour[None].astype(np.float32)) & above.free
        # Its outermost pixels are a mixture.
        share = share_within(dot, dot_mm * px_per_mm - 0.5)
        share[share_between(dot, DOT_ENDS * dot_mm * px_per_mm, radius_mm * px_per_mm) > LEFT_OF_DOT] = 0.0
        found_mm.append(above.covered_places(share, _off_hole_mm(view, dot_mm)))
    return np.concatenate(found_mm)


def _off_hole_mm(view: BoardView, core_mm: float) -> float:
    """How far from the board's middle circles of this radius are that no hole of a team's colour covers."""
    return view.hole_radius_mm - core_mm + IN_HOLE_MM


def _team_coloured(
    colour: NDArray[np.float32], around: NDArray[np.float32], free: NDArray[np.bool_], teams: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """(H, W) where a team's colour shows as it is, or as it would amid board of the usual lightness: in a shadow a disc
    is as much darker as the board around it, as in `evenly_lit`.

    colour, around : (H, W, 3) all that is seen, and the board. free : (H, W) within the lines. teams : (C, 3).
    """
    off_board = over_channels((colour - around) ** 2)
    near = np.minimum(off_board, np.maximum(np.float32(TEAM_NEAR**2), np.float32(NEAR_SHARE**2) * off_board))
    lighter = np.zeros_like(around)
    lighter[..., 0] = around[..., 0] - np.median(around[free, 0])
    patch = np.zeros(free.shape, bool)
    for light in (np.zeros_like(lighter), lighter):
        team_like, board_like = (_squared_distances(picture - light, teams) for picture in (colour, around))
        patch |= ((team_like < near) & (board_like > BOARD_FAR**2)).any(axis=0)
    return patch


def _dark_in_glare(
    smooth: NDArray[np.uint8],
    board: NDArray[np.uint8],
    glare: Glare,
    free: NDArray[np.bool_],
    colours_lab: FloatArray,
) -> NDArray[np.bool_]:
    """(H, W) where a team's colour shows without the glare: of teams darker than the board, for glare itself looks like
    what is paler.

    smooth : (H, W, 3) all that is seen. board : (h, w, 3) the board around, coarser. free : (H, W) within the lines.
    colours_lab : (C, 3) of the teams.
    """
    dark_lab = colours_lab[colours_lab[:, 0] < np.median(lab(board.astype(np.float32))[..., 0])]
    light, over_board = (np.asarray(cv2.resize(glare.light, p.shape[1::-1]), np.float32) for p in (smooth, board))
    lit = (light > 0) & free
    lit_bgr, lit_by = smooth[lit].astype(np.float32), light[lit]
    patch = np.zeros(len(lit_bgr), bool)
    for own_bgr, own in zip(levels(dark_lab), weigh(dark_lab).astype(np.float32), strict=True):
        colour, board_colour = (
            weigh(lab(without_glare(picture, over, own_bgr))).astype(np.float32)
            for picture, over in ((lit_bgr, lit_by), (board.astype(np.float32), over_board))
        )
        around = cv2.resize(board_colour, smooth.shape[1::-1])[lit]
        from_team2, from_board2, apart2 = (over_channels(d * d) for d in (colour - own, colour - around, around - own))
        patch |= (MUCH_NEARER**2 * from_team2 < from_board2) & (apart2 > BOARD_FAR**2)
    dark = np.zeros(lit.shape, bool)
    dark[lit] = patch
    return dark


def _cut_off(smooth: NDArray[np.uint8], colour: NDArray[np.float32], free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(H, W) where a lamp is so bright that the sensor shows white, whatever lies there, on a board that is not white.

    smooth, colour : (H, W, 3) all that is seen, the second weighted. free : (H, W) within the lines.
    """
    white = np.asarray((smooth >= CUT_OFF_LEVEL).all(axis=2), np.bool_)
    if not (white & free).any():
        return white
    off_board = over_channels(np.square(colour - np.median(colour[free], axis=0).astype(np.float32)))
    return np.asarray(white & (off_board > BOARD_FAR**2))


def _squared_distances(picture: NDArray[np.float32], colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """(C, H, W) squared distances of (H, W, 3) pixels from (C, 3) colours."""
    flat = picture.reshape(-1, 3)
    own, others = over_channels(flat * flat), over_channels(colours * colours)[:, None]
    return np.asarray(own - 2 * colours @ flat.T + others, np.float32).reshape(-1, *picture.shape[:2])
