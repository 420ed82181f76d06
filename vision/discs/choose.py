"""Which candidates are discs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.colour.colour_space import SAME_COLOUR, weigh
from vision.discs.candidates import Candidates
from vision.discs.disc_evidence import (
    EVEN_FACE,
    FACE_SPREAD,
    FAINT_DRAWN,
    FAINT_EVIDENCE,
    LEAST_DRAWN,
    SEED_EVIDENCE,
    SEED_SCORE,
    SURE_DRAWN,
    WEAK_EVIDENCE,
    credible,
    hardly_shows,
    strikes_the_eye,
)
from vision.discs.over_hole import is_in_hole, rim_over_disc
from vision.discs.puzzling import puzzling
from vision.discs.whose_disc import (
    STRIKING,
    UNSEEN,
    VISIBLE,
    Teams,
    Whose,
    belongs_to_team,
    board_within_lines,
    contrast_to_board,
    team_distance,
    whose_faces,
)
from vision.placing.disc_position import Placed
from vision.placing.neighbours import apart

FloatArray = NDArray[np.float64]

# An empty rim is drawn at least 1.22 times as clearly as the disc that it passes for (1.85 in renderings; 1.08 in a
# stream of 2.6 mm a pixel), a rim that a disc stands at up to 1.05 times as clearly as that disc. Up to the second it
# is asked about. So is, from the third on, what is counted without a sure outline: a painted bottom passed for a disc
# with a rim as clear as it, and that of discs which stand there was 0.5 to 0.78 times as clear (six on 532 boards by
# lot and photos), or their outline was sure.
RIM_WINS, RIM_SURE, RIM_DOUBTED = 1.065, 1.5, 0.9


@dataclass(frozen=True, eq=False, kw_only=True)
class Choice:
    """index : (N,) of the chosen candidates. team : (N,) group number.

    striking : (N,) whether a face differs from the board at a glance. faint : (N,) whether so little shows that wood
    grain might have made it. unsure : (N,) whether the colour fits another team nearly as well. unlike : (N,) whether
    it fits neither, or it is unlike the others otherwise. doubtful : (K,) candidates that may be discs.
    """

    index: NDArray[np.intp]
    team: NDArray[np.intp]
    striking: NDArray[np.bool_]
    faint: NDArray[np.bool_]
    unsure: NDArray[np.bool_]
    unlike: NDArray[np.bool_]
    doubtful: NDArray[np.intp]


def worth_placing(candidates: Candidates, teams: Teams) -> NDArray[np.intp]:
    """Candidates that may be counted or asked about: seeds, those of a team's colour, and those with many votes."""
    worth = belongs_to_team(team_distance(candidates.face_lab, teams.lab), contrast_to_board(candidates))
    worth |= candidates.score >= SEED_SCORE
    worth[teams.seeds] = True
    return np.flatnonzero(worth)


def choose_discs(
    candidates: Candidates,
    teams: Teams,
    placed: Placed,
    view: BoardView,
    rim_clarity: float,
    mirrored: NDArray[np.float32],
) -> Choice:
    """The seeds, and what has a team's colour and outline enough.

    placed: all candidates with the radius that the discs share, those worth it where their outline shows. rim_clarity :
    how clearly the hole's rim is drawn. mirrored : (M,) light of a lamp or a window over them, as a share of white.
    """
    whose = whose_faces(candidates, teams, view)
    outside = ~is_in_hole(candidates, placed.solids, view)
    over_disc = rim_over_disc(placed, view, rim_clarity)
    quality = candidates.evidence * placed.drawn**4 / (1 + (candidates.face_spread / FACE_SPREAD) ** 2)
    likely = _likely(candidates, placed, whose, view)
    likely[teams.seeds] = True
    likely &= outside
    index = apart(np.flatnonzero(likely & (over_disc < RIM_WINS)), placed.solids, quality)
    on_board = index[np.hypot(*placed.solids.xy_mm[index].T) < view.surface_radius_mm]
    asked = puzzling(candidates, placed, whose, mirrored, teams_shown=len(np.unique(whose.team[on_board])))
    asked = np.where(over_disc < RIM_WINS, asked & outside, likely & (over_disc < RIM_SURE))
    asked[index] = False
    doubtful = [i for i in np.flatnonzero(asked) if i in apart(np.append(index, i), placed.solids, quality)]
    return Choice(
        index=index,
        team=whose.team[index],
        striking=contrast_to_board(candidates)[index] > STRIKING,
        faint=hardly_shows(candidates, placed)[index],
        unsure=whose.unsure[index],
        unlike=whose.unlike[index],
        doubtful=np.array(doubtful, np.intp),
    )


def _likely(candidates: Candidates, placed: Placed, whose: Whose, view: BoardView) -> NDArray[np.bool_]:
    """(M,) what has a team's colour and outline enough to be counted."""
    contrast, evidence, drawn = contrast_to_board(candidates), candidates.evidence, placed.drawn
    # A disc of the board's own colour still has an edge all round.
    visible = (contrast > UNSEEN) | (drawn >= SURE_DRAWN)
    seen = ((evidence >= FAINT_EVIDENCE) | (drawn >= FAINT_DRAWN)) & visible
    weakly_seen = (evidence >= WEAK_EVIDENCE) & (contrast > VISIBLE)
    patch = _even_patch(candidates, whose.distance, view) & (contrast > VISIBLE) & (drawn >= LEAST_DRAWN)
    enough = seen | weakly_seen | patch | strikes_the_eye(candidates)
    return np.asarray(whose.belongs & credible(candidates, placed) & enough, np.bool_)


def _even_patch(candidates: Candidates, distance: FloatArray, view: BoardView) -> NDArray[np.bool_]:
    """(M,) whether a face is a patch of a team's very colour, and not the board's: a disc however blurred its edge.

    distance : (M, T) to the teams' colours. Beside another disc the board around says little, and the ditch is painted:
    all of the board within the lines is compared.
    """
    board = board_within_lines(candidates, view)
    if board is None:
        return np.zeros(len(distance), bool)
    from_board = np.linalg.norm(weigh(candidates.face_lab) - board, axis=1)
    of_one_colour = candidates.face_spread < EVEN_FACE
    of_a_team = distance.min(axis=1, initial=np.inf) < SAME_COLOUR
    return np.asarray(of_one_colour & of_a_team & (from_board > VISIBLE), np.bool_)


def may_be_the_rim(candidates: Candidates, placed: Placed, view: BoardView, rim_clarity: float) -> NDArray[np.bool_]:
    """(M,) of what is seen over the hole without a sure outline, whether it may be the rim that is drawn."""
    return (rim_over_disc(placed, view, rim_clarity) > RIM_DOUBTED) & (candidates.evidence < SEED_EVIDENCE)
