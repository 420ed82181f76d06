"""The tie-break: everyone level takes eight shots, four each in doubles, and only the hole counts.

Each disc is lifted after its shot. Source: Mayday, Tournament Rules. Those still level go again (a proposal).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from game.seating import Side
from game.violation import RuleViolation
from game.zones import Zone


@dataclass(frozen=True, kw_only=True)
class Shootout:
    """How a shoot-out stands. scores : 20s of each side. remain : sides still level at the top when it repeats."""

    scores: tuple[int, ...]
    status: Literal["in_progress", "won", "repeat"]
    winners: tuple[int, ...]
    remain: tuple[int, ...]


def shootout(sides: Sequence[Side], shots_each: int, shots: Mapping[str, Sequence[Zone]]) -> Shootout:
    """Judge a shoot-out from the zone where each player's shots ended.

    It is over when every shot is taken, or when no one can still reach the leader. Raises RuleViolation when someone
    has taken more than `shots_each`.
    """
    for player, taken in shots.items():
        if len(taken) > shots_each:
            raise RuleViolation(f"{player} has {shots_each} shots in the shoot-out, not {len(taken)}")
    scores = [sum(_holes(shots, player) for player in side.players) for side in sides]
    left = [sum(shots_each - len(shots.get(player, ())) for player in side.players) for side in sides]
    return decide(scores, left)


def decide(scores: Sequence[int], left: Sequence[int]) -> Shootout:
    """Judge a shoot-out from each side's 20s and the shots it has left."""
    best = max(scores)
    first = tuple(side for side, score in enumerate(scores) if score == best)
    others = [score + rest for side, (score, rest) in enumerate(zip(scores, left, strict=True)) if side != first[0]]
    if len(first) == 1 and max(others) < best:
        return Shootout(scores=tuple(scores), status="won", winners=first, remain=())
    if any(left):
        return Shootout(scores=tuple(scores), status="in_progress", winners=(), remain=())
    return Shootout(scores=tuple(scores), status="repeat", winners=(), remain=first)


def _holes(shots: Mapping[str, Sequence[Zone]], player: str) -> int:
    return sum(zone == "hole" for zone in shots.get(player, ()))
