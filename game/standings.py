"""The tournament table, and who is still in.

The rulebooks give no order for a table. Proposed: points, then 20s, then the result between those level, then a
shoot-out; the organiser may change it. Sources of the structures: Mayday, Tournament Rules.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Criterion = Literal["points", "twenties", "head_to_head", "shootout"]

USUAL_ORDER: tuple[Criterion, ...] = ("points", "twenties", "head_to_head", "shootout")


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What a contestant has. met : (opponent, points gained against them), one pair for each game."""

    name: str
    points: int
    twenties: int = 0
    shootout: int = 0
    met: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of the table. rank : shared by those still level. decided_by : what parted them from the one above."""

    rank: int
    entry: Entry
    decided_by: Criterion | None


def standings(entries: Sequence[Entry], order: Sequence[Criterion] = USUAL_ORDER) -> tuple[Row, ...]:
    """Rank the contestants; those whom nothing parts keep the order in which they were given.

    The result between those level counts only games among exactly them, and anew among those it leaves level.
    """
    rows: list[Row] = []
    for group, decided_by in _parted(list(entries), tuple(order), None):
        rank = len(rows) + 1
        rows += [Row(rank=rank, entry=entry, decided_by=decided_by) for entry in group]
    return tuple(rows)


def still_in(losses: Iterable[tuple[str, int]], out_at: int) -> tuple[str, ...]:
    """Who has not been knocked out: fewer losses than 1 in single elimination, 2 in double."""
    return tuple(name for name, lost in losses if lost < out_at)


def partner_points(games: Iterable[Iterable[tuple[Sequence[str], int]]]) -> tuple[tuple[str, int], ...]:
    """Points of single players whose partners change each game: both get what their team of the day scored.

    games : for each game, its teams with their points. Source: Mayday, Tournament Rules, format 3.
    """
    points: dict[str, int] = {}
    for game in games:
        for team, scored in game:
            for player in team:
                points[player] = points.get(player, 0) + scored
    return tuple(points.items())


def _parted(
    group: list[Entry], order: tuple[Criterion, ...], decided_by: Criterion | None
) -> list[tuple[list[Entry], Criterion | None]]:
    if len(group) < 2 or not order:
        return [(group, decided_by)] if group else []
    marks = {entry.name: _mark(entry, order[0], group) for entry in group}
    parted: list[tuple[list[Entry], Criterion | None]] = []
    for mark in sorted(set(marks.values()), reverse=True):
        level = [entry for entry in group if marks[entry.name] == mark]
        fewer = order[0] == "head_to_head" and len(level) < len(group)
        parted += _parted(level, order if fewer else order[1:], order[0] if parted else decided_by)
    return parted


def _mark(entry: Entry, criterion: Criterion, group: Sequence[Entry]) -> int:
    if criterion == "head_to_head":
        names = {other.name for other in group}
        return sum(gained for opponent, gained in entry.met if opponent in names)
    if criterion == "points":
        return entry.points
    return entry.twenties if criterion == "twenties" else entry.shootout
