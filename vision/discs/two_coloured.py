"""Teams whose discs have faces of two colours: inlaid, ringed, or with a rim of another colour."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.colour.colour_space import NEAR_COLOUR, SAME_COLOUR, weigh
from vision.colour.colours import ring_colours
from vision.discs.choose import Choice
from vision.hole.depth import SHOULDER_MM
from vision.hole.read_hole import HoleReading
from vision.placing.disc_position import Placed
from vision.placing.outline import Solids

FloatArray = NDArray[np.float64]

# Rings of a face, as shares of its radius: within the rounding of the edge.
RINGS = (0.2, 0.35, 0.5, 0.62, 0.75)
# Weighted L*a*b* between a face's rings. Dished and glossy faces of one colour reach 14 on real photos and boards drawn
# by lot; of 167 teams that were given a second colour, a dot or a like one among them, 101 have more than this.
TWO_COLOURS = 15.0
# A dot is told from pegs, 6 mm in radius with their sleeves at most, where it is a larger share of a disc's radius.
LEAST_INLAY = 0.4
# A hole shows a team's pattern where it differs from that by less than NEAR_COLOUR and this share of the pattern's own
# change, of which there must be some: of 79 empty holes beside such teams, on real photos and boards drawn by lot, none
# does.
LEAST_CHANGE, MATCHING = 8.0, 0.5


@dataclass(frozen=True, eq=False, kw_only=True)
class Inlay:
    """A dot in the middle of a team's faces. colour : (3,) weighted L*a*b*. share: of the radius, within it."""

    colour: FloatArray
    share: float


@dataclass(frozen=True, eq=False, kw_only=True)
class Patterns:
    """team : (K,) group numbers of the teams whose faces change their colour from the middle outward.

    rings : (K, R, 3) their weighted L*a*b*. change : (K,) how far those are apart.
    """

    team: NDArray[np.intp]
    rings: FloatArray
    change: FloatArray

    @property
    def inlays(self) -> tuple[Inlay, ...]:
        """The dots in the middle of faces that are surely of two colours, where they are wide."""
        off_middle = np.maximum.accumulate(np.linalg.norm(self.rings - self.rings[:, :1], axis=2), axis=1)
        dots = (
            Inlay(colour=own[0], share=float(np.interp(SAME_COLOUR, off, RINGS)))
            for own, off in zip(self.rings, off_middle, strict=True)
            if off[-1] > TWO_COLOURS
        )
        return tuple(dot for dot in dots if dot.share > LEAST_INLAY)

    @property
    def two_coloured(self) -> NDArray[np.intp]:
        """Group numbers of the teams whose faces are surely of two colours."""
        return self.team[self.change > TWO_COLOURS]


def find_patterns(bgr: NDArray[np.uint8], view: BoardView, placed: Placed, choice: Choice) -> Patterns:
    """The teams whose faces mostly change their colour from the middle outward.

    bgr : (H, W, 3). placed : all candidates where they stand.
    """
    rings = _rings(bgr, view, placed.solids.taken(choice.index))
    teams = np.unique(choice.team)
    by_team = np.array([np.median(rings[choice.team == t], axis=0) for t in teams]).reshape(-1, len(RINGS), 3)
    change = np.linalg.norm(by_team - by_team[:, :1], axis=2).max(axis=1)
    some = change > LEAST_CHANGE
    return Patterns(team=teams[some], rings=by_team[some], change=change[some])


def see_pattern(
    reading: HoleReading, patterns: Patterns, bgr: NDArray[np.uint8], view: BoardView, disc_radius_mm: float
) -> HoleReading:
    """What a hole holds, asked about where a team's pattern shows in it.

    The middle of such a disc passes for a bottom, and the rest of it for the wall; where it is surely of two colours,
    whether it leans is hard to see as well. Of 53 level ones in holes 48 differed from the others of their team by less
    than SAME_COLOUR, the rest by less than NEAR_COLOUR.
    """
    if not len(patterns.team):
        return reading
    in_hole = Solids.alike(
        np.zeros((1, 2)), radius_mm=disc_radius_mm, rounding_mm=0.0, thickness_mm=0.0, height_mm=SHOULDER_MM
    )
    differs = np.linalg.norm(patterns.rings - _rings(bgr, view, in_hole), axis=2).mean(axis=1)
    nearest = int((differs / patterns.change).argmin())
    shows = differs[nearest] < min(NEAR_COLOUR, MATCHING * patterns.change[nearest])
    overlooked = reading.content == "empty"
    if not shows or not (overlooked or patterns.change[nearest] > TWO_COLOURS):
        return reading
    if overlooked and differs[nearest] < SAME_COLOUR:
        reading = replace(reading, content="hole")
    return replace(reading, doubtful=True, team=int(patterns.team[nearest]))


def _rings(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> FloatArray:
    """(M, R, 3) weighted L*a*b* of the rings of each top face."""
    return np.asarray(np.median(weigh(ring_colours(bgr, view, solids, RINGS)), axis=2), np.float64)
