"""Teams of which so much shows on the board that no disc like the others can have been missed, or so little."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.colour.colour_space import weigh
from vision.discs.candidates import Candidates
from vision.discs.choose import Choice
from vision.discs.whose_disc import Teams, board_within_lines
from vision.placing.disc_position import Placed

FloatArray = NDArray[np.float64]

# Weighted L*a*b* between a team and the board. On 416 boards drawn by lot discs were missed of 37 of 97 teams that
# differed by up to 7 and were not plain, and of none of the 14 between that and 12.
BOARD_COLOURED = 7.0
# Light and noise change strong colours in proportion: of 120 a team that differed by 6 was missed in part.
BOARD_COLOURED_SHARE = 0.1
# On the board a team may look otherwise than in the ditch, in other light and far from its paint: of 467 teams seen in
# both, on boards drawn by lot, one in 80 differed by more.
ELSEWHERE = 17.0
# Outlines of one team's discs are drawn alike. Measured: standard deviations of 0.02 to 0.07, few discs tell less.
DRAWN_SIGMA = 0.06
# Below this discs of the board's colour are lost in its grain. On boards drawn by lot and rendered photos all discs of
# teams that are plain by so many standard deviations were found; of 41 teams of which some were missed the plainest two
# were by 1.76 and 1.4 at most.
LOST_DRAWN, SIGMAS = 0.40, 1.8
# Where the discs that were found are hardly drawn better than lost ones, others may be lost in any colour that does not
# strike the eye: of 16 such teams on boards drawn by lot 4 were missed in part, of 16 drawn a little better none.
HARDLY_DRAWN = 0.45
# One disc does not tell how alike they are.
LEAST_DISCS = 2
# A disc that is plain on the ditch's paint need not be so on the board: of a team at most so much of which lies within
# the lines, and does not strike the eye there, others may lie there unseen. Of 1,128 teams on boards drawn by lot two
# were such and not plain, and of both eight discs were missed.
LEAST_TEAM, MOSTLY_BESIDE = 3, 1 / 3


@dataclass(frozen=True, kw_only=True)
class Visibility:
    """Group numbers of the teams of which no disc can have been missed, and of those of which one may in any colour."""

    plain: frozenset[int]
    hardly_seen: frozenset[int]


def may_be_missed(
    view: BoardView, candidates: Candidates, teams: Teams, choice: Choice, visibility: Visibility
) -> frozenset[int]:
    """Group numbers of the teams of which discs may lie unseen."""
    inside = np.hypot(*candidates.fits.solids.xy_mm.T) < view.lines[2].radius_mm
    board = board_within_lines(candidates, view)
    suspect = _board_coloured(board, teams, choice, inside) | _mostly_beside(choice, inside)
    return suspect - visibility.plain | visibility.hardly_seen


def _board_coloured(
    board: FloatArray | None, teams: Teams, choice: Choice, inside: NDArray[np.bool_]
) -> frozenset[int]:
    """Group numbers of the teams of nearly the board's weighted colour within its lines, (3,), if it is seen there, or
    which may have it there, as far as none was found there. inside : (M,) candidates within these.
    """
    if board is None:
        return frozenset()
    alike = max(BOARD_COLOURED, BOARD_COLOURED_SHARE * float(np.hypot(*board[1:])))
    within = np.isin(np.arange(len(teams.lab)), choice.team[inside[choice.index]])
    limit = np.where(within, alike, alike + ELSEWHERE)
    return frozenset(int(t) for t in np.flatnonzero(np.linalg.norm(weigh(teams.lab) - board, axis=1) < limit))


def _mostly_beside(choice: Choice, inside: NDArray[np.bool_]) -> frozenset[int]:
    """Group numbers of the teams whose discs are seen outside the lines, and but for a few that hardly show. inside :
    (M,) candidates within the lines.
    """
    within = inside[choice.index]
    teams = ((int(t), choice.team == t) for t in np.unique(choice.team))
    return frozenset(t for t, own in teams if _hardly_inside(within[own], choice.striking[own]))


def _hardly_inside(within: NDArray[np.bool_], striking: NDArray[np.bool_]) -> bool:
    """Whether a team's (K,) discs show within the lines in a few places only, and hardly there."""
    few = len(within) >= LEAST_TEAM and 0.0 < within.mean() <= MOSTLY_BESIDE
    return bool(few and not striking[within].any())


def see_teams(view: BoardView, placed: Placed, choice: Choice) -> Visibility:
    """How well the teams are seen. placed : all candidates where they were placed by their edges."""
    from_middle_mm = np.hypot(*placed.solids.xy_mm[choice.index].T)
    on_board = from_middle_mm < view.surface_radius_mm
    # Farther out the outline of a disc runs over the edge of the surface, and what lies there is no grain.
    within = from_middle_mm < view.lines[2].radius_mm
    drawn, team, striking = placed.drawn[choice.index], choice.team, choice.striking
    own = [(int(t), team == t) for t in np.unique(team)]
    return Visibility(
        plain=frozenset(t for t, of_team in own if _is_plain(drawn[of_team & within])),
        hardly_seen=frozenset(
            t for t, of_team in own if _is_hardly_seen(drawn[of_team & on_board], striking[of_team & on_board])
        ),
    )


def _is_plain(drawn: FloatArray) -> bool:
    """Whether a team is, by how clearly the outlines of its (K,) discs within the lines are drawn."""
    if len(drawn) < LEAST_DISCS:
        return False
    # How far the next disc may lie off the mean of those that were found.
    spread = max(float(drawn.std()), DRAWN_SIGMA) * (1 + 1 / len(drawn)) ** 0.5
    return bool(drawn.mean() >= LOST_DRAWN + SIGMAS * spread)


def _is_hardly_seen(drawn: FloatArray, striking: NDArray[np.bool_]) -> bool:
    """Whether a team is, by how clearly its (K,) discs on the board are drawn and which strike the eye."""
    if len(drawn) < LEAST_DISCS:
        return False
    return bool(drawn.mean() < HARDLY_DRAWN and striking.mean() < 0.5)
