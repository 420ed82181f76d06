"""Teams of which so much shows on the board that no disc like the others can have been missed."""

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.choose import Choice
from vision.disc_position import Placed

FloatArray = NDArray[np.float64]

# Outlines of one team's discs are drawn alike. Measured: standard deviations of 0.02 to 0.07, few discs tell less.
DRAWN_SIGMA = 0.06
# Below this discs of the board's colour are lost in its grain. On boards drawn by lot and rendered photos all discs of
# teams that are plain by so many standard deviations were found; of 40 teams of which some were missed the plainest
# was by 1.4.
LOST_DRAWN, SIGMAS = 0.40, 1.8
# One disc does not tell how alike they are.
LEAST_DISCS = 2


def plain_teams(view: BoardView, placed: Placed, choice: Choice) -> frozenset[int]:
    """The group numbers of such teams. placed : all candidates where they were placed by their edges."""
    on_board = np.hypot(*placed.solids.xy_mm[choice.index].T) < view.surface_radius_mm
    drawn, team = placed.drawn[choice.index[on_board]], choice.team[on_board]
    return frozenset(int(t) for t in np.unique(team) if _is_plain(drawn[team == t]))


def _is_plain(drawn: FloatArray) -> bool:
    """Whether a team is, by how clearly the outlines of its (K,) discs on the board are drawn."""
    spread = max(float(drawn.std()), DRAWN_SIGMA)
    return len(drawn) >= LEAST_DISCS and bool(drawn.mean() >= LOST_DRAWN + SIGMAS * spread)
