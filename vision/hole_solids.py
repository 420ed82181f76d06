"""Which solid explains the picture of the twenty hole: its bottom, a disc that lies level in it, or one that leans."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.hole_depth import misfit_of_bottom, misfit_of_level_disc, misfit_of_shaded_bottom, wall_seen_mm
from vision.hole_lean import Leaning, fit_leaning
from vision.hole_picture import HolePicture
from vision.teams import NEAR_COLOUR, SAME_COLOUR, weigh

FloatArray = NDArray[np.float64]

# Logs of how much better one solid explains the hole than another does, measured on photos, renderings and 84 boards
# drawn by lot; 76 further boards bear them out. A leaning disc than anything else: of 83 that leaned 80 reached 0.08
# and 68 of them 0.3; 85 that lay level reached 0.12 at most, 75 empty holes of a team's colour 0.21. Without a team's
# colour as a witness: real empty holes reached 0.64.
LEANS, MAY_LEAN, MAY_LEAN_OVER_BOTTOM, LEANS_ALONE = 0.28, 0.05, -0.15, 0.85
# A level disc pushed against one side leaves a slit as beside one that hardly leans: on boards drawn by lot three level
# discs passed for such by 0.28 to 0.52; of 160 that leaned only one leaned so little and was below 1.2.
HARDLY_MM, HARDLY_LEANS = 4.0, 0.8
# A level disc than a bottom: no disc in a hole was below -0.15. Where the wall shows this much of itself, bottoms
# reached 0.2, or 0.38 in the shadow of a lamp; from above only the slit tells, and bottoms reached 0.6. Seen low there
# are too few rows of pixels.
SURELY_BOTTOM, SURELY_LEVEL, IN_SHADOW, SURELY_LEVEL_FROM_ABOVE = -0.25, 0.25, 0.5, 0.75
WALL_MM, LOW_VIEW_DEG = 2.0, 60.0
# Where a disc before the hole leaves less of its mouth to be seen, no solid is better than another.
LEAST_SHARE = 1 / 3
# Nor where a pixel is more of the board than this: a disc that leans stands some 8 mm over it, hardly three pixels.
COARSEST_MM_PER_PX = 3.0


@dataclass(frozen=True, eq=False, kw_only=True)
class SolidOdds:
    """Logs of how much better one solid explains the hole than others do.

    depth : a level disc than a bottom, depth_aside : likewise where light comes from one side. lean : a leaning disc
    than all of these. no_shadow : a leaning disc than a bottom with the rim's shadow on it, 0 where that does not
    matter. slanted : whether the far wall would show over a bottom. leaning : the leaning disc. from_team : (T,) how
    far its face is from each team's colour.
    """

    depth: float
    depth_aside: float
    lean: float
    no_shadow: float
    slanted: bool
    leaning: Leaning
    from_team: FloatArray

    @property
    def surely_bottom(self) -> bool:
        """Whether a disc does not explain the hole as a bottom does."""
        return min(self.depth, self.depth_aside) < SURELY_BOTTOM

    @property
    def surely_level(self) -> bool:
        """Whether a level disc explains it as no bottom does, but for the shadow of a lamp on one."""
        return self.depth > (SURELY_LEVEL if self.slanted else SURELY_LEVEL_FROM_ABOVE)

    @property
    def level_in_any_light(self) -> bool:
        """Whether it does so better than such a shadow allows for."""
        return self.surely_level and self.depth > IN_SHADOW

    @property
    def surely_leans(self) -> bool:
        """Whether nothing but a leaning disc explains the hole: clearly so, if a bottom beats a level one, or if it
        hardly leans.
        """
        hardly = math.hypot(*self.leaning.base_mm[:2]) < HARDLY_MM
        least = HARDLY_LEANS if hardly else 2 * LEANS if self.depth < SURELY_BOTTOM else LEANS
        least = least if self.of_a_team else LEANS_ALONE
        return min(self.lean, self.no_shadow) > least

    @property
    def likely_leans(self) -> bool:
        """Whether a leaning disc explains it best, but a shadow's edge on the bottom about as well."""
        return self.very_colour and self.lean > LEANS

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
    bottom_aside = misfit_of_bottom(picture, from_aside=True)
    level_aside = misfit_of_level_disc(picture, disc_radius_mm, from_aside=True)
    leaning = fit_leaning(picture, disc_radius_mm)
    unseen = picture.seen_share < LEAST_SHARE or float(picture.view.mm_per_px(np.zeros(2))) > COARSEST_MM_PER_PX
    lean = -math.inf if unseen else math.log(min(bottom, bottom_aside, level) / leaning.misfit)
    return SolidOdds(
        depth=0.0 if unseen else math.log(bottom / level),
        depth_aside=0.0 if unseen else math.log(bottom_aside / level_aside),
        lean=lean,
        slanted=wall_seen_mm(picture.view) > WALL_MM and picture.view.camera.tilt_deg < LOW_VIEW_DEG,
        no_shadow=math.log(misfit_of_shaded_bottom(picture) / leaning.misfit) if lean > LEANS else 0.0,
        leaning=leaning,
        from_team=np.linalg.norm(weigh(team_lab) - weigh(leaning.face_lab), axis=1),
    )
