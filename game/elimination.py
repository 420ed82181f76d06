"""Knock-out tournaments as a fold over results: single elimination, out at one loss, or double, out at two.

Source: Mayday, Tournament Rules, structures 2 and 3. In double elimination those with the same number of losses meet;
at the end the unbeaten one meets the other, and loses only when beaten twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.reason import Reason
from game.standings import still_in
from game.violation import RuleViolation


@dataclass(frozen=True, kw_only=True)
class Knockout:
    """A knock-out. bracket : contestants in the order of the draw. out_at : losses that end it for one, 1 or 2.

    losses : of each contestant, in the order of the bracket. due : pairs to be played now. waiting : without an
    opponent this round.
    """

    bracket: tuple[str, ...]
    out_at: int
    losses: tuple[int, ...]
    due: tuple[tuple[str, str], ...]
    waiting: tuple[str, ...]

    @property
    def winner(self) -> str | None:
        """The last one in; None while it goes on."""
        left = self.remaining
        return left[0] if len(left) == 1 else None

    @property
    def remaining(self) -> tuple[str, ...]:
        """Who is still in."""
        return still_in(zip(self.bracket, self.losses, strict=True), self.out_at)


def knockout(seeds: Sequence[str], out_at: int = 1) -> Knockout:
    """A knock-out before its first match.

    seeds : from the strongest; a drawn order will do. Byes go to the first seeds. Raises RuleViolation for fewer than
    two, a name twice, or an `out_at` other than 1 and 2.
    """
    if len(seeds) < 2 or len(set(seeds)) != len(seeds):
        raise RuleViolation("a knock-out needs at least two contestants, each with a name of their own")
    if out_at not in (1, 2):
        raise RuleViolation("a contestant is out after one loss or after two")
    size = 2
    while size < len(seeds):
        size *= 2
    tables = zip(*[iter(_bracket_places(size))] * 2, strict=True)
    pairs = [tuple(seeds[place] for place in table if place < len(seeds)) for table in tables]
    bracket = tuple(name for pair in pairs for name in pair)
    return Knockout(
        bracket=bracket,
        out_at=out_at,
        losses=(0,) * len(bracket),
        due=tuple((pair[0], pair[1]) for pair in pairs if len(pair) == 2),
        waiting=tuple(pair[0] for pair in pairs if len(pair) == 1),
    )


def play(state: Knockout, winner: str, loser: str) -> tuple[Knockout, Reason]:
    """A match was decided. Raises RuleViolation when it is not due."""
    pair = next((pair for pair in state.due if set(pair) == {winner, loser}), None)
    if pair is None or winner == loser:
        raise RuleViolation(f"{winner} against {loser} is not due now")
    at = state.bracket.index(loser)
    lost = state.losses[at] + 1
    losses = (*state.losses[:at], lost, *state.losses[at + 1 :])
    due = tuple(other for other in state.due if other != pair)
    after = replace(state, losses=losses, due=due)
    if not due and after.winner is None:
        after = _next_round(after)
    out = lost >= state.out_at
    return after, Reason("elimination", f"{loser} has lost {lost}: {'out' if out else 'still in'}")


def _next_round(state: Knockout) -> Knockout:
    """Pair those with equally many losses, neighbours in the bracket; of the last two, whatever their losses."""
    left = state.remaining
    if len(left) == 2:
        return replace(state, due=((left[0], left[1]),), waiting=())
    due: list[tuple[str, str]] = []
    waiting: list[str] = []
    rested = set(state.waiting)
    lost = dict(zip(state.bracket, state.losses, strict=True))
    for losses in range(state.out_at):
        level = [name for name in left if lost[name] == losses]
        if len(level) % 2:
            # Nobody sits out twice running while someone else could.
            sits = next((name for name in level if name not in rested), level[0])
            level.remove(sits)
            waiting.append(sits)
        due += zip(level[::2], level[1::2], strict=True)
    return replace(state, due=tuple(due), waiting=tuple(waiting))


def _bracket_places(size: int) -> list[int]:
    """Seeds in bracket order, so that the first two can meet in the final only."""
    places = [0]
    while len(places) < size:
        rounds = 2 * len(places)
        places = [place for seed in places for place in (seed, rounds - 1 - seed)]
    return places
