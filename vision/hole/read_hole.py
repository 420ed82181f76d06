"""What is in the twenty hole: nothing, a bottom painted like a disc, a disc flat in it, or one leaning on its lip.

A flat disc is as wide as the other discs and leaves a slit all round, also on the near side; a painted bottom is cut
off by the rim there. A disc flat over the hole's edge is told elsewhere (`vision/discs/over_hole.py`), and nothing lies
in the hole then: a disc is higher than most holes are deep, and would carry that one.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import HOLE_DEPTH_MM, TOURNAMENT_DISC
from calibration.view import BoardView
from vision.colour.colour_space import NEAR_COLOUR, TEAM_SPREAD, lab, weigh
from vision.colour.colours import face_colours
from vision.hidden.glare import WASHES_OUT, Glare
from vision.hole.outlines import Outlines, fit_in_hole, see_outlines
from vision.hole.picture import SHARP_PX, picture_hole, told_blur_px
from vision.hole.signs import Content, HoleSigns, told_by_signs
from vision.hole.solids import LIKELY_LEANS, SolidOdds, weigh_solids
from vision.placing.neighbours import reach_of_disc_mm
from vision.placing.outline import NORMALS, Solids, sample

FloatArray = NDArray[np.float64]

# In the hole's shadow a face may be this far off its team's colour, where the outline is seen.
SHADED_COLOUR = 1.3 * TEAM_SPREAD
# Lighter than the team by more than this (L*) it is likelier wood: of 81 discs in holes none was by more than 13.4, in
# photos, renderings and boards drawn by lot; of 47 holes without one 8 were, by up to 41.
LIGHTER = 14.0
# An empty hole is dark: only a face lighter than this (L*) can be told from it by where its colour ends.
DARK_HOLE = 25.0
# A hole is of a team's very colour all over that differs from it by no more than this, and in itself: black discs that
# fill it, seen from above, differ from their team by 0.3 to 2.6 in renderings.
VERY_COLOUR, ALL_OVER = 3.0, 7.0
# With none of its team to compare with, log of how much better a disc than a bottom explains a hole that may hold one:
# of 90 discs alone on boards drawn by lot, in the hole or leaning over it, none was below 0.05, of 45 empty holes 32.
# Of 58 more, which had no say, none was either.
MAY_BE_LONE = 0.0
# Discs are larger than a tournament's, and so are their holes, if their radius is so by more than twice what it is good
# to, mm.
LARGER_MM = 0.5
# The slit of 1.6 mm between disc and rim takes two pixels to be seen: in boards drawn by lot with more mm a pixel than
# this the colour of discs ended at 16.6 to 17.5 mm as well. In a soft photo it takes as many more as it is softer.
SLIT_MM_PER_PX = 0.8
RAY_MM = np.arange(9.0, 21.0, 0.25)
# The colour of the middle is that at these radii. It ends where it is off by so much or by so many times its own spread
# there, but by this share at most of how far it is ever off along the ray. On 61 boards it ends on the other side of
# FACE_ENDS_MM on 1 with half of the first and on 12 with twice as much, on 7 and 18 with the second, on 4 with a share
# of a quarter, on 2 with three quarters.
MIDDLE_MM, OFF, OFF_SPREADS, OFF_SHARE = (2.0, 5.0, 7.0), 6.0, 4.0, 0.5
# Seen at more than this slant the far wall shows: normals count that point away from the camera by no more than this.
# With half of either it ends on the same side on all of these boards, with twice as much on all but one.
FROM_ABOVE_DEG, AWAY = 10.0, 0.2


@dataclass(frozen=True, eq=False, kw_only=True)
class HoleReading:
    """content: the likelier reading. doubtful: whether the photo leaves another one open. team: colour group, the next
    one where it has a colour that no other disc has, or -1.

    face_lab : (3,) colour of what is seen there. base_mm : (3,) centre of the disc's base, if there is a disc.
    radius_mm: its radius.
    """

    content: Content
    doubtful: bool
    team: int
    face_lab: FloatArray
    base_mm: FloatArray
    radius_mm: float


@dataclass(frozen=True, eq=False, kw_only=True)
class _Face:
    """What is seen where a disc's face would be. lab : (3,) its colour. spread: how far it differs from that in itself.

    off: how far it is off the nearest team's colour. team: that one's number, or -1 where it is too far off.
    """

    lab: FloatArray
    spread: float
    off: float
    team: int


def read_hole(
    bgr: NDArray[np.uint8],
    view: BoardView,
    starts_mm: FloatArray,
    team_lab: FloatArray,
    discs_mm: FloatArray,
    disc_radius_mm: float,
) -> HoleReading:
    """Decide what the hole holds.

    starts_mm : (K, 2) candidates near the hole. team_lab : (T, 3) colours of the teams seen elsewhere, T may be 0.
    discs_mm : (N, 2) axes of the discs on the surface, disc_radius_mm : of all of them.
    """
    fits = fit_in_hole(bgr, view, np.vstack([np.zeros((1, 2)), starts_mm]), disc_radius_mm)
    # What stands beside the hole does not lean on it as well.
    apart_mm = np.linalg.norm(fits.solids.xy_mm[:, None] - discs_mm, axis=2).min(axis=1, initial=np.inf)
    beside = apart_mm <= reach_of_disc_mm(disc_radius_mm)
    outlines = see_outlines(fits, beside, np.zeros(2), view.hole_radius_mm, disc_radius_mm)
    supposed = fits.solids.taken(np.array([outlines.chosen]))
    face = _see_face(bgr, view, supposed, team_lab)
    nothing = HoleReading(
        content="empty",
        doubtful=False,
        team=face.team,
        face_lab=face.lab,
        base_mm=np.append(supposed.xy_mm[0], -HOLE_DEPTH_MM),
        radius_mm=float(supposed.radius_mm[0]),
    )
    covered = np.hypot(*discs_mm.T).min(initial=np.inf) < view.hole_radius_mm
    if covered or (face.team < 0 and len(team_lab) > 1):
        return nothing
    odds = weigh_solids(picture_hole(bgr, view, discs_mm, disc_radius_mm), view, team_lab, disc_radius_mm)
    if odds.surely_leans or (face.team >= 0 and odds.likely_leans):
        return _leaning(odds, doubtful=not (odds.plainly_leans and odds.of_a_team), radius_mm=disc_radius_mm)
    if face.team < 0:
        return _lone(nothing, odds, new_team=len(team_lab), disc_radius_mm=disc_radius_mm)
    outlines = see_outlines(fits, beside, odds.axis_mm, view.hole_radius_mm, disc_radius_mm)
    content, doubtful = told_by_signs(
        _signs(bgr, view, outlines, face, team_lab[face.team], wider_than_usual(view, disc_radius_mm)), odds
    )
    told = fits.solids.taken(np.array([outlines.chosen]))
    base_mm = np.append(told.xy_mm[0], -HOLE_DEPTH_MM)
    return replace(nothing, content=content, doubtful=doubtful, base_mm=base_mm, radius_mm=float(told.radius_mm[0]))


def wider_than_usual(view: BoardView, disc_radius_mm: float) -> float:
    """How many times as wide as on other boards of its size a hole is for discs of this radius: at least as wide."""
    usual_mm = TOURNAMENT_DISC.radius_mm * view.beside_tournament
    return disc_radius_mm / usual_mm if disc_radius_mm > usual_mm + LARGER_MM else 1.0


def _see_face(bgr: NDArray[np.uint8], view: BoardView, supposed: Solids, team_lab: FloatArray) -> _Face:
    """The face of the one supposed disc."""
    face_lab, spread = face_colours(bgr, view, supposed)
    off = np.linalg.norm(weigh(team_lab) - weigh(face_lab[0]), axis=1)
    nearest = float(off.min(initial=np.inf))
    team = int(off.argmin()) if nearest < SHADED_COLOUR else -1
    return _Face(lab=face_lab[0], spread=float(spread[0]), off=nearest, team=team)


def _signs(
    bgr: NDArray[np.uint8], view: BoardView, outlines: Outlines, face: _Face, team_lab: FloatArray, wider: float
) -> HoleSigns:
    """What is seen of a team's colour, (3,), in the hole, which is so many times as wide as usual."""
    softness = told_blur_px(view) / SHARP_PX
    return HoleSigns(
        outlines=outlines,
        own_colour=face.off < NEAR_COLOUR,
        very_colour=face.off < VERY_COLOUR and face.spread < ALL_OVER,
        lit=float(face.lab[0]) > DARK_HOLE,
        lighter=float(face.lab[0] - team_lab[0]) > LIGHTER,
        ends_mm=_face_ends(bgr, view, wider),
        slit_shows=view.middle_mm_per_px * softness < SLIT_MM_PER_PX,
        soft=softness > 1.0,
    )


def under_mirrored_light(hole: HoleReading, glare: Glare) -> HoleReading:
    """The same, in doubt where a lamp or a window is mirrored over the hole: what lies there has no team's colour then,
    and no solid explains it.
    """
    return replace(hole, doubtful=hole.doubtful or bool(glare.at(np.zeros((1, 2)))[0] > WASHES_OUT))


def like_a_teamless_disc(hole: HoleReading, teamless_lab: FloatArray) -> HoleReading:
    """The same, in doubt where it passes for empty for want of a team's colour, but has that of a disc that has none
    either. teamless_lab : (K, 3) of such discs.
    """
    off = float(np.linalg.norm(weigh(teamless_lab) - weigh(hole.face_lab), axis=1).min(initial=np.inf))
    return replace(hole, doubtful=hole.doubtful or (hole.content == "empty" and off < NEAR_COLOUR))


def _lone(nothing: HoleReading, odds: SolidOdds, *, new_team: int, disc_radius_mm: float) -> HoleReading:
    """What may be the only disc of its team: always asked about. Most holes are empty: it is counted only where it is
    clearly the likelier.
    """
    if odds.lean > LIKELY_LEANS:
        return _leaning(odds, doubtful=True, radius_mm=disc_radius_mm)
    if odds.surely_level:
        return replace(nothing, content="hole", doubtful=True, team=new_team)
    return replace(nothing, doubtful=odds.likely_level or odds.any_disc >= MAY_BE_LONE)


def _leaning(odds: SolidOdds, *, doubtful: bool, radius_mm: float) -> HoleReading:
    """A disc that leans on the lip, of the team whose colour is nearest; of a new one where another team may be."""
    other_team_unseen = len(odds.from_team) < 2
    return HoleReading(
        content="lip",
        doubtful=doubtful,
        team=len(odds.from_team) if other_team_unseen and not odds.of_a_team else int(odds.from_team.argmin()),
        face_lab=odds.leaning.face_lab,
        base_mm=odds.leaning.base_mm,
        radius_mm=radius_mm,
    )


def _face_ends(bgr: NDArray[np.uint8], view: BoardView, wider: float) -> float:
    """Radius at which the colour of the middle first ends, on the near side and across, where no wall shows: of a hole
    so many times as wide as usual, as it would be in a usual one.
    """
    middle_px = view.px(np.concatenate([radius * NORMALS[::6] for radius in MIDDLE_MM]))
    middle = lab(sample(bgr, middle_px))
    centre = weigh(np.asarray(np.median(middle, axis=0), np.float64))
    spread = float(np.median(np.linalg.norm(weigh(middle) - centre, axis=1)))
    rays: FloatArray = lab(sample(bgr, view.px(wider * RAY_MM[:, None, None] * NORMALS)))
    smooth = cv2.GaussianBlur(rays.reshape(len(RAY_MM), -1), (1, 3), 0).reshape(rays.shape)
    distance = np.linalg.norm(weigh(np.asarray(smooth, np.float64)) - centre, axis=2)
    level = np.minimum(max(OFF, OFF_SPREADS * spread), OFF_SHARE * distance.max(axis=0))
    ends = distance > level
    radius_mm = np.where(ends.any(axis=0), RAY_MM[ends.argmax(axis=0)], RAY_MM[-1])
    towards = view.camera.centre_mm[:2] / (np.linalg.norm(view.camera.centre_mm[:2]) + 1e-9)
    counts = (view.camera.slant_deg <= FROM_ABOVE_DEG) | (NORMALS @ towards > -AWAY)
    return float(np.median(radius_mm[counts]))
