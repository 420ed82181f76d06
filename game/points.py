"""One disc at rest: its value by exact geometry, and whether it satisfies a free shot.

Lengths are compared as whole half micrometres: in binary floating point 116.7 - 14.3 comes out above 101.6 + 0.8,
and both that and 85.6 + 14.1 against 100 - 0.3 are tangencies. All tests are closed: at exact tangency no clean board
can be seen, so the disc touches. A measured disc, with its standard deviation, goes through `look_under`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.look_under import WORTH_INSIDE, LineGap, Place, place_value
from game.reason import Reason

LINE_NAMES = tuple(WORTH_INSIDE)
HALF_MICROMETRES = 2000
# Paint edges are no better than this (a proposal).
SIGMA_FLOOR_MM = 0.05


@dataclass(frozen=True, kw_only=True)
class Line:
    """A printed circle: name "15", "10" or "outer", radius of the middle of its band, width of the band."""

    name: str
    radius_mm: float
    width_mm: float

    @property
    def inner_edge(self) -> int:
        """Radius of the near edge, half micrometres."""
        return half_micrometres(self.radius_mm) - _half_width(self.width_mm)

    @property
    def outer_edge(self) -> int:
        """Radius of the far edge, half micrometres."""
        return half_micrometres(self.radius_mm) + _half_width(self.width_mm)


@dataclass(frozen=True, slots=True)
class Footprint:
    """The part of the board that a disc's value is judged by: least and greatest reach, half micrometres."""

    inner: int
    outer: int


@dataclass(frozen=True, kw_only=True)
class AtRest:
    """What a disc at rest is worth.

    touches : names of the lines its base meets. in_play : False when it meets or lies beyond the outer line.
    free_shot_ok : touches or lies within the 15 line, which is what a free shot asks.
    """

    value: int
    touches: tuple[str, ...]
    in_play: bool
    free_shot_ok: bool
    reason: Reason


def half_micrometres(length_mm: float) -> int:
    """A length to the nearest micrometre, counted in half micrometres."""
    return 2 * round(length_mm * 1000)


def flat_base(d_mm: float, base_radius_mm: float) -> Footprint:
    """Footprint of a disc lying flat with its centre d_mm from the board's centre.

    The radius is that of the bottom edge, not of the widest one: the view from above does not count (NCA 6e). A disc
    stacked flat on others, without board contact, is judged by the same circle lowered straight down (a proposal).
    """
    reach, radius = half_micrometres(d_mm), half_micrometres(base_radius_mm)
    return Footprint(max(0, reach - radius), reach + radius)


def contact_strip(least_mm: float, greatest_mm: float) -> Footprint:
    """Footprint of a disc on its rim or propped up: what touches the board decides (NCA 6b, taken further)."""
    return Footprint(half_micrometres(least_mm), half_micrometres(greatest_mm))


def rest_on_surface(foot: Footprint, lines: Sequence[Line]) -> AtRest:
    """Value of a disc on the surface: the lowest region its footprint meets.

    lines : 15, 10 and outer, from the centre outward; ValueError for others. The printed band belongs to the lower
    region, so the value depends on the outer reach and the inner edges alone; the free shot on the inner reach and
    the outer edge. Sources: NCA 3a-ii, 6b, 6d; Cogitate 4, 7; Mayday, Scoring.
    """
    if tuple(line.name for line in lines) != LINE_NAMES:
        raise ValueError(f"lines {LINE_NAMES} in this order, not {[line.name for line in lines]}")
    touches = tuple(line.name for line in lines if foot.outer >= line.inner_edge and foot.inner <= line.outer_edge)
    value = next((WORTH_INSIDE[line.name] for line in lines if foot.outer < line.inner_edge), 0)
    return AtRest(
        value=value,
        touches=touches,
        in_play=value > 0,
        free_shot_ok=foot.inner <= lines[0].outer_edge,
        reason=_surface_reason(value, touches),
    )


def rest_off_surface(place: Place) -> AtRest:
    """A disc in the hole, leaning on its lip, or in the ditch."""
    value = place_value(place)
    texts = {20: "flat in the hole: counts 20", 15: "leaning on the hole, not flat in it: counts 15"}
    return AtRest(
        value=value,
        touches=(),
        in_play=value > 0,
        free_shot_ok=value > 0,
        reason=Reason("centre hole" if value else "ditch", texts.get(value, "in the ditch: counts 0")),
    )


def measured_gaps(foot: Footprint, lines: Sequence[Line], sigma_mm: float) -> tuple[LineGap, ...]:
    """The footprint's signed gap to each line, all with one standard deviation, SIGMA_FLOOR_MM at the least."""
    sigma_mm = max(sigma_mm, SIGMA_FLOOR_MM)
    return tuple(LineGap(line.name, (line.inner_edge - foot.outer) / HALF_MICROMETRES, sigma_mm) for line in lines)


def p_free_shot(foot: Footprint, lines: Sequence[Line], sigma_mm: float) -> float:
    """Probability that the disc touches or lies within the 15 line."""
    gap_mm = (lines[0].outer_edge - foot.inner) / HALF_MICROMETRES
    return 0.5 * math.erfc(-gap_mm / (max(sigma_mm, SIGMA_FLOOR_MM) * math.sqrt(2)))


def expected_value(chances: Sequence[tuple[int, float]]) -> float:
    """Mean value of a doubtful disc, for displays only: it never goes on a score sheet."""
    return sum(value * chance for value, chance in chances)


def _half_width(width_mm: float) -> int:
    return round(width_mm * 1000)


def _surface_reason(value: int, touches: tuple[str, ...]) -> Reason:
    if touches:
        line = f"touches the {touches[-1]} line"
        return Reason("look under", f"{line}: counts {value}" if value else f"{line}: out of play, counts 0")
    if not value:
        return Reason("outer line", "wholly beyond the outer line: out of play, counts 0")
    return Reason("look under", f"clear board inside the {_inside(value)} line: counts {value}")


def _inside(value: int) -> str:
    return next(name for name, worth in WORTH_INSIDE.items() if worth == value)
