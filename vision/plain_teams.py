"""Teams of which so much shows on the board that no disc like the others can have been missed."""

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.candidates import Candidates
from vision.choose import SEED_EVIDENCE, Choice
from vision.disc_position import Placed

# Outlines of one team's discs are drawn alike. Measured: standard deviations of 0.02 to 0.07, few discs tell less.
DRAWN_SIGMA = 0.06
# Below this discs of the board's colour are lost in its grain. Of 59 teams of that colour of which all discs were
# found, on boards drawn by lot and rendered photos, 10 are plain by two standard deviations; of 38 of which some were
# missed none, the plainest by 1.6.
LOST_DRAWN, SIGMAS = 0.40, 2.0
# One disc does not tell how alike they are.
LEAST_DISCS = 2


def plain_teams(view: BoardView, candidates: Candidates, placed: Placed, choice: Choice) -> frozenset[int]:
    """The group numbers of such teams. placed : all candidates where they were placed by their edges."""
    on_board = np.hypot(*placed.solids.xy_mm[choice.index].T) < view.surface_radius_mm
    return frozenset(
        int(team)
        for team in np.unique(choice.team[on_board])
        if _is_plain(candidates, placed, choice, on_board & (choice.team == team))
    )


def _is_plain(candidates: Candidates, placed: Placed, choice: Choice, discs: NDArray[np.bool_]) -> bool:
    index = choice.index[discs]
    drawn = placed.drawn[index]
    lowest = drawn.mean() - SIGMAS * max(float(drawn.std()), DRAWN_SIGMA)
    every_outline_is_sure = bool((candidates.evidence[index] >= SEED_EVIDENCE).all())
    return len(index) >= LEAST_DISCS and every_outline_is_sure and bool(lowest >= LOST_DRAWN)
