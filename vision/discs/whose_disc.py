"""The teams as the surest discs show them, and whose a face is by its colour and the light around it."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.board import TOURNAMENT_DISC
from calibration.view import BoardView
from vision.colour.colour_space import NEAR_COLOUR, weigh
from vision.colour.other_light import differ_by_sheen, in_even_light, lacking_light
from vision.colour.teams import group_colours, tell_apart
from vision.discs.candidates import Candidates

FloatArray = NDArray[np.float64]

# Weighted L*a*b* between face and board: below the first nothing is seen, above the second a disc is seen at a glance,
# above the third even where blur leaves little of its outline to fit.
UNSEEN = 2.0
VISIBLE = 7.0
STRIKING = 15.0
# A face that is nearer to one team than this share of the way to the next, or to the board, can be of no other.
CLEARLY_NEARER = 0.3
# What lies in the ditch's light alone is of the team whose strong colour it has within this share: blue discs were 0.2
# off there, and taken for a second team's, so that the other's only disc was passed over in the hole. Of the teams of
# 333 boards by lot and photos two were so near: two yellowish greens, and a purple disc beside a shadow's edge that
# passed for the other team.
LIGHT_SHARE = 0.25
# A colour more than this share of the way to the next team's may be either's.
UNSURE_RATIO = 0.55
# A sure outline counts whatever its colour; farther than this from the teams' in any light it may be printed, or some
# other thing: of 8,300 discs on boards drawn by lot and in photos none was, of 62 things that were no discs 15 were.
UNLIKE = 26.0


@dataclass(frozen=True, eq=False, kw_only=True)
class Teams:
    """The teams as the surest discs show them. seeds : (S,) candidates. group : (S,) their teams. lab : (T, 3).

    lacking_light: how many times as much light the photo wants, if it is too dark.
    """

    seeds: NDArray[np.intp]
    group: NDArray[np.intp]
    lab: FloatArray
    lacking_light: float

    def with_another(self, lab: FloatArray) -> "Teams":
        """With a team of which no disc is among the seeds, of a (3,) colour."""
        return replace(self, lab=np.vstack([self.lab, lab]))


@dataclass(frozen=True, eq=False, kw_only=True)
class Whose:
    """Whose (M,) faces are. distance : (M, T) to the teams' colours. belongs : (M,) whether a face is of a team's.

    unsure : (M,) whether it fits another team nearly as well. unlike : (M,) whether it fits none.
    """

    distance: FloatArray
    belongs: NDArray[np.bool_]
    unsure: NDArray[np.bool_]
    unlike: NDArray[np.bool_]

    @property
    def team(self) -> NDArray[np.intp]:
        """(M,) the nearest team."""
        return self.distance.argmin(axis=1) if self.distance.shape[1] else np.zeros(len(self.distance), np.intp)


def find_teams(candidates: Candidates, seeds: NDArray[np.intp], view: BoardView) -> Teams:
    """Teams by the colours of the (S,) surest candidates."""
    lab, around_lab = candidates.face_lab[seeds], candidates.surround_lab[seeds]
    group = group_colours(lab)
    middles = _middles(lab, group)
    from_middle_mm = np.hypot(*candidates.fits.solids.xy_mm[seeds].T)
    on_board = from_middle_mm < view.surface_radius_mm
    inside = from_middle_mm < view.lines[2].radius_mm - TOURNAMENT_DISC.base_radius_mm
    if len(middles) > 2 and not (group[inside] == 2).any():
        # A third colour that scores nowhere is a team's in the ditch's light, or in glare.
        middles = middles[:2]
        group = team_distance(lab, middles).argmin(axis=1)
    if len(middles) == 2 and not (group[inside] == 1).any() and _in_another_light(*weigh(middles)):
        middles, group = middles[:1], np.zeros_like(group)
    if len(middles) == 1:
        middles = _told_apart(lab, around_lab, on_board)
        group = team_distance(lab, middles).argmin(axis=1)
    return Teams(seeds=seeds, group=group, lab=middles, lacking_light=lacking_light(lab, around_lab))


def whose_faces(candidates: Candidates, teams: Teams, view: BoardView) -> Whose:
    """Whose the candidates' faces are, as they are seen and in even light."""
    distance = team_distance(candidates.face_lab, teams.lab)
    evenly_lit_distance = team_distance(evenly_lit(candidates, teams), teams.lab)
    belongs = belongs_to_team(distance, contrast_to_board(candidates))
    unsure = may_be_anothers(distance, evenly_lit_distance)
    from_any_team = np.minimum(distance, evenly_lit_distance).min(axis=1, initial=np.inf)
    # A seed belongs to the team that it was grouped with, however the light changes its colour.
    belongs[teams.seeds] = True
    distance[teams.seeds, teams.group] = 0.0
    unsure[teams.seeds] |= others_in_even_light(candidates, teams, view)
    if len(teams.lab) == 2 and (_in_another_light(*weigh(teams.lab)) or differ_by_sheen(*teams.lab)):
        # The smaller one may be discs of the larger.
        unsure |= distance.argmin(axis=1) == 1
    return Whose(distance=distance, belongs=belongs, unsure=unsure, unlike=from_any_team > UNLIKE)


def board_within_lines(candidates: Candidates, view: BoardView) -> FloatArray | None:
    """(3,) weighted colour that the board has within its lines, as it is seen around the candidates there, if any."""
    within = np.hypot(*candidates.fits.solids.xy_mm.T) < view.lines[2].radius_mm
    return weigh(np.median(candidates.surround_lab[within], axis=0)) if within.any() else None


def contrast_to_board(candidates: Candidates) -> FloatArray:
    """(M,) how far each face differs from the board around it."""
    return np.asarray(np.linalg.norm(weigh(candidates.face_lab) - weigh(candidates.surround_lab), axis=1))


def evenly_lit(candidates: Candidates, teams: Teams) -> FloatArray:
    """(M, 3) the faces' colours as they would be amid board of the usual lightness.

    A reflection or a shadow changes the board around a disc as it changes the disc.
    """
    if not len(teams.seeds):
        return candidates.face_lab
    even_light = candidates.face_lab.copy()
    even_light[:, 0] += np.median(candidates.surround_lab[teams.seeds, 0]) - candidates.surround_lab[:, 0]
    return even_light


def team_distance(lab: FloatArray, team_lab: FloatArray) -> FloatArray:
    """(M, T) how far (M, 3) colours are from the (T, 3) of the teams, as distance means another team."""
    return np.asarray(np.linalg.norm(weigh(lab)[:, None, :] - weigh(team_lab)[None, :, :], axis=2))


def belongs_to_team(distance: FloatArray, contrast: FloatArray) -> NDArray[np.bool_]:
    """(M,) whether a face is of a team's colour, by the (M, T) distances to them and the (M,) to the board.

    Strong colours differ more from disc to disc, as light and noise change them in proportion: what strikes the eye
    belongs to the team to which it is much nearer than to the other and to the board.
    """
    nearest = distance.min(axis=1, initial=np.inf)
    apart = (_ambiguity(distance) < CLEARLY_NEARER) & (nearest < CLEARLY_NEARER * contrast)
    strong = apart & (contrast > STRIKING) & (nearest < 2 * NEAR_COLOUR)
    return np.asarray((nearest < NEAR_COLOUR) | strong, np.bool_)


def may_be_anothers(distance: FloatArray, evenly_lit_distance: FloatArray) -> NDArray[np.bool_]:
    """(M,) whether a face may be of another team than the (M, T) distance to the teams' colours says: unless that in
    even light says the same, and says it clearly.
    """
    if distance.shape[1] < 2:
        return np.zeros(len(distance), bool)
    agreed = evenly_lit_distance.argmin(axis=1) == distance.argmin(axis=1)
    clearly = agreed & (_ambiguity(evenly_lit_distance) < UNSURE_RATIO)
    return np.asarray((_ambiguity(distance) > UNSURE_RATIO) & ~clearly, np.bool_)


def others_in_even_light(candidates: Candidates, teams: Teams, view: BoardView) -> NDArray[np.bool_]:
    """(S,) which seeds have another team's colour once the light on the board around each is made the same: what a
    flash lights in the middle of the board is pale beside what lies at its edge.
    """
    seeds, others = teams.seeds, np.zeros(len(teams.seeds), np.bool_)
    on_board = np.hypot(*candidates.fits.solids.xy_mm[seeds].T) < view.surface_radius_mm
    group = teams.group[on_board]
    shown = np.unique(group)
    if len(shown) > 1:
        # In light itself: by a shift of lightness four more of 478 photos had such a seed, two of these for no reason.
        lab = in_even_light(candidates.face_lab[seeds[on_board]], candidates.surround_lab[seeds[on_board]])
        middles = np.array([np.median(lab[group == number], axis=0) for number in shown])
        others[on_board] = shown[team_distance(lab, middles).argmin(axis=1)] != group
    return others


def _ambiguity(distance: FloatArray) -> FloatArray:
    """(M,) distance to the nearest team's colour over that to the next; 0 where there is only one team."""
    if distance.shape[1] < 2:
        return np.zeros(len(distance))
    nearest = np.sort(distance, axis=1)
    return np.asarray(nearest[:, 0] / (nearest[:, 1] + 1e-9), np.float64)


def _told_apart(lab: FloatArray, around_lab: FloatArray, on_board: NDArray[np.bool_]) -> FloatArray:
    """(T, 3) middles of (M, 3) colours that pass for one team, two where they are two: by what lies on the board, or,
    where the ditch's light cannot have made the difference, by all.
    """
    own, around = (lab[on_board], around_lab[on_board]) if on_board.any() else (lab, around_lab)
    middles = _middles(own, tell_apart(own, around))
    if len(middles) == 2:
        return middles
    of_all = _middles(lab, tell_apart(lab, around_lab))
    return of_all if len(of_all) == 2 and not _in_another_light(*weigh(of_all)) else middles


def _in_another_light(one: FloatArray, other: FloatArray) -> bool:
    """Whether two (3,) weighted colours may be one strong colour: light changes them in proportion."""
    return bool(np.linalg.norm(one - other) < LIGHT_SHARE * np.hypot(*one[1:]))


def _middles(lab: FloatArray, group: NDArray[np.intp]) -> FloatArray:
    """(T, 3) median colour of each group of (M, 3) colours, without those that were only nearer to it than to another:
    of two such discs the middle would be neither's.
    """
    groups = [lab[group == number] for number in range(group.max(initial=-1) + 1)]
    return np.array([np.median(own[group_colours(own) == 0], axis=0) for own in groups]).reshape(-1, 3)
