"""Photo and BoardView -> BoardReading: the order of the steps."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.board import MeasuredSet
from calibration.view import BoardView
from vision.as_taken import find_as_taken
from vision.disc_values import hole_disc, named_teams, surface_discs
from vision.discs.discs_among import FoundDiscs
from vision.discs.two_coloured import see_pattern
from vision.discs.visibility import see_teams
from vision.doubts import (
    choice_doubts,
    covered_doubts,
    hole_doubts,
    overlooked_doubts,
    radius_doubts,
    stacked_doubts,
    team_doubts,
    view_doubts,
)
from vision.gaps import shared_sigma_mm
from vision.hidden.covered import ONE_THING_MM, find_covered
from vision.hidden.foreign_patches import find_foreign_patches
from vision.hole.read_hole import HoleReading, like_a_teamless_disc, read_hole, under_mirrored_light, wider_than_usual
from vision.placing.neighbours import clear_of, clear_of_discs
from vision.reading import BoardReading, Disc, Doubt

FloatArray = NDArray[np.float64]

# A fit in the hole may start where so much of an outline was seen. On 36 pictures half as much reads the same discs,
# twice as much all but one.
HOLE_SCORE = 0.3


def read_board(bgr: NDArray[np.uint8], view: BoardView, measured: MeasuredSet | None = None) -> BoardReading:
    """Find and place every disc on the board, in the hole and in the ditch.

    bgr : (H, W, 3) uint8, the photo that `view` was found in.
    """
    found, shaded = find_as_taken(bgr, view, measured)
    discs_mm = shaded.placed.solids.xy_mm
    radius_mm = measured.disc.radius_mm if measured and measured.disc else found.radius_mm + shaded.wider_mm
    view = shaded.view if measured and measured.hole_radius_mm else _with_room_for_discs(shaded.view, radius_mm)
    shared_mm = shared_sigma_mm(measured, shaded.radius_sigma_mm, view.half_width_sigma_mm)
    discs = surface_discs(view, shaded.placed, found.choice.team, radius_mm, measured, shared_mm)
    hole = _hole(bgr, view, found, discs_mm, radius_mm)
    if hole.content != "empty":
        discs.append(hole_disc(view, hole))
        if hole.team == len(found.teams.lab):
            found = replace(found, teams=found.teams.with_another(hole.face_lab))
    covered_mm = _covered(bgr, view, found, discs_mm, radius_mm)
    doubts = (
        *_doubts(view, _off_leaning_disc(found, hole), hole, discs),
        *([] if measured and measured.disc else radius_doubts(view, radius_mm)),
        *covered_doubts(view, covered_mm),
        *view_doubts(view, lines_measured=bool(measured and measured.lines)),
    )
    return BoardReading(
        teams=named_teams(found.teams.lab),
        discs=tuple(discs),
        doubts=doubts,
        shared_gap_sigma_mm=shared_mm,
        view=view,
    )


def _with_room_for_discs(view: BoardView, radius_mm: float) -> BoardView:
    """The board, its hole, which was not measured, wide enough for discs of this radius."""
    return replace(view, hole_radius_mm=view.hole_radius_mm * wider_than_usual(view, radius_mm))


def _hole(
    bgr: NDArray[np.uint8], view: BoardView, found: FoundDiscs, discs_mm: FloatArray, radius_mm: float
) -> HoleReading:
    """What the hole holds. discs_mm : (N, 2) where the discs on the board stand, of this radius."""
    xy_mm = found.candidates.fits.solids.xy_mm
    near = (np.hypot(*xy_mm.T) < view.hole_radius_mm) & (found.candidates.score > HOLE_SCORE)
    hole = read_hole(bgr, view, xy_mm[near], found.teams.lab, discs_mm, radius_mm)
    hole = under_mirrored_light(see_pattern(hole, found.patterns, bgr, view, radius_mm), found.glare)
    return like_a_teamless_disc(hole, found.teamless_lab)


def _doubts(view: BoardView, found: FoundDiscs, hole: HoleReading, discs: Sequence[Disc]) -> list[Doubt]:
    """What the discs themselves leave in doubt. discs : all of them, the one in the hole last."""
    candidates, choice, xy_mm = found.candidates, found.choice, found.placed.solids.xy_mm
    in_hole = None if hole.content == "empty" else len(discs) - 1
    seen = see_teams(view, found.placed, choice)
    return [
        *hole_doubts(hole, found.teams.lab, in_hole),
        *choice_doubts(view, candidates, xy_mm, choice, outlines_sure=found.outlines_sure),
        *team_doubts(view, candidates, found.teams, choice, discs, seen, found.patterns.two_coloured),
        *overlooked_doubts(view, found.passed_over_mm),
        *stacked_doubts(view, found.stacked_mm),
    ]


def _covered(
    bgr: NDArray[np.uint8], view: BoardView, found: FoundDiscs, discs_mm: FloatArray, radius_mm: float
) -> FloatArray:
    """(K, 2) where something lies over lines, or on the board between them, each once and nothing that is asked about
    already. discs_mm : (N, 2) where the discs stand, of this radius.
    """
    asked_mm = np.concatenate([found.passed_over_mm, found.placed.solids.xy_mm[found.choice.doubtful]])
    over_lines_mm = find_covered(bgr, view, discs_mm, radius_mm)
    patches_mm = find_foreign_patches(found.above, view, radius_mm)
    apart = clear_of(patches_mm, over_lines_mm, ONE_THING_MM) & clear_of(patches_mm, asked_mm, 2 * radius_mm)
    return np.concatenate([over_lines_mm, patches_mm[apart]])


def _off_leaning_disc(found: FoundDiscs, hole: HoleReading) -> FoundDiscs:
    """The same without what is in doubt where a disc that leans over the hole leaves no room for another."""
    if hole.content != "lip":
        return found

    def off(places_mm: FloatArray) -> NDArray[np.bool_]:
        return clear_of_discs(places_mm, hole.base_mm[None, :2], hole.radius_mm)

    doubtful = found.choice.doubtful
    return replace(
        found,
        choice=replace(found.choice, doubtful=doubtful[off(found.placed.solids.xy_mm[doubtful])]),
        overlooked_mm=found.overlooked_mm[off(found.overlooked_mm)],
        dots_mm=found.dots_mm[off(found.dots_mm)],
    )
