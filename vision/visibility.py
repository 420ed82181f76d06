"""Teams of which so much shows on the board that no disc like the others can have been missed, or so little."""

from dataclasses import dataclass

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
# Where the discs that were found are hardly drawn better than lost ones, others may be lost in any colour that does not
# strike the eye: of 16 such teams on boards drawn by lot 4 were missed in part, of 16 drawn a little better none.
HARDLY_DRAWN = 0.45
# One disc does not tell how alike they are.
LEAST_DISCS = 2


@dataclass(frozen=True, kw_only=True)
class Visibility:
    """Group numbers of the teams of which no disc can have been missed, and of those of which one may in any colour."""

    plain: frozenset[int]
    hardly_seen: frozenset[int]


def see_teams(view: BoardView, placed: Placed, choice: Choice) -> Visibility:
    """How well the teams are seen. placed : all candidates where they were placed by their edges."""
    on_board = np.hypot(*placed.solids.xy_mm[choice.index].T) < view.surface_radius_mm
    drawn, team = placed.drawn[choice.index[on_board]], choice.team[on_board]
    seen = [int(t) for t in np.unique(team) if np.sum(team == t) >= LEAST_DISCS]
    striking = choice.striking[on_board]
    return Visibility(
        plain=frozenset(t for t in seen if _is_plain(drawn[team == t])),
        hardly_seen=frozenset(
            t for t in seen if drawn[team == t].mean() < HARDLY_DRAWN and striking[team == t].mean() < 0.5
        ),
    )


def _is_plain(drawn: FloatArray) -> bool:
    """Whether a team is, by how clearly the outlines of its (K,) discs on the board are drawn."""
    spread = max(float(drawn.std()), DRAWN_SIGMA)
    return bool(drawn.mean() >= LOST_DRAWN + SIGMAS * spread)
