"""Who starts a round, and who may choose.

Sources: NCA 4b and 5b (clockwise; the games of a match start with alternating sides; partners choose, 5a); Mayday,
Set Up (clockwise); Cogitate 8, rules A (clockwise) and B (the loser decides; after a tie only A).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from game.options import GameStart, Start

StartRule = Literal["first", "clockwise", "alternate_sides", "loser_decides", "chosen", "replay"]


@dataclass(frozen=True, slots=True)
class StartDue:
    """Who starts the next round.

    place : on the ring, None while the loser has not said. choices : places that may be chosen instead; empty when
    the rules leave no choice.
    """

    place: int | None
    choices: tuple[int, ...]
    rule: StartRule


def next_round(rule: Start, ring_sides: Sequence[int], last: int, points: Sequence[int]) -> StartDue:
    """Start of the next round of a game.

    ring_sides : side at each place. last : place that started the last round. points : the last round's totals, or
    what it paid where there are none; the sole lowest has lost it.
    """
    if rule == "loser_decides":
        lowest = min(points)
        if list(points).count(lowest) == 1:
            loser = list(points).index(lowest)
            takes = _next_place(ring_sides, last, {loser})
            gives = _next_place(ring_sides, last, set(ring_sides) - {loser})
            return StartDue(None, (takes, gives), "loser_decides")
    return StartDue((last + 1) % len(ring_sides), (), "clockwise")


def next_game(rule: GameStart, ring_sides: Sequence[int], last_first: int, last: int) -> StartDue:
    """Start of the next game of a match.

    last_first, last : places that started the first and the last round of the game before. With alternating sides
    the partners whose turn it is choose; shown until they do is their next seat clockwise.
    """
    if rule == "clockwise":
        return StartDue((last + 1) % len(ring_sides), (), "clockwise")
    due = (last_first + 1) % len(ring_sides)
    partners = tuple(place for place, side in enumerate(ring_sides) if side == ring_sides[due])
    return StartDue(due, partners, "alternate_sides")


def _next_place(ring_sides: Sequence[int], last: int, wanted: set[int]) -> int:
    places = [(last + step) % len(ring_sides) for step in range(1, len(ring_sides) + 1)]
    return next(place for place in places if ring_sides[place] in wanted)
