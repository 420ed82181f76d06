"""Looking under the disc: which line decides its value, and how sure that is.

A disc touches a line when its bottom edge is over any part of it, and the printed line belongs to the lower of its
two regions. So the value hangs on one signed gap for each line, from the disc's outer reach to the line's inner edge:
positive when clean board shows between them. Source: the look-under rule in the rulebooks (NCA 2026, 6b, 6d and 6e;
Cogitate leaflet, section 8).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Call = Literal["clear", "touching", "too_close"]
Place = Literal["surface", "hole", "lip", "ditch"]

# Worth of the region inside each line, from the centre outward.
WORTH_INSIDE = {"15": 15, "10": 10, "outer": 5}

# Below the first a touch is ruled out, above the second it is certain: about 2.05 standard deviations either way.
P_CLEAR = 0.02
P_TOUCHING = 0.98


@dataclass(frozen=True)
class LineGap:
    """The signed gap between a disc's base and one line, as measured.

    name : "15", "10" or "outer". gap_mm : positive when clean board shows, zero or less when the base reaches the
    line. sigma_mm : standard deviation of the gap, above zero. Raises ValueError for anything else.
    """

    name: str
    gap_mm: float
    sigma_mm: float

    def __post_init__(self) -> None:
        if self.name not in WORTH_INSIDE:
            raise ValueError(f"{self.name!r} is no line: use 15, 10 or outer")
        if not (math.isfinite(self.gap_mm) and math.isfinite(self.sigma_mm) and self.sigma_mm > 0):
            raise ValueError(f"gap {self.gap_mm} mm with sigma {self.sigma_mm} mm: finite, and sigma above zero")

    @property
    def p_touch(self) -> float:
        """Probability that the base reaches this line: Phi(-gap / sigma)."""
        return 0.5 * math.erfc(self.gap_mm / (self.sigma_mm * math.sqrt(2)))


@dataclass(frozen=True, kw_only=True)
class LineCall:
    """What a disc lying flat on the surface is worth, and the line that decides it.

    value : 15, 10, 5 or 0, the more likely one. line, gap_mm, sigma_mm, p_touch : of the line with the smallest
    |gap|. other_value : what the disc is worth if the deciding line is called the other way; None unless too close.
    """

    value: int
    line: str
    gap_mm: float
    sigma_mm: float
    p_touch: float
    call: Call
    other_value: int | None


def call_lines(gaps: Sequence[LineGap]) -> LineCall:
    """Call a disc on the surface from its gaps to the three lines, in any order.

    The closed test decides: a gap of exactly zero touches. Raises ValueError unless each line comes once.
    """
    ordered = _from_the_centre(gaps)
    decider = min(ordered, key=lambda gap: abs(gap.gap_mm))
    reached = {gap.name: gap.gap_mm <= 0 for gap in ordered}
    flipped = reached | {decider.name: not reached[decider.name]}
    call = _call(decider.p_touch)
    return LineCall(
        value=_value(reached),
        line=decider.name,
        gap_mm=decider.gap_mm,
        sigma_mm=decider.sigma_mm,
        p_touch=decider.p_touch,
        call=call,
        other_value=_value(flipped) if call == "too_close" else None,
    )


def value_probabilities(gaps: Sequence[LineGap]) -> tuple[tuple[int, float], ...]:
    """Probability of 15, 10, 5 and 0 for a disc on the surface, in that order, all four always present."""
    clear = 0.0
    chances = []
    for gap in _from_the_centre(gaps):
        # A disc that is clear of a line is clear of every line outside it, whatever their standard deviations.
        beyond = max(clear, 1.0 - gap.p_touch)
        chances.append((WORTH_INSIDE[gap.name], beyond - clear))
        clear = beyond
    return (*chances, (0, 1.0 - clear))


def place_value(place: Place) -> int:
    """Worth of a disc that is not flat on the surface: hole 20, lip 15, ditch 0.

    A disc that leans on the lip touches the 15 region and is no 20 (NCA 6b, 6c; Cogitate 8). Raises ValueError for
    "surface", where the lines decide.
    """
    worths: dict[Place, int] = {"hole": 20, "lip": 15, "ditch": 0}
    if place not in worths:
        raise ValueError(f"the place {place!r} alone has no value: use call_lines for a disc on the surface")
    return worths[place]


def _from_the_centre(gaps: Sequence[LineGap]) -> list[LineGap]:
    by_name = {gap.name: gap for gap in gaps}
    if len(gaps) != len(WORTH_INSIDE) or by_name.keys() != WORTH_INSIDE.keys():
        raise ValueError(f"one gap for each of 15, 10 and outer, not {[gap.name for gap in gaps]}")
    return [by_name[name] for name in WORTH_INSIDE]


def _value(reached: dict[str, bool]) -> int:
    return next((worth for name, worth in WORTH_INSIDE.items() if not reached[name]), 0)


def _call(p_touch: float) -> Call:
    if p_touch < P_CLEAR:
        return "clear"
    return "touching" if p_touch > P_TOUCHING else "too_close"
