"""Photo and BoardView -> BoardReading: the order of the steps."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.board import TOURNAMENT_DISC, DiscSpec, MeasuredSet
from calibration.through_lens import bent_more
from calibration.view import BoardView
from vision.colour.board_above import BoardAbove
from vision.colour.names import name_teams, rgb_of
from vision.discs.candidates import Candidates
from vision.discs.discs_among import FoundDiscs
from vision.discs.find_discs import find_discs
from vision.discs.two_coloured import see_pattern
from vision.discs.visibility import see_teams
from vision.doubts import (
    choice_doubts,
    covered_doubts,
    hole_doubts,
    overlooked_doubts,
    stacked_doubts,
    team_doubts,
    view_doubts,
)
from vision.gaps import line_distances, shared_sigma_mm
from vision.hidden.covered import ONE_THING_MM, find_covered
from vision.hidden.foreign_patches import find_foreign_patches
from vision.hole.read_hole import HoleReading, read_hole, under_mirrored_light
from vision.placing.disc_position import Placed, along_mm2
from vision.placing.neighbours import clear_of, clear_of_discs
from vision.placing.shared_radius import RADIUS_SIGMA_MM
from vision.reading import TEAM_IDS, BoardReading, Disc, Place, Team
from vision.shading.fit import DRAWN_RADIUS_SIGMA_MM, Shaded, place_by_shading
from vision.shading.lens_flow import through_clearest_lens
from vision.shading.placing_doubts import by_thickness_mm
from vision.standpoint.straightened import from_where_it_was_taken, where_it_may_be_taken_from

FloatArray = NDArray[np.float64]

# A fit in the hole may start where so much of an outline was seen. On 36 pictures half as much reads the same discs,
# twice as much all but one.
HOLE_SCORE = 0.3
# Told roughly, for no line is near the hole.
HOLE_SIGMA_MM = 0.5


def read_board(bgr: NDArray[np.uint8], view: BoardView, measured: MeasuredSet | None = None) -> BoardReading:
    """Find and place every disc on the board, in the hole and in the ditch.

    bgr : (H, W, 3) uint8, the photo that `view` was found in.
    """
    disc = measured.disc if measured else None
    found, shaded = _find_as_taken(bgr, view, measured)
    candidates, teams, choice = found.candidates, found.teams, found.choice
    placed, view = shaded.placed, shaded.view
    thicker_mm = by_thickness_mm(placed.solids, view, (disc or TOURNAMENT_DISC).thickness_sigma_mm)
    placed = replace(placed, covariance_mm2=placed.covariance_mm2 + along_mm2(thicker_mm))
    radius_mm = disc.radius_mm if disc else found.radius_mm + shaded.wider_mm
    shared_mm = shared_sigma_mm(measured, shaded.radius_sigma_mm)
    hole = _hole(bgr, view, candidates, teams.lab, placed.solids.xy_mm, radius_mm)
    hole = under_mirrored_light(see_pattern(hole, found.patterns, bgr, view, radius_mm), found.glare)
    discs = [
        replace(
            _surface_disc(view, placed, i, TEAM_IDS[choice.team[i]], radius_mm, disc, shared_mm),
            by_thickness_mm=(float(x_mm), float(y_mm)),
        )
        for i, (x_mm, y_mm) in enumerate(thicker_mm)
    ]
    if hole.content != "empty":
        discs.append(_hole_disc(view, hole))
        if hole.team == len(teams.lab):
            teams = teams.with_another(hole.face_lab)
    off_leaning = _off_leaning_disc(found.placed.solids.xy_mm[choice.doubtful], hole)
    choice = replace(choice, doubtful=choice.doubtful[off_leaning])
    seen = see_teams(view, found.placed, choice)
    passed_over_mm = np.concatenate([found.overlooked_mm, found.dots_mm])
    # The crescent of a disc that lies on another is asked about as such.
    passed_over_mm = passed_over_mm[clear_of_discs(passed_over_mm, found.stacked_mm, radius_mm)]
    asked_mm = np.concatenate([passed_over_mm, found.placed.solids.xy_mm[choice.doubtful]])
    doubts = (
        *hole_doubts(hole, teams.lab, None if hole.content == "empty" else len(discs) - 1),
        *choice_doubts(view, candidates, found.placed.solids.xy_mm, choice, outlines_sure=found.outlines_sure),
        *team_doubts(view, candidates, teams, choice, discs, seen, found.patterns.two_coloured),
        *overlooked_doubts(view, passed_over_mm[_off_leaning_disc(passed_over_mm, hole)]),
        *stacked_doubts(view, found.stacked_mm),
        *covered_doubts(view, _covered(bgr, view, found.above, placed.solids.xy_mm, asked_mm, radius_mm)),
        *view_doubts(view, lines_measured=bool(measured and measured.lines)),
    )
    return BoardReading(
        teams=_teams(teams.lab),
        discs=tuple(discs),
        doubts=doubts,
        shared_gap_sigma_mm=shared_mm,
        view=view,
    )


def _find_as_taken(bgr: NDArray[np.uint8], view: BoardView, measured: MeasuredSet | None) -> tuple[FoundDiscs, Shaded]:
    """The discs and where they stand. If they lean though the board seems seen from straight above, once more as from
    where the picture was taken; if they speak of a wide lens, through the one with which they show most clearly, and
    again with what they then say of it.
    """
    found, shaded = _find_and_place(bgr, view, measured)
    leaning = where_it_may_be_taken_from(bgr, view, found.candidates.top_down, found.discs.solids)
    if leaning:
        discs = [find_discs(bgr, other, measured.disc if measured else None).discs for other in leaning]
        return _find_and_place(bgr, from_where_it_was_taken(bgr, leaning, discs), measured)
    if not shaded.bend.is_wide:
        return found, shaded
    clearest, placed = through_clearest_lens(bgr, view, found.discs.solids)
    if clearest is view:
        return found, shaded
    shaded = _place(bgr, clearest, placed, found.choice.team, measured)
    return _find_and_place(bgr, bent_more(clearest, shaded.bend.k1), measured)


def _find_and_place(bgr: NDArray[np.uint8], view: BoardView, measured: MeasuredSet | None) -> tuple[FoundDiscs, Shaded]:
    """The discs by their outlines and colours, and where light puts those that were chosen."""
    found = find_discs(bgr, view, measured.disc if measured else None)
    chosen = found.placed.taken(found.choice.index)
    return found, _place(bgr, view, chosen, found.choice.team, measured)


def _place(
    bgr: NDArray[np.uint8], view: BoardView, chosen: Placed, team: NDArray[np.intp], measured: MeasuredSet | None
) -> Shaded:
    """Where light puts the chosen discs. team : (N,) of them."""
    radius_sigma_mm = DRAWN_RADIUS_SIGMA_MM if measured and measured.disc else RADIUS_SIGMA_MM
    lens_known = bool(measured and measured.lines)
    return place_by_shading(bgr, view, chosen, team, radius_sigma_mm, lens_known=lens_known)


def _hole(
    bgr: NDArray[np.uint8],
    view: BoardView,
    candidates: Candidates,
    team_lab: FloatArray,
    discs_mm: FloatArray,
    radius_mm: float,
) -> HoleReading:
    xy_mm = candidates.fits.solids.xy_mm
    near = (np.hypot(*xy_mm.T) < view.hole_radius_mm) & (candidates.score > HOLE_SCORE)
    return read_hole(bgr, view, xy_mm[near], team_lab, discs_mm, radius_mm)


def _covered(
    bgr: NDArray[np.uint8],
    view: BoardView,
    above: BoardAbove,
    discs_mm: FloatArray,
    asked_mm: FloatArray,
    radius_mm: float,
) -> FloatArray:
    """(K, 2) where something lies over lines, or on the board between them, each once. asked_mm : (N, 2) places that
    are asked about already.
    """
    over_lines_mm = find_covered(bgr, view, discs_mm, radius_mm)
    patches_mm = find_foreign_patches(above, view, radius_mm)
    apart = clear_of(patches_mm, over_lines_mm, ONE_THING_MM) & clear_of(patches_mm, asked_mm, 2 * radius_mm)
    return np.concatenate([over_lines_mm, patches_mm[apart]])


def _off_leaning_disc(places_mm: FloatArray, hole: HoleReading) -> NDArray[np.bool_]:
    """(K,) whether another disc may lie at (K, 2) places, as far as a disc that leans over the hole leaves room."""
    if hole.content != "lip":
        return np.ones(len(places_mm), np.bool_)
    return clear_of_discs(places_mm, hole.base_mm[None, :2], hole.radius_mm)


def _surface_disc(
    view: BoardView, placed: Placed, i: int, team: str, radius_mm: float, disc: DiscSpec | None, shared_mm: float
) -> Disc:
    xy_mm = placed.solids.xy_mm[i]
    px = view.px(xy_mm)
    place: Place = "ditch" if np.hypot(*xy_mm) > view.surface_radius_mm else "surface"
    gaps = line_distances(view, xy_mm, placed.covariance_mm2[i], radius_mm, disc, shared_mm)
    return Disc(
        team=team,
        place=place,
        x_mm=float(xy_mm[0]),
        y_mm=float(xy_mm[1]),
        px=(float(px[0]), float(px[1])),
        radius_mm=radius_mm,
        sigma_mm=float(np.sqrt(np.trace(placed.covariance_mm2[i]) / 2)),
        gaps=gaps if place == "surface" else (),
    )


def _hole_disc(view: BoardView, hole: HoleReading) -> Disc:
    x_mm, y_mm, z_mm = (float(v) for v in hole.base_mm)
    px = view.px(np.array([x_mm, y_mm]), z_mm)
    return Disc(
        team=TEAM_IDS[hole.team],
        place="hole" if hole.content == "hole" else "lip",
        x_mm=x_mm,
        y_mm=y_mm,
        px=(float(px[0]), float(px[1])),
        radius_mm=hole.radius_mm,
        sigma_mm=HOLE_SIGMA_MM,
        gaps=(),
    )


def _teams(team_lab: FloatArray) -> tuple[Team, ...]:
    names = name_teams(team_lab)
    return tuple(Team(id=TEAM_IDS[i], name=names[i], rgb=rgb_of(lab)) for i, lab in enumerate(team_lab))
