"""What can happen to a match, one immutable value for each: the match is a fold over them.

Sides are named by their place among the sides, rounds by their number in the match, from 1. `at` is when it was
entered, ISO 8601 in UTC, kept for the record only.
"""

from dataclasses import dataclass
from typing import Literal

ScoredBy = Literal["person", "camera", "camera+person"]


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundScored:
    """A round was played. totals : full totals of the sides, 20s included.

    twenties : 20s of each side, None when they were not counted. twenties_by_player : (name, count) pairs, where they
    were kept apart in doubles. possible : what a doubtful board may come to, (totals, probability) pairs; empty when
    nothing is in doubt. score_id : the stored reading of the photo.
    """

    totals: tuple[int, ...]
    twenties: tuple[int, ...] | None = None
    twenties_by_player: tuple[tuple[str, int], ...] = ()
    scored_by: ScoredBy = "person"
    score_id: str | None = None
    possible: tuple[tuple[tuple[int, ...], float], ...] = ()
    at: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundCorrected:
    """A past round was something else. Everything derived from it follows."""

    round: int
    now: RoundScored
    reason: str
    at: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Undone:
    """The latest event still in effect is taken back; it stays in the log."""

    at: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class StartChosen:
    """Who starts the next round: the loser's or the partners' choice, or with a reason an official's ruling."""

    player: str
    reason: str | None = None
    at: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundForfeited:
    """A side forfeits the round: 2 to the other."""

    side: int
    reason: str
    at: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundAwarded:
    """An official, or a record without totals, says what a round pays."""

    points: tuple[int, ...]
    reason: str
    at: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundVoided:
    """The last round is void by a ruling and is played again, from the same start."""

    reason: str
    at: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class GameForfeited:
    """A side loses the game being played, or the next one if none is."""

    side: int
    reason: str
    at: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ShootoutHeld:
    """A whole shoot-out among those level. holes : 20s of each side, None for a side that took no part."""

    holes: tuple[int | None, ...]
    at: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeExpired:
    """Time has run out between rounds: nothing further is played."""

    at: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchAwarded:
    """An official ends the match; winner None leaves it drawn."""

    winner: int | None
    reason: str
    at: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Noted:
    """A warning, coaching, anything else for the log; it changes no score."""

    text: str
    side: int | None = None
    at: str | None = None


PlayEvent = (
    RoundScored
    | StartChosen
    | RoundForfeited
    | RoundAwarded
    | RoundVoided
    | GameForfeited
    | ShootoutHeld
    | TimeExpired
    | MatchAwarded
    | Noted
)
Event = PlayEvent | RoundCorrected | Undone
