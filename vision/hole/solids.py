"""Which solid explains the picture of the twenty hole: its bottom, a disc that lies level in it, or one that leans."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.colour.colour_space import NEAR_COLOUR, SAME_COLOUR, weigh
from vision.hole.depth import (
    explain_by_bottom,
    explain_by_level_disc,
    fit_bottom,
    fit_level_disc,
    fit_proud_disc,
    misfit_of_shaded_bottom,
    wall_seen_mm,
)
from vision.hole.fit import hole_limits
from vision.hole.lean import Leaning, fit_leaning
from vision.hole.picture import HolePicture

FloatArray = NDArray[np.float64]

# Logs of how much better one solid explains the hole than another does, measured on 67 photos and on 237 holes of
# boards drawn by lot, all of them drilled off the middle, mended by two of 150 further ones. On the next 95, which had
# no say, one answer was wrong without a question of its own.
# From where on a leaning disc explains the hole better than a bottom does: over empty holes it was by up to 0.60.
LEANS_OVER_BOTTOM = 0.65
# From where on it does so better than a level disc: over level ones that no bottom explains as well by up to 0.24.
LEANS_OVER_LEVEL = 0.3
# From where on a disc likely leans, or may, by how much better it explains the hole than both others: half of 79 that
# lean were above 0.5. The third is of the bottom alone.
LIKELY_LEANS, MAY_LEAN, MAY_LEAN_OVER_BOTTOM = 0.38, 0.14, -0.1
# From where on a disc that is read as level may lean: if its outline is not seen, and if it is. The leaning disc that
# lies most like a level one, in a hole off the middle, was at -0.32; of level ones whose outline was seen none was
# below 0.17.
MAY_LEAN_OVER_LEVEL, MAY_LEAN_OVER_OUTLINE = -0.35, 0.0
# How much better a level disc explains the hole than a bottom, where it surely is a bottom, likely and surely a level
# disc. No disc in a hole was below -0.16; bottoms whose wall shows reached 0.38.
SURELY_BOTTOM, LIKELY_LEVEL, SURELY_LEVEL = -0.25, 0.25, 0.4
# The same from above, where only the slit beside a disc tells: bottoms reached 0.59.
SURELY_LEVEL_FROM_ABOVE, MAYBE_LEVEL_FROM_ABOVE = 0.75, 0.4
# The wall shows from this much of it on, unless it is seen so low that it has too few rows of pixels.
WALL_MM, LOW_VIEW_DEG = 2.0, 60.0
# Where a disc before the hole leaves less of its mouth to be seen, no solid is better than another.
LEAST_SHARE = 1 / 3
# Nor where a pixel is more of the board than this: a disc that leans stands some 8 mm over it, hardly three pixels.
COARSEST_MM_PER_PX = 3.0


@dataclass(frozen=True, eq=False, kw_only=True)
class SolidOdds:
    """Logs of how much better one solid explains the hole than others do.

    depth : a level disc than a bottom, depth_aside : likewise where light comes from one side, depth_shaded : than a
    bottom with the rim's shadow on it. lean_over_bottom, lean_over_level : a leaning disc than these; lean_over_proud :
    than a level one in a shallow hole, where it leans by the others. slanted : whether the far wall would show over a
    bottom. axis_mm : (2,) of the hole, as the level disc has it. leaning : the leaning disc. from_team : (T,) how far
    its face is from each team's colour.
    """

    depth: float
    depth_aside: float
    depth_shaded: float
    lean_over_bottom: float
    lean_over_level: float
    lean_over_proud: float
    slanted: bool
    axis_mm: FloatArray
    leaning: Leaning
    from_team: FloatArray

    @property
    def surely_bottom(self) -> bool:
        """Whether a disc does not explain the hole as a bottom does."""
        return min(self.least_depth, self.depth_aside) < SURELY_BOTTOM

    @property
    def likely_level(self) -> bool:
        """Whether a level disc explains it better than bottoms do, but for the shadow of a lamp on one."""
        return self.least_depth > (LIKELY_LEVEL if self.slanted else SURELY_LEVEL_FROM_ABOVE)

    @property
    def surely_level(self) -> bool:
        """Whether it does so better than such a shadow allows for."""
        return self.least_depth > (SURELY_LEVEL if self.slanted else SURELY_LEVEL_FROM_ABOVE)

    @property
    def least_depth(self) -> float:
        """Log of how much better a level disc explains it than a bottom, with the rim's shadow on it or without."""
        return min(self.depth, self.depth_shaded)

    @property
    def any_disc(self) -> float:
        """Log of how much better a disc explains it than a bottom, level or leaning."""
        return max(self.least_depth, self.lean_over_bottom)

    @property
    def lean(self) -> float:
        """Log of how much better a leaning disc explains the hole than anything else does."""
        return min(self.lean_over_bottom, self.lean_over_level)

    @property
    def surely_leans(self) -> bool:
        """Whether nothing but a leaning disc explains the hole."""
        return self.lean_over_bottom > LEANS_OVER_BOTTOM and self.lean_over_level > LEANS_OVER_LEVEL

    @property
    def plainly_leans(self) -> bool:
        """Whether a disc that shows its side in a shallow hole does not explain it either."""
        return self.surely_leans and self.lean_over_proud > LEANS_OVER_LEVEL

    @property
    def likely_leans(self) -> bool:
        """Whether a leaning disc of a team's very colour explains it best."""
        return self.very_colour and self.lean > LIKELY_LEANS

    @property
    def of_a_team(self) -> bool:
        """Whether the face of a leaning disc would be of a team's colour."""
        return bool(self.from_team.min(initial=np.inf) < NEAR_COLOUR)

    @property
    def very_colour(self) -> bool:
        """Whether it would have a team's very colour."""
        return bool(self.from_team.min(initial=np.inf) < SAME_COLOUR)


def weigh_solids(picture: HolePicture, view: BoardView, team_lab: FloatArray, disc_radius_mm: float) -> SolidOdds:
    """Compare the solids. team_lab : (T, 3) colours of the teams, T may be 0. disc_radius_mm : of the other discs."""
    limits = hole_limits(picture, disc_radius_mm)
    bottom, level = fit_bottom(picture, limits), fit_level_disc(picture, limits, disc_radius_mm)
    leaning = fit_leaning(picture, limits, [bottom.at, level.at[:3]], disc_radius_mm)
    over_bottom = picture.about(bottom.at)
    bottom_aside = float(explain_by_bottom(over_bottom, from_aside=True).misfit)
    level_aside = float(explain_by_level_disc(picture, level.at, disc_radius_mm, from_aside=True).misfit)
    coarse = view.middle_mm_per_px > COARSEST_MM_PER_PX
    unseen = coarse or picture.seen_share < LEAST_SHARE or picture.is_blank
    bottom_shaded = misfit_of_shaded_bottom(over_bottom)
    best_bottom = min(bottom.misfit, bottom_aside, bottom_shaded)
    lean_over_bottom, lean_over_level = (
        -math.inf if unseen else math.log(misfit / leaning.misfit) for misfit in (best_bottom, level.misfit)
    )
    lean_over_proud = lean_over_level
    if lean_over_bottom > LEANS_OVER_BOTTOM and lean_over_level > LEANS_OVER_LEVEL:
        proud = fit_proud_disc(picture, limits, level, disc_radius_mm)
        lean_over_proud = math.log(proud.misfit / leaning.misfit)
    return SolidOdds(
        depth=0.0 if unseen else math.log(bottom.misfit / level.misfit),
        depth_aside=0.0 if unseen else math.log(bottom_aside / level_aside),
        depth_shaded=0.0 if unseen else math.log(bottom_shaded / level.misfit),
        lean_over_bottom=lean_over_bottom,
        lean_over_level=lean_over_level,
        lean_over_proud=lean_over_proud,
        slanted=wall_seen_mm(picture) > WALL_MM and view.camera.slant_deg < LOW_VIEW_DEG,
        axis_mm=level.at[:2],
        leaning=leaning,
        from_team=np.linalg.norm(weigh(team_lab) - weigh(leaning.face_lab), axis=1),
    )
