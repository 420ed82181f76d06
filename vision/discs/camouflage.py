"""Discs of the board's own colour that draw no outline to vote for, sought all over the board by their shading.

The shading that the sure discs share is laid on every place of the board as seen from above. Wood grain is shaded as
well: a place is judged by how far it stands out from the rest of this board, together with what grain does not have, an
edge all round and a face of one colour.
"""

from dataclasses import replace
from itertools import pairwise, product

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import maximum_filter
from scipy.stats import median_abs_deviation

from calibration.shrink import shrink
from calibration.view import BoardView
from vision.colour.colour_space import weigh
from vision.colour.colours import face_colours, face_unevenness, surround_colours
from vision.colour.topdown import look_from_above
from vision.discs.likeness import ALIKE_SIGMA_MM, DARKER, DARKEST, LIGHTER, REACH_MM, on_surface, shading_at
from vision.discs.shade import shade_strength
from vision.placing.disc_position import Placed, place_discs
from vision.placing.neighbours import (
    apart,
    clear_of_discs,
    clear_of_pegs,
    pegs_as_solids,
    reach_of_disc_mm,
    reach_of_peg_mm,
)
from vision.placing.outline import NORMALS, Solids, linear_light, outline_mm, over_channels

FloatArray = NDArray[np.float64]
Picture = NDArray[np.float32]

# A side or a shadow is some 4 mm wide: more pixels tell no more.
PX_PER_MM = 0.5
# Light is compared with that within this (one sigma): the room's shadows are wider.
AROUND_MM = 12.0
# One template holds for a block of the board: the sides that the camera sees change from place to place.
BLOCKS = 3
# Of a template: from its middle to the end of what is seen of a disc and around it, at a slant.
HALF_TEMPLATE_MM = 32.0
# Two peaks nearer than this are one disc's, and more than so many are grain's.
PEAKS_MM, MOST_PEAKS = 20.0, 60
# Circles are drawn to sixteenths of a pixel.
SHIFT = 4
# Log odds of a disc: of standing out by one sigma more, of an outline that is drawn more clearly, of a face that
# differs more from the board around and of one that is less even (logarithms of one plus L*a*b*), and of shading the
# board beside it as strongly as discs do. Fitted by logistic regression to 43 discs that had been passed over and 5,110
# bare places on 86 boards by lot, photos and photos rearranged; fitted to half of the boards, 30 of the discs and 4 of
# the places are likely on the others. By odds without the last, fitted to other boards, 23 and 38 were, most of these
# places on one real board.
ODDS: FloatArray = np.array([1.22, 28.4, 5.16, -8.43, 5.39])
ODDS_OF_NONE = -16.7
# What the last is taken for at least and at most, and where shadows are too weak to tell: between places and discs.
SHADES, UNTOLD = (-0.5, 1.5), 0.7
# The likelier reading of a board is that none was passed over.
LIKELY = 0.5


def find_camouflaged(
    bgr: NDArray[np.uint8], view: BoardView, template: FloatArray, sure: Solids, discs_mm: FloatArray
) -> Placed:
    """Where discs of the board's colour are likelier than not, away from all others.

    template : (ANGLES, T) of the shading that the sure discs share, of which some lie on the board. discs_mm : (N, 2)
    axes of all that were found.
    """
    example = sure.taken(np.zeros(1, np.intp))
    stands_out = _stands_out(bgr, view, template, example, discs_mm)
    rows, columns = _peaks(stands_out)
    supposed = example.taken(np.zeros(len(rows), np.intp))
    supposed = replace(supposed, xy_mm=_board_mm(len(stands_out))[rows, columns])
    placed = place_discs(bgr, view, supposed, ALIKE_SIGMA_MM)
    log_odds = _log_odds(bgr, view, placed, stands_out[rows, columns], sure)
    place_mm, radius_mm = placed.solids.xy_mm, float(example.radius_mm[0])
    free = clear_of_discs(place_mm, discs_mm, radius_mm) & clear_of_pegs(place_mm, view, radius_mm)
    return placed.taken(apart(np.flatnonzero(free & (log_odds > LIKELY)), placed.solids, log_odds))


def _log_odds(bgr: NDArray[np.uint8], view: BoardView, placed: Placed, sigmas: Picture, sure: Solids) -> FloatArray:
    """(K,) of a disc against bare board. sigmas : (K,) by which the places stand out. sure : discs."""
    face_lab, _ = face_colours(bgr, view, placed.solids)
    around_lab = surround_colours(bgr, view, outline_mm(placed.solids, view))
    contrast = np.linalg.norm(weigh(face_lab) - weigh(around_lab), axis=1)
    uneven = face_unevenness(bgr, view, placed.solids)
    lying = sure.taken(np.flatnonzero(on_surface(sure, view)))
    discs = np.arange(len(lying.xy_mm))
    shade = shade_strength(bgr, view, lying.joined(placed.solids), discs)[len(discs) :]
    shade = np.where(np.isfinite(shade), np.clip(shade, *SHADES), UNTOLD)
    signs = np.column_stack([sigmas, placed.drawn, np.log1p(contrast), np.log1p(uneven), shade])
    return np.asarray(signs @ ODDS + ODDS_OF_NONE)


def _stands_out(
    bgr: NDArray[np.uint8], view: BoardView, template: FloatArray, example: Solids, discs_mm: FloatArray
) -> Picture:
    """(N, N) from above: by how many sigmas a disc there would be shaded more like the others than bare board is.

    -inf where none can lie unseen.
    """
    shading = _shading_from_above(bgr, view)
    place_mm = _board_mm(len(shading))
    outer_mm = view.lines[2].radius_mm
    bare = _bare_board(len(shading), view, discs_mm, float(example.radius_mm[0]))
    correlation = np.full(shading.shape, -np.inf, np.float32)
    edges = np.round((len(shading) - 1) / 2 + np.linspace(-outer_mm, outer_mm, BLOCKS + 1) * PX_PER_MM).astype(int)
    for (top, bottom), (left, right) in product(pairwise(edges), pairwise(edges)):
        middle_mm = place_mm[(top + bottom) // 2, (left + right) // 2]
        seen, mask = _template_from_above(view, template, replace(example, xy_mm=middle_mm[None]))
        half = len(seen) // 2
        block = shading[top - half : bottom + half, left - half : right + half]
        correlation[top:bottom, left:right] = cv2.matchTemplate(block, seen, cv2.TM_CCOEFF_NORMED, mask=mask)
    # Where the sensor cut off all light nothing correlates with anything.
    told = bare & np.isfinite(correlation)
    if not told.any():
        return np.full(shading.shape, -np.inf, np.float32)
    usual, sigma = np.median(correlation[told]), median_abs_deviation(correlation[told], scale="normal")
    return np.where(told, (correlation - usual) / sigma, -np.inf).astype(np.float32)


def _shading_from_above(bgr: NDArray[np.uint8], view: BoardView) -> Picture:
    """(N, N) logarithm of the light against that around."""
    # A picture of many more pixels is averaged first: sampled here and there it would show its noise.
    scale = min(1.0, 2 * PX_PER_MM * view.middle_mm_per_px)
    above = look_from_above(shrink(bgr, scale), view.scaled(scale), PX_PER_MM).bgr
    light = np.log(over_channels(linear_light(above.astype(np.float32))) / 3 + np.float32(DARKEST))
    return np.asarray(np.clip(light - cv2.GaussianBlur(light, (0, 0), AROUND_MM * PX_PER_MM), DARKER, LIGHTER))


def _template_from_above(view: BoardView, template: FloatArray, disc: Solids) -> tuple[Picture, Picture]:
    """(K, K) the shading of a disc as it is seen from above with its foot in the middle, and where it says anything."""
    half = round(HALF_TEMPLATE_MM * PX_PER_MM)
    around_mm = _board_mm(2 * half + 1)
    outline = outline_mm(disc, view)[0] - disc.xy_mm[0]
    # An outline is convex: a point lies on the normal beyond whose tangent it is farthest.
    beyond_mm = around_mm @ NORMALS.T - (outline * NORMALS).sum(axis=1)
    normal, offset_mm = beyond_mm.argmax(axis=2), beyond_mm.max(axis=2)
    return shading_at(template, normal, offset_mm), (offset_mm < REACH_MM).astype(np.float32)


def _peaks(stands_out: Picture) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """(K,) rows and (K,) columns of the places that stand out most."""
    highest = stands_out == maximum_filter(stands_out, round(PEAKS_MM * PX_PER_MM))
    rows, columns = np.nonzero(highest & np.isfinite(stands_out))
    order = np.argsort(-stands_out[rows, columns], kind="stable")[:MOST_PEAKS]
    return rows[order], columns[order]


def _board_mm(side_px: int) -> FloatArray:
    """(N, N, 2) where the pixels of a picture from above lie, from its middle."""
    axis_mm = (np.arange(side_px) - (side_px - 1) / 2) / PX_PER_MM
    return np.stack(np.meshgrid(axis_mm, -axis_mm), axis=-1)


def _bare_board(side_px: int, view: BoardView, discs_mm: FloatArray, radius_mm: float) -> NDArray[np.bool_]:
    """(N, N) where one more disc may lie within the outer line, off the hole. Drawn: distances of so many places from
    all discs and pegs take a hundred times as long.
    """
    bare = np.zeros((side_px, side_px), np.uint8)

    def draw(xy_mm: FloatArray, reach_mm: float, value: int) -> None:
        x_px, y_px = (side_px - 1) / 2 + np.array([1, -1]) * xy_mm * PX_PER_MM
        x, y, reach = (round(2**SHIFT * float(px)) for px in (x_px, y_px, reach_mm * PX_PER_MM))
        cv2.circle(bare, (x, y), reach, value, cv2.FILLED, shift=SHIFT)

    draw(np.zeros(2), view.lines[2].radius_mm, 1)
    draw(np.zeros(2), view.hole_radius_mm + radius_mm, 0)
    for xy_mm in discs_mm:
        draw(xy_mm, reach_of_disc_mm(radius_mm), 0)
    for xy_mm in pegs_as_solids(view).xy_mm:
        draw(xy_mm, reach_of_peg_mm(view, radius_mm), 0)
    return bare.astype(np.bool_)
