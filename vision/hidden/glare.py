"""A lamp or a window mirrored by the lacquer: what it hides, and whose disc it may pass off as the other team's.

A mirror image adds white light to whatever lies under it. The board shows how much: more white than is usual so far
from its middle, which neither shadows nor brighter places explain, for these change all its channels in proportion.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.colour.colour_space import lab, levels, weigh
from vision.colour.topdown import TopDown, px_from_above
from vision.placing.outline import linear_light, over_channels

FloatArray = NDArray[np.float64]
Picture = NDArray[np.float32]

WHITE = np.ones(3, np.float32)
# Boards are painted in rings: colours are compared about as far from the middle, in so many rings of one area, so that
# neither discs nor glare cover half of one.
RINGS = 25
# The innermost of these are as small as what a lamp lights, so that their usual colour would be the lit one: so many of
# them, about all within the 15 line, are one. Of 11 holes with a lamp over them nine then show it, before five.
INNERMOST = 3
# A white disc is no glare, nor are two or three that touch: wider than this is what none of them holds.
WIDER_MM = 48.0
# A place at the edge of the board has a little less than half of such a circle on it.
LEAST_KNOWN = 0.4
# Noise of a few pixels, and lines as thin as these.
SMOOTHED_PX = 3
# Less light than this, as a share of white, makes black lighter by no more than two discs of one team may differ.
LEAST = 0.03
# More light than this, as a share of white, washes colours out. Of 227 photos as taken and boards by lot none mirrors
# so much over its hole.
WASHES_OUT = 0.1
# A board that is nearly white or grey shows no added white: squared sine of the angle between its colour and white. Nor
# is a colour that far from all mixtures of another and white that other in white light.
TELLING = 0.02
# The glare over a disc is told by the board around it: so many times as much, at least and at most. Where a lamp is
# mirrored by a disc alone the board shows a third of it, or nothing.
LEAST_SHARE, MOST_SHARE = 0.6, 3.0
# A face is the other team's where its distance to that team's colour is less than so many times that to its own. Where
# most of the light is taken off hues err: a dark disc in a window's light came out as near to the one as to the other.
NEARER = 0.8
# A mirrored lamp adds as much to a disc as to the board beside it, so that the lighter of the two stays so, by this
# much (L*). Board as light as the second is cut off by the sensor, and shows no light. On 498 photos with lamps added,
# and otherwise altered, three of ten discs that passed for the other team's without a question are turned round so, and
# none of 1,869 others; of 1,832 without such lamps one. Where nothing is mirrored, paint beside discs does it as well.
CLEARLY_LIGHTER, BLOWN_BOARD = 4.0, 97.0
# So far from the usual hue of the board and all paler ones (a*b*) there is paint: one board of 389 photos and boards by
# lot has discs turned round by it, 13 away and more; a lamp that the search for mirrored light missed was 4 away.
OF_ONE_HUE = 8.0
# A face of more than such spread (L*a*b*), and so many times its team's usual one, is lit by a lamp in part: which
# colour is under the light cannot be told. On 498 photos with lamps added, and otherwise altered, four of ten discs
# that passed for the other team's without a question are so, and 2 of 1,869 others; of 1,832 without such lamps none.
LIT_IN_PART, TIMES_AS_UNEVEN = 6.0, 3.0


@dataclass(frozen=True, eq=False, kw_only=True)
class Glare:
    """light : (N, N) that is mirrored where the board is seen from above, as a share of white. px_per_mm: scale."""

    light: Picture
    px_per_mm: float

    @property
    def seen(self) -> bool:
        """Whether there is any."""
        return bool(self.light.any())

    def at(self, seen_mm: FloatArray) -> Picture:
        """(M,) light where things are seen at (M, 2) on the surface."""
        side_px = len(self.light)
        at_px = np.rint(px_from_above(seen_mm, side_px, self.px_per_mm))
        column, row = at_px.astype(np.intp).clip(0, side_px - 1).T
        return np.asarray(self.light[row, column], np.float32)


def find_glare(top_down: TopDown, view: BoardView) -> Glare:
    """The light that the board mirrors, by its colours. top_down: a pixel of 4 mm is fine enough."""
    light = linear_light(cv2.medianBlur(top_down.bgr, SMOOTHED_PX).astype(np.float32))
    axis = (np.arange(len(light)) - (len(light) - 1) / 2) / (top_down.px_per_mm * view.surface_radius_mm)
    ring = np.maximum((RINGS * (axis**2 + axis[:, None] ** 2)).astype(np.intp) - INNERMOST + 1, 0)
    rings = RINGS - INNERMOST + 1
    on_board = ring < rings
    added = np.full(light.shape[:2], np.inf, np.float32)
    for here in np.split(np.argsort(ring, axis=None), np.cumsum(np.bincount(ring.ravel())))[:rings]:
        added.flat[here] = _added(light.reshape(-1, 3)[here], np.median(light.reshape(-1, 3)[here], axis=0))
    wide = _wide(added, on_board, top_down.px_per_mm)
    inner, beyond = ring == 0, ring == 1
    usual, usual_beyond = (np.median(light[where], axis=0) for where in (inner, beyond))
    if wide[beyond].max(initial=0.0) > LEAST and _in_white_light(usual, usual_beyond):
        # Over the edge of the innermost ring a lamp goes on: where it lights most of that, its usual colour is the lit
        # one, and the board beyond tells.
        added[inner] = _added(light[inner], usual_beyond)
        wide = _wide(added, on_board, top_down.px_per_mm)
    return Glare(light=np.where(wide > LEAST, wide, np.float32(0.0)), px_per_mm=top_down.px_per_mm)


def unsure_in_glare(
    glare: Glare, seen_mm: FloatArray, face_lab: FloatArray, team_lab: FloatArray, team: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """(M,) whether a face would be nearer to another team's colour without the glare over it.

    seen_mm : (M, 2) where on the surface the faces are seen. face_lab : (M, 3). team_lab : (T, 3). team : (M,) of the
    faces as they are.
    """
    light = glare.at(seen_mm)
    if len(team_lab) < 2 or not light.any():
        return np.zeros(len(team), bool)
    faces = levels(face_lab)
    apart = [
        np.linalg.norm(weigh(lab(without_glare(faces, light, of_team))) - weigh(own_lab), axis=1)
        for of_team, own_lab in zip(levels(team_lab), team_lab, strict=True)
    ]
    own = np.choose(team, apart)
    return np.asarray((light > 0) & (np.min(apart, axis=0) < NEARER * own), np.bool_)


def turned_round(
    glare: Glare,
    seen_mm: FloatArray,
    face_lab: FloatArray,
    surround_lab: FloatArray,
    team: NDArray[np.intp],
    on_board: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """(M,) whether a face in a mirrored lamp's light is darker than the board, as another team's are, though its own
    team is lighter; or the other way round.

    seen_mm : (M, 2) where on the surface the faces are seen. face_lab, surround_lab : (M, 3) of them and around them.
    team : (M,). on_board : (M,), not in the ditch.
    """
    lighter = face_lab[:, 0] - surround_lab[:, 0]
    usual = {int(t): float(np.median(lighter[on_board & (team == t)])) for t in np.unique(team[on_board])}
    than_board, of_team = (_side(light) for light in (lighter, np.array([usual.get(int(t), 0.0) for t in team])))
    as_anothers = np.isin(than_board, _side(np.array(list(usual.values()))))
    lit = (glare.at(seen_mm) > 0) | (surround_lab[:, 0] > BLOWN_BOARD) | _whiter(surround_lab, on_board)
    return np.asarray(on_board & lit & as_anothers & (than_board * of_team < 0), np.bool_)


def _whiter(surround_lab: FloatArray, on_board: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(M,) where the board is lighter than around most discs on it, and its hue as it was or paler, as no paint is."""
    if not on_board.any():
        return on_board
    usual = np.median(surround_lab[on_board], axis=0)
    paler = np.clip(surround_lab[:, 1:] @ usual[1:] / max(float(usual[1:] @ usual[1:]), 1.0), 0.0, 1.0)
    off = np.linalg.norm(surround_lab[:, 1:] - paler[:, None] * usual[1:], axis=1)
    return np.asarray((surround_lab[:, 0] > usual[0] + CLEARLY_LIGHTER) & (off < OF_ONE_HUE), np.bool_)


def _side(lighter: FloatArray) -> FloatArray:
    """1 where clearly lighter, -1 where clearly darker, 0 between."""
    return np.asarray(np.sign(lighter) * (np.abs(lighter) > CLEARLY_LIGHTER))


def lit_in_part(face_spread: FloatArray, team: NDArray[np.intp]) -> NDArray[np.bool_]:
    """(M,) whether a lamp is mirrored over a part of a face, by the (M,) spread of its colours and others' of its team:
    one that is as small as a disc may not show on the board around it.
    """
    of_team = {int(t): float(np.median(face_spread[team == t])) for t in np.unique(team)}
    usual = np.array([of_team[int(t)] for t in team])
    return np.asarray((face_spread > LIT_IN_PART) & (face_spread > TIMES_AS_UNEVEN * usual), np.bool_)


def without_glare(bgr: Picture, light: Picture, expected_bgr: Picture) -> Picture:
    """(..., 3) colours without the light mirrored over them, as much of it as brings them nearest to what is expected.

    light : (...,) that the board mirrors there. expected_bgr : (3,).
    """
    seen = linear_light(bgr)
    best = over_channels(seen - linear_light(expected_bgr)) / 3
    taken = np.clip(best, LEAST_SHARE * light, MOST_SHARE * light)
    return np.asarray(255 * np.sqrt(np.maximum(seen - taken[..., None], 0.0)), np.float32)


def _added(light: Picture, usual: Picture) -> Picture:
    """(N, 3) of the board about as far from its middle -> (N,) white that is added; infinite where nothing tells.

    Light of any brightness of the usual colour (3,), and white, together as near as they come to what is seen.
    """
    usual2, usual_white, white2 = float(usual @ usual), float(usual @ WHITE), float(WHITE @ WHITE)
    apart = usual2 * white2 - usual_white**2
    if apart <= TELLING * usual2 * white2:
        return np.full(len(light), np.inf, np.float32)
    white = (usual2 * (light @ WHITE) - usual_white * (light @ usual)) / apart
    return np.asarray(np.maximum(white, 0.0), np.float32)


def _in_white_light(lit: Picture, unlit: Picture) -> bool:
    """Whether light of one colour, (3,), may be that of another and white."""
    parts = np.column_stack([unlit, WHITE])
    left = lit - parts @ np.linalg.lstsq(parts, lit, rcond=None)[0]
    return bool(left @ left < TELLING * (lit @ lit))


def _wide(added: Picture, on_board: NDArray[np.bool_], px_per_mm: float) -> Picture:
    """What is left of (N, N) light without all that is narrower than WIDER_MM.

    What is infinite bounds nothing; where that is most of what is around, nothing is known.
    """
    size = round(WIDER_MM * px_per_mm) | 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    even = cv2.medianBlur(added, SMOOTHED_PX)
    known = cv2.filter2D(np.isfinite(even).astype(np.float32), -1, disc / disc.sum(), borderType=cv2.BORDER_CONSTANT)
    eroded = np.where(known > LEAST_KNOWN, cv2.erode(even, disc), np.float32(0.0))
    opened = cv2.dilate(eroded, disc)
    smooth = cv2.GaussianBlur(np.where(on_board, opened, np.float32(0.0)), (0, 0), size / 6)
    return np.where(on_board, smooth, np.float32(0.0))
