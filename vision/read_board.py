"""Photo and BoardView -> BoardReading: the order of the steps."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import TOURNAMENT_DISC, DiscSpec, MeasuredSet
from calibration.view import BoardView
from vision.candidates import Candidates, find_candidates
from vision.choose import Choice, choose_discs
from vision.disc_position import Placed, place_discs
from vision.gaps import line_distances
from vision.hole import HoleReading, read_hole
from vision.overlooked import find_overlooked
from vision.reading import BoardReading, Disc, Doubt, Place, Team
from vision.shared_radius import find_shared_radius
from vision.teams import name_colour, rgb_of

FloatArray = NDArray[np.float64]

# Votes are taken on the photo at no more than this; the fits use all of its pixels.
COARSE_SIDE_PX = 1600
# Seen lower than this a disc hides much of what lies behind it, and its near edge is all that tells where it stands.
LOW_VIEW_DEG = 55.0
TEAM_IDS = "ABC"
# Their common radius is sought on the clearest discs.
RADIUS_DISCS = 8


def read_board(bgr: NDArray[np.uint8], view: BoardView, measured: MeasuredSet | None = None) -> BoardReading:
    """Find and place every disc on the board, in the hole and in the ditch.

    bgr : (H, W, 3) uint8, the photo that `view` was found in.
    """
    scale = min(1.0, COARSE_SIDE_PX / max(bgr.shape[:2]))
    coarse = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else bgr
    disc = measured.disc if measured else None
    candidates = find_candidates(bgr, np.asarray(coarse, np.uint8), view.scaled(scale), view, disc)
    choice = choose_discs(candidates, view.hole_radius_mm)
    placed = _place(bgr, view, candidates, choice, disc)
    radius_mm = float(placed.solids.radius_mm[0]) if len(choice.index) else TOURNAMENT_DISC.radius_mm
    hole = _hole(bgr, view, candidates, choice.team_lab, disc.radius_mm if disc else radius_mm)
    team_lab = choice.team_lab
    if hole.content != "empty" and hole.team < 0:
        team_lab = np.vstack([team_lab, hole.face_lab])
        hole = replace(hole, team=len(team_lab) - 1)
    discs = [_surface_disc(view, placed, i, TEAM_IDS[choice.team[i]], measured) for i in range(len(choice.index))]
    if hole.content != "empty":
        discs.append(_hole_disc(view, hole))
    overlooked = find_overlooked(candidates.top_down, view, choice.team_lab, placed.solids.xy_mm, radius_mm)
    doubts = _doubts(view, candidates, choice, hole, team_lab, len(discs))
    doubts += [
        Doubt(code="overlooked", message=f"Is there a disc {_whereabouts(xy_mm)} that was not counted?")
        for xy_mm in overlooked
    ]
    return BoardReading(teams=_teams(team_lab), discs=tuple(discs), doubts=tuple(doubts))


def _whereabouts(xy_mm: FloatArray) -> str:
    """A place on the board as seen in the photo: on a clock face, near the middle or the edge."""
    hour = round(np.degrees(np.arctan2(xy_mm[0], xy_mm[1])) / 30) % 12 or 12
    return f"at {hour} o'clock, {np.hypot(*xy_mm) / 10:.0f} cm from the middle,"


def _place(
    bgr: NDArray[np.uint8], view: BoardView, candidates: Candidates, choice: Choice, disc: DiscSpec | None
) -> Placed:
    """The chosen discs where they stand, all of the one radius that they share or that was measured."""
    solids = candidates.fits.solids.taken(choice.index)
    if disc:
        radius_mm = disc.radius_mm
    elif len(choice.index):
        clearest = np.argsort(-choice.quality)[:RADIUS_DISCS]
        radius_mm = find_shared_radius(bgr, view, solids.taken(clearest))
    else:
        radius_mm = TOURNAMENT_DISC.radius_mm
    return place_discs(bgr, view, replace(solids, radius_mm=np.full(len(choice.index), radius_mm)))


def _hole(
    bgr: NDArray[np.uint8], view: BoardView, candidates: Candidates, team_lab: FloatArray, radius_mm: float
) -> HoleReading:
    xy_mm = candidates.fits.solids.xy_mm
    near = (np.hypot(*xy_mm.T) < view.hole_radius_mm) & (candidates.score > 0.3)
    return read_hole(bgr, view, xy_mm[near], team_lab, radius_mm)


def _surface_disc(view: BoardView, placed: Placed, i: int, team: str, measured: MeasuredSet | None) -> Disc:
    xy_mm = placed.solids.xy_mm[i]
    radius_mm = float(placed.solids.radius_mm[i])
    px = view.px(xy_mm)
    place: Place = "ditch" if np.hypot(*xy_mm) > view.surface_radius_mm else "surface"
    gaps = line_distances(
        view,
        xy_mm,
        placed.covariance_mm2[i],
        radius_mm,
        measured.disc if measured else None,
        lines_given=bool(measured and measured.lines),
    )
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
    px = view.px(hole.xy_mm, -8.0 if hole.content == "hole" else 0.0)
    return Disc(
        team=TEAM_IDS[hole.team],
        place="hole" if hole.content == "hole" else "lip",
        x_mm=float(hole.xy_mm[0]),
        y_mm=float(hole.xy_mm[1]),
        px=(float(px[0]), float(px[1])),
        radius_mm=hole.radius_mm,
        sigma_mm=0.5,
        gaps=(),
    )


def _teams(team_lab: FloatArray) -> tuple[Team, ...]:
    names = [name_colour(lab) for lab in team_lab]
    return tuple(
        Team(
            id=TEAM_IDS[i],
            name=name if names.count(name) == 1 else f"{name} {names[: i + 1].count(name)}",
            rgb=rgb_of(team_lab[i]),
        )
        for i, name in enumerate(names)
    )


def _doubts(
    view: BoardView, candidates: Candidates, choice: Choice, hole: HoleReading, team_lab: FloatArray, count: int
) -> list[Doubt]:
    doubts = []
    if hole.doubtful:
        name = f"{name_colour(team_lab[hole.team])} disc" if hole.team >= 0 else "disc"
        where = "leaning on the edge of the hole" if hole.content == "lip" else "in the hole"
        doubts.append(
            Doubt(
                code="hole",
                message=f"Is that a {name} {where}?",
                disc=count - 1 if hole.content != "empty" else None,
            )
        )
    reach = view.lines[2].radius_mm
    doubts += [
        Doubt(code="team", message=f"Whose is disc {i + 1}? Its colour is between the teams'.", disc=int(i))
        for i in np.flatnonzero(choice.unsure)
        if np.hypot(*candidates.fits.solids.xy_mm[choice.index[i]]) < reach
    ]
    for i in choice.doubtful:
        x_mm, y_mm = candidates.fits.solids.xy_mm[i]
        if np.hypot(x_mm, y_mm) < reach:
            name = name_colour(candidates.face_lab[i])
            doubts.append(Doubt(code="unknown_object", message=f"Is the {name} round thing on the board a disc?"))
    doubts += [
        Doubt(code="faint", message=f"Is disc {i + 1} a disc? It hardly differs from the wood.", disc=int(i))
        for i in np.flatnonzero(choice.faint)
        if np.hypot(*candidates.fits.solids.xy_mm[choice.index[i]]) < reach
    ]
    if view.outer_share_in_view < 1.0:
        doubts.append(Doubt(code="cut_off", message="Part of the board is outside the picture: does a disc lie there?"))
    if view.camera.tilt_deg > LOW_VIEW_DEG:
        doubts.append(Doubt(code="low_view", message="The camera is too low to be sure of every disc: check them all."))
    return doubts
