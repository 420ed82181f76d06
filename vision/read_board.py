"""Photo and BoardView -> BoardReading: the order of the steps."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import TOURNAMENT_DISC, DiscSpec, MeasuredSet
from calibration.view import BoardView
from vision.candidates import Candidates, find_candidates
from vision.choose import Choice, choose_discs
from vision.disc_fit import DiscFits, fit_solids, radius_errors, settle
from vision.gaps import line_distances
from vision.hole import HoleReading, read_hole
from vision.outline import Solids
from vision.overlooked import find_overlooked
from vision.reading import BoardReading, Disc, Doubt, Place, Team
from vision.teams import name_colour, rgb_of

FloatArray = NDArray[np.float64]

# Votes are taken on the photo at no more than this; the fits use all of its pixels.
COARSE_SIDE_PX = 1600
# Seen lower than this a disc hides much of what lies behind it, and its near edge is all that tells where it stands.
LOW_VIEW_DEG = 55.0
TEAM_IDS = "ABC"
# The discs' common radius is sought on the clearest ones, from a little under the candidates' to well over it.
SCALE_DISCS = 6
RADIUS_FACTORS = (0.98, 1.03, 1.08, 1.13)
# Clarity that a radius 1.3 mm off the tournament's must gain to be believed.
UNUSUAL_RADIUS = 0.02


def read_board(bgr: NDArray[np.uint8], view: BoardView, measured: MeasuredSet | None = None) -> BoardReading:
    """Find and place every disc on the board, in the hole and in the ditch.

    bgr : (H, W, 3) uint8, the photo that `view` was found in.
    """
    scale = min(1.0, COARSE_SIDE_PX / max(bgr.shape[:2]))
    coarse = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else bgr
    disc = measured.disc if measured else None
    candidates = find_candidates(bgr, np.asarray(coarse, np.uint8), view.scaled(scale), view, disc)
    choice = choose_discs(candidates, view.hole_radius_mm)
    fits = _refit(bgr, view, candidates, choice, disc)
    radius_mm = float(np.median(fits.solids.radius_mm)) if len(choice.index) else TOURNAMENT_DISC.radius_mm
    hole = _hole(bgr, view, candidates, choice.team_lab, disc.radius_mm if disc else radius_mm)
    team_lab = choice.team_lab
    if hole.content != "empty" and hole.team < 0:
        team_lab = np.vstack([team_lab, hole.face_lab])
        hole = replace(hole, team=len(team_lab) - 1)
    discs = [_surface_disc(view, fits, i, TEAM_IDS[choice.team[i]], measured) for i in range(len(choice.index))]
    if hole.content != "empty":
        discs.append(_hole_disc(view, hole))
    overlooked = find_overlooked(candidates.top_down, view, choice.team_lab, fits.solids.xy_mm, radius_mm)
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


def _refit(
    bgr: NDArray[np.uint8], view: BoardView, candidates: Candidates, choice: Choice, disc: DiscSpec | None
) -> DiscFits:
    """The chosen discs again, each team with the one radius that its discs share, or all with the measured one."""
    solids = candidates.fits.solids.taken(choice.index)
    count = len(choice.index)
    if disc:
        solids = replace(solids, radius_mm=np.full(count, disc.radius_mm))
    if disc or not count:
        return fit_solids(bgr, view, settle(bgr, view, solids)[0], radius_free=False)
    best = np.argsort(-choice.quality)[:SCALE_DISCS]
    radius_mm = _common_radius(bgr, view, solids.taken(best))
    solids, _ = settle(bgr, view, replace(solids, radius_mm=np.full(count, radius_mm)))
    # The error of the radius shows all round every disc; a team's median, since some fits may be wrong.
    for _ in range(2):
        grown_mm = solids.radius_mm + radius_errors(bgr, view, solids)
        fits = fit_solids(bgr, view, replace(solids, radius_mm=_shared(grown_mm, choice.team)), radius_free=False)
        solids = fits.solids
    return fits


def _common_radius(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> float:
    """The radius whose outlines are drawn most clearly, the tournament's preferred where that says little.

    Fitted one by one, many discs take the rim of their face for the outline.
    """
    start_mm = float(np.median(solids.radius_mm))

    def merit(radius_mm: float) -> float:
        _, clarity = settle(bgr, view, replace(solids, radius_mm=np.full(len(solids.radius_mm), radius_mm)))
        unusual = np.log1p((radius_mm - TOURNAMENT_DISC.radius_mm) ** 2)
        return float(clarity.mean()) - UNUSUAL_RADIUS * float(unusual)

    return max((start_mm * factor for factor in RADIUS_FACTORS), key=merit)


def _shared(radius_mm: FloatArray, team: NDArray[np.intp]) -> FloatArray:
    """(M,) the median radius of each disc's team."""
    shared = radius_mm.copy()
    for one in np.unique(team):
        shared[team == one] = np.median(radius_mm[team == one])
    return shared


def _hole(
    bgr: NDArray[np.uint8], view: BoardView, candidates: Candidates, team_lab: FloatArray, radius_mm: float
) -> HoleReading:
    xy_mm = candidates.fits.solids.xy_mm
    near = (np.hypot(*xy_mm.T) < view.hole_radius_mm) & (candidates.score > 0.3)
    return read_hole(bgr, view, xy_mm[near], team_lab, radius_mm)


def _surface_disc(view: BoardView, fits: DiscFits, i: int, team: str, measured: MeasuredSet | None) -> Disc:
    xy_mm = fits.solids.xy_mm[i]
    radius_mm = float(fits.solids.radius_mm[i])
    px = view.px(xy_mm)
    place: Place = "ditch" if np.hypot(*xy_mm) > view.surface_radius_mm else "surface"
    gaps = line_distances(
        view,
        xy_mm,
        float(fits.sigma_mm[i]),
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
        sigma_mm=float(fits.sigma_mm[i]),
        gaps=gaps if place == "surface" else (),
        outline_share=float(fits.support[i]),
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
        outline_share=hole.support,
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
        name = name_colour(team_lab[hole.team]) if hole.team >= 0 else "disc"
        where = "leaning on the edge of the hole" if hole.content == "lip" else "in the hole"
        doubts.append(
            Doubt(
                code="hole",
                message=f"Is that a {name} disc {where}?",
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
