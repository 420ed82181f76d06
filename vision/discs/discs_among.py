"""Candidates -> the discs among them: teams, places by edges, a choice, and what stays in doubt."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.board import TOURNAMENT_DISC, DiscSpec
from calibration.view import BoardView
from vision.colour.board_above import COARSE, BoardAbove, board_above
from vision.colour.colour_space import TEAM_SPREAD
from vision.colour.colours import rim_colours
from vision.colour.teams import strays
from vision.discs.another_team import find_another_team
from vision.discs.candidates import Candidates
from vision.discs.choose import Choice, choose_discs, may_be_the_rim, worth_placing
from vision.discs.disc_evidence import hardly_shows
from vision.discs.flat import find_flat
from vision.discs.likeness import ALIKE_SIGMA_MM, SURELY_ALIKE, Alike, find_alike
from vision.discs.odd_ones import find_odd_ones
from vision.discs.overlooked import find_dots, find_overlooked
from vision.discs.round_faces import onto_round_faces
from vision.discs.seeds import find_seeds, sure_outlines
from vision.discs.stacked import find_stacked
from vision.discs.two_coloured import Patterns, find_patterns
from vision.discs.whose_disc import Teams, evenly_lit, find_teams, team_distance
from vision.hidden.glare import Glare, lit_in_part, turned_round, unsure_in_glare
from vision.hole.outlines import rim_drawn
from vision.placing.disc_position import Placed, along_mm2, place_discs, place_more, unplaced
from vision.placing.look_around import look_around
from vision.placing.neighbours import apart, clear_of_discs
from vision.placing.shadow_as_side import off_their_shadows
from vision.placing.shared_radius import find_shared_radius

FloatArray = NDArray[np.float64]

# Log odds by which another place of a disc must be better.
CLEARLY_BETTER = 1.0
# Sigmas of a place by shading that chance reaches with one disc in a hundred.
TWO_PLACES = 3.0


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoScales:
    """The photo (H, W, 3) and the board in it, and a copy in which shading and votes are seen as well and faster."""

    bgr: NDArray[np.uint8]
    view: BoardView
    coarse_bgr: NDArray[np.uint8]
    coarse_view: BoardView


@dataclass(frozen=True, eq=False, kw_only=True)
class FoundDiscs:
    """placed: all candidates as wide as the discs are, choice: which of them are discs and whose. above: the board
    around these. radius_mm: of all.

    outlines_sure : whether any outline is sure, or all discs rest on their colour alone.
    patterns: of the teams' faces. overlooked_mm, dots_mm : (K, 2) where patches of a team's colour, and dots like those
    in its faces, are seen that none of the discs explains. stacked_mm : (K, 2) where discs may lie on these, or under
    them. glare: what the board mirrors.
    """

    candidates: Candidates
    teams: Teams
    placed: Placed
    choice: Choice
    above: BoardAbove
    radius_mm: float
    outlines_sure: bool
    patterns: Patterns
    overlooked_mm: FloatArray
    stacked_mm: FloatArray
    dots_mm: FloatArray
    glare: Glare

    @property
    def discs(self) -> Placed:
        """Those of the candidates that are discs."""
        return self.placed.taken(self.choice.index)

    @property
    def teamless_lab(self) -> FloatArray:
        """(K, 3) colours of discs that are of no team's: a third one that too few show, or one in another light."""
        lab = self.candidates.face_lab[self.choice.index]
        off = team_distance(lab, self.teams.lab).min(axis=1, initial=np.inf)
        return np.asarray(lab[off > TEAM_SPREAD], np.float64)

    @property
    def passed_over_mm(self) -> FloatArray:
        """(K, 2) patches and dots where discs may have been passed over, but for crescents of those that lie on others,
        which are asked about as such.
        """
        seen_mm = np.concatenate([self.overlooked_mm, self.dots_mm])
        return seen_mm[clear_of_discs(seen_mm, self.stacked_mm, self.radius_mm)]


def discs_among(
    candidates: Candidates, glare: Glare, scales: TwoScales, disc: DiscSpec | None, hidden: Placed | None = None
) -> FoundDiscs:
    """The discs among the candidates. hidden : the last (K,) of these, which are discs where they stand."""
    bgr, view = scales.bgr, scales.view
    candidates, teams = _by_sure_discs(candidates, bgr, view)
    radius_mm = disc.radius_mm if disc else _shared_radius(bgr, view, candidates, teams)
    if hidden:
        hidden_index = np.arange(len(candidates.score))[-len(hidden.merit) :]
        teams = find_teams(candidates, np.append(teams.seeds, hidden_index), view)
    supposed = replace(candidates.fits.solids, radius_mm=np.full(len(candidates.score), radius_mm))
    placed = place_more(bgr, view, unplaced(supposed), worth_placing(candidates, teams))
    if hidden:
        placed = placed.updated(hidden_index, hidden)
    rim = rim_drawn(bgr, view)
    mirrored = glare.at(view.apparent_mm(supposed.xy_mm, supposed.top_mm))
    choice = choose_discs(candidates, teams, placed, view, rim, mirrored)
    striking, sure = choice.index[choice.striking], choice.index[~choice.faint]
    alike = find_alike(scales.coarse_bgr, scales.coarse_view, placed.solids, choice.index, striking, sure)
    if len(alike.index):
        new = np.setdiff1d(alike.index, choice.index)
        teams = find_teams(candidates, np.append(teams.seeds, new), view)
        placed = place_more(bgr, view, placed, worth_placing(candidates, teams))
        placed = _placed_again(bgr, view, placed, alike, new)
        choice = choose_discs(candidates, teams, placed, view, rim, mirrored)
    placed = off_their_shadows(bgr, view, look_around(bgr, view, placed, choice.index), choice.index)
    placed = onto_round_faces(bgr, view, placed, choice.index)
    faint = hardly_shows(candidates, placed)[choice.index] & (alike.correlation[choice.index] < SURELY_ALIKE)
    faint |= may_be_the_rim(candidates, placed, view, rim)[choice.index]
    return _with_doubts(candidates, teams, placed, replace(choice, faint=faint), glare, scales, radius_mm)


def _with_doubts(
    candidates: Candidates,
    teams: Teams,
    placed: Placed,
    choice: Choice,
    glare: Glare,
    scales: TwoScales,
    radius_mm: float,
) -> FoundDiscs:
    """The discs where they stand in the end, with what stays in doubt. radius_mm : of all."""
    bgr, view = scales.bgr, scales.view
    chosen = placed.solids.taken(choice.index)
    above = board_above(candidates.top_down, view, COARSE, chosen.xy_mm, radius_mm)
    on_board = np.hypot(*chosen.xy_mm.T) < view.surface_radius_mm
    faces_mm = view.apparent_mm(chosen.xy_mm, chosen.top_mm)
    unsure = choice.unsure | _whose_is_unsure(candidates, teams, choice, faces_mm, on_board, glare)
    unlike = choice.unlike | find_odd_ones(candidates, placed, choice, view)
    unlike |= find_flat(scales.coarse_bgr, scales.coarse_view, chosen)
    doubtful = _still_doubtful(candidates, placed, choice, radius_mm)
    patterns = find_patterns(bgr, view, placed, choice)
    colours = np.vstack([teams.lab, _on_board_lab(candidates, choice, on_board)])
    return FoundDiscs(
        candidates=candidates,
        teams=teams,
        placed=placed,
        choice=replace(choice, unsure=unsure, unlike=unlike, doubtful=doubtful),
        above=above,
        radius_mm=radius_mm,
        outlines_sure=bool(sure_outlines(candidates, view).any()),
        patterns=patterns,
        overlooked_mm=find_overlooked(above, view, glare, colours, radius_mm),
        stacked_mm=find_stacked(bgr, view, placed, choice.index, teams.lab),
        dots_mm=find_dots(candidates.top_down, view, patterns.inlays, chosen.xy_mm, radius_mm),
        glare=glare,
    )


def _by_sure_discs(candidates: Candidates, bgr: NDArray[np.uint8], view: BoardView) -> tuple[Candidates, Teams]:
    """The teams by the discs that are sure; where these are all alike, by their rims, or by what others share."""
    teams = find_teams(candidates, find_seeds(candidates, view), view)
    if len(teams.lab) == 1:
        candidates, teams = _told_by_rims(candidates, teams, bgr, view)
    if len(teams.lab) == 1:
        another = find_another_team(candidates, teams, view)
        teams = find_teams(candidates, np.append(teams.seeds, another), view)
    return candidates, teams


def _told_by_rims(
    candidates: Candidates, teams: Teams, bgr: NDArray[np.uint8], view: BoardView
) -> tuple[Candidates, Teams]:
    """Discs with the same inlay or print in the middle of their faces are told apart by what is around it."""
    by_rims = replace(candidates, face_lab=rim_colours(bgr, view, candidates.fits.solids))
    teams_by_rims = find_teams(by_rims, teams.seeds, view)
    return (by_rims, teams_by_rims) if len(teams_by_rims.lab) > 1 else (candidates, teams)


def _whose_is_unsure(
    candidates: Candidates,
    teams: Teams,
    choice: Choice,
    faces_mm: FloatArray,
    on_board: NDArray[np.bool_],
    glare: Glare,
) -> NDArray[np.bool_]:
    """(N,) which of the chosen discs a lamp, or a colour that no other of its team has, leaves in doubt.

    faces_mm : (N, 2) where on the surface their faces are seen. on_board : (N,), not in the ditch.
    """
    team, faces_lab = choice.team, candidates.face_lab[choice.index]
    evenly_lit_lab = evenly_lit(candidates, teams)[choice.index]
    unsure = strays(faces_lab, team, teams.lab) & strays(evenly_lit_lab, team, teams.lab)
    unsure |= unsure_in_glare(glare, faces_mm, faces_lab, teams.lab, team)
    unsure |= turned_round(glare, faces_mm, faces_lab, candidates.surround_lab[choice.index], team, on_board)
    return unsure | lit_in_part(candidates.face_spread[choice.index], team)


def _still_doubtful(candidates: Candidates, placed: Placed, choice: Choice, radius_mm: float) -> NDArray[np.intp]:
    """What is still in doubt when all discs are placed: not outlines of discs that moved there, and nothing twice.

    radius_mm : of the discs.
    """
    xy_mm = placed.solids.xy_mm
    free = clear_of_discs(xy_mm[choice.doubtful], xy_mm[choice.index], radius_mm)
    return apart(choice.doubtful[free], placed.solids, candidates.evidence)


def _on_board_lab(candidates: Candidates, choice: Choice, on_board: NDArray[np.bool_]) -> FloatArray:
    """(K, 3) median colour of the discs on the board, of each team that has some there: in the ditch they may look
    lighter, or tinged by its paint. on_board : (N,) of the chosen ones.
    """
    lab, team = candidates.face_lab[choice.index[on_board]], choice.team[on_board]
    return np.array([np.median(lab[team == t], axis=0) for t in np.unique(team)]).reshape(-1, 3)


def _shared_radius(bgr: NDArray[np.uint8], view: BoardView, candidates: Candidates, teams: Teams) -> float:
    """The radius of a set that was not measured, mm: the tournament's where no disc is sure."""
    if not len(teams.seeds):
        return TOURNAMENT_DISC.radius_mm
    return find_shared_radius(bgr, view, candidates.fits.solids.taken(teams.seeds), teams.group)


def _placed_again(
    bgr: NDArray[np.uint8], view: BoardView, placed: Placed, alike: Alike, new: NDArray[np.intp]
) -> Placed:
    """Discs placed by edges near where their shading says: all (K,) new ones, others where that is clearly better.

    Where it is not, and shading leads farther away than it may err, one of the two is wrong: their distance is a doubt.
    """
    near = replace(placed.solids.taken(alike.index), xy_mm=alike.xy_mm)
    again = place_discs(bgr, view, near, ALIKE_SIGMA_MM)
    clearly_better = again.merit > placed.merit[alike.index] + CLEARLY_BETTER
    moved = np.isin(alike.index, new) | clearly_better
    stays = placed.taken(alike.index)
    apart_mm = stays.solids.xy_mm - alike.xy_mm
    apart_mm[np.linalg.norm(apart_mm, axis=1) < TWO_PLACES * ALIKE_SIGMA_MM] = 0.0
    less_sure = replace(stays, covariance_mm2=stays.covariance_mm2 + along_mm2(apart_mm))
    placed = placed.updated(alike.index, less_sure)
    return placed.updated(alike.index[moved], again.taken(np.flatnonzero(moved)))
