"""Which solid explains the picture of the twenty hole: its bottom, a disc that lies level in it, or one that leans."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.hole_depth import misfit_of_bottom, misfit_of_level_disc, misfit_of_shaded_bottom
from vision.hole_lean import Leaning, fit_leaning
from vision.hole_picture import HolePicture
from vision.teams import NEAR_COLOUR, SAME_COLOUR, weigh

FloatArray = NDArray[np.float64]

# Logs of how much better a leaning disc explains the hole than anything else. Of 39 discs that leaned 37 reached 0.19
# and 34 of them 0.3; 60 that lay level, 0.12 at most. Without a team's colour as a witness: real empty holes reached
# 0.75.
LEANS, MAY_LEAN, LEANS_ALONE = 0.3, 0.15, 0.85
# Where a disc before the hole leaves less of its mouth to be seen, no solid is better than another.
LEAST_SHARE = 1 / 3


@dataclass(frozen=True, eq=False, kw_only=True)
class SolidOdds:
    """Logs of how much better one solid explains the hole than others do.

    depth : a level disc than a bottom. lean : a leaning disc than both. no_shadow : a leaning disc than a bottom with
    the rim's shadow on it, 0 where that does not matter. leaning : that disc. from_team : (T,) how far its face is
    from each team's colour.
    """

    depth: float
    lean: float
    no_shadow: float
    leaning: Leaning
    from_team: FloatArray

    @property
    def surely_leans(self) -> bool:
        """Whether nothing but a leaning disc explains the hole."""
        return min(self.lean, self.no_shadow) > (LEANS if self.of_a_team else LEANS_ALONE)

    @property
    def likely_leans(self) -> bool:
        """Whether a leaning disc explains it best, but a shadow's edge on the bottom about as well."""
        return self.very_colour and self.lean > LEANS

    @property
    def may_lean(self) -> bool:
        """Whether a leaning disc explains it a little better than the rest."""
        return self.very_colour and self.lean > MAY_LEAN

    @property
    def of_a_team(self) -> bool:
        """Whether the face of a leaning disc would be of a team's colour."""
        return bool(self.from_team.min(initial=np.inf) < NEAR_COLOUR)

    @property
    def very_colour(self) -> bool:
        """Whether it would have a team's very colour."""
        return bool(self.from_team.min(initial=np.inf) < SAME_COLOUR)


def weigh_solids(picture: HolePicture, team_lab: FloatArray, disc_radius_mm: float) -> SolidOdds:
    """Compare the solids. team_lab : (T, 3) colours of the teams, T may be 0. disc_radius_mm : of the other discs."""
    bottom, level = misfit_of_bottom(picture), misfit_of_level_disc(picture, disc_radius_mm)
    leaning = fit_leaning(picture, disc_radius_mm)
    hidden = picture.seen_share < LEAST_SHARE
    lean = -math.inf if hidden else math.log(min(bottom, level) / leaning.misfit)
    return SolidOdds(
        depth=0.0 if hidden else math.log(bottom / level),
        lean=lean,
        no_shadow=math.log(misfit_of_shaded_bottom(picture) / leaning.misfit) if lean > LEANS else 0.0,
        leaning=leaning,
        from_team=np.linalg.norm(weigh(team_lab) - weigh(leaning.face_lab), axis=1),
    )
