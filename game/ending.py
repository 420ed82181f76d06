"""When a game is over, and who has won it.

Sources: NCA 2b (four rounds, level stands); Mayday, Object and Tournament Rules (100 points; to 8; four rounds, then
a shoot-out); Cogitate 7 and 8 (100 points; both past the line; best of three); house sheet 7 (level: play on).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from game.options import Ending, EqualPast, LevelEnd

GameStatus = Literal["in_progress", "won", "drawn", "both_win", "tiebreak", "continue"]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands. level : sides level at the top when a shoot-out is due, else empty."""

    status: GameStatus
    winners: tuple[int, ...] = ()
    level: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether no further round belongs to this game."""
        return self.status in ("won", "drawn", "both_win")


PLAYING = Standing("in_progress")


def standing(
    end: Ending, equal_past: EqualPast, scores: Sequence[int], rounds_won: Sequence[int], rounds: int
) -> Standing:
    """Where a game stands after `rounds` rounds.

    scores : running game score of each side. rounds_won : rounds each side has won alone, looked at in a best of n
    only, which stops at the majority. A target is reached, not exceeded; four rounds are played even when nobody can
    catch up.
    """
    if end.kind == "points":
        return _to_target(end.length, equal_past, scores)
    if end.kind == "best_of":
        for side, won in enumerate(rounds_won):
            if 2 * won > end.length:
                return Standing("won", (side,))
    if rounds < end.length:
        return PLAYING
    return top(scores, range(len(scores)), end.level)


def top(scores: Sequence[int], among: Sequence[int], level: LevelEnd | EqualPast) -> Standing:
    """The highest score wins; several level at the top fare by the option."""
    best = max(scores[side] for side in among)
    first = tuple(side for side in among if scores[side] == best)
    if len(first) == 1:
        return Standing("won", first)
    if level == "both_win":
        return Standing("both_win", first)
    if level == "tiebreak":
        return Standing("tiebreak", level=first)
    return Standing("drawn") if level == "draw" else Standing("continue")


def _to_target(target: int, equal_past: EqualPast, scores: Sequence[int]) -> Standing:
    past = [side for side, score in enumerate(scores) if score >= target]
    return top(scores, past, equal_past) if past else PLAYING
