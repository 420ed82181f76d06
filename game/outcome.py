"""What a round's totals pay under a way of scoring.

Sides are named by their place in the sequence. Sources: NCA 2a-iv (2/1/0); Mayday, Scoring (differential) and Three
Player Games 2 (three individuals); Cogitate 7 and 9 (simple).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from game.violation import RuleViolation

Scoring = Literal["two_one_zero", "differential", "simple", "three_210"]
ThreeWayTie = Literal["one_each", "zero_each"]


@dataclass(frozen=True, kw_only=True)
class RoundResult:
    """What a round paid.

    winner : place of the side with the highest total, None when two or more share it. points : what each side
    receives. difference : highest total less the next.
    """

    winner: int | None
    points: tuple[int, ...]
    difference: int


def round_result(totals: Sequence[int], scoring: Scoring, three_way_tie: ThreeWayTie = "one_each") -> RoundResult:
    """Score a round from the sides' full totals, 20s included.

    A round that ends 0 to 0 is a tie like any other. Raises RuleViolation when the number of sides does not fit the
    way of scoring, or a total is below zero.
    """
    _check_sides(totals, scoring)
    first, second = sorted(totals, reverse=True)[:2]
    winner = list(totals).index(first) if first > second else None
    if scoring == "simple":
        points = tuple(totals)
    elif scoring == "differential":
        points = tuple(first - second if side == winner else 0 for side in range(2))
    elif scoring == "two_one_zero":
        points = tuple(1 if winner is None else 2 * (side == winner) for side in range(2))
    else:
        points = _three_210(totals, three_way_tie)
    return RoundResult(winner=winner, points=points, difference=first - second)


def _three_210(totals: Sequence[int], three_way_tie: ThreeWayTie) -> tuple[int, ...]:
    """2, 1 and 0 by rank; a tie for first pays 1 each, a tie for second nobody (Mayday, Three Player Games 2)."""
    if len(set(totals)) == 1:
        return (1, 1, 1) if three_way_tie == "one_each" else (0, 0, 0)
    top, middle, low = sorted(totals, reverse=True)
    if top == middle:
        return tuple(int(total == top) for total in totals)
    if middle == low:
        return tuple(2 * (total == top) for total in totals)
    return tuple((low, middle, top).index(total) for total in totals)


def _check_sides(totals: Sequence[int], scoring: Scoring) -> None:
    if min(totals, default=0) < 0:
        raise RuleViolation(f"a total of {min(totals)} is below zero")
    allowed = {"two_one_zero": (2,), "differential": (2,), "simple": (2, 3), "three_210": (3,)}
    if scoring not in allowed:
        raise RuleViolation(f"{scoring!r} is no way of scoring")
    if len(totals) not in allowed[scoring]:
        raise RuleViolation(f"{scoring} scoring is not for {len(totals)} sides")
