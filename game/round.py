"""A settled board and the tally of 20s, counted into the totals of a round.

Everything is counted before anything is moved, and each disc once (NCA 2a-iii; Cogitate 7). Lifting like discs from
both sides first keeps the difference but breaks simple totals and the count of 20s, so it has no place here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.doubt import Alternatives, RoundDoubt, round_doubt
from game.outcome import Scoring, ThreeWayTie
from game.seating import Seating
from game.violation import RuleViolation


@dataclass(frozen=True, kw_only=True)
class Lying:
    """One disc as it lies at the end: whose it is, what it is worth, and its other possible values if in doubt.

    value : 20 for a disc still flat in the hole, 0 for one out of play that is still shown.
    """

    player: str
    value: int
    alternatives: tuple[tuple[int, float], ...] = ()

    @property
    def in_hole(self) -> bool:
        """Whether this is a 20 not yet lifted out."""
        return self.value == 20

    @property
    def chances(self) -> Alternatives:
        """Possible values with their probabilities."""
        return self.alternatives or ((self.value, 1.0),)


@dataclass(frozen=True, kw_only=True)
class RoundCount:
    """Points of each side, in the order of the sides: on the board, 20s, and both together."""

    board: tuple[int, ...]
    twenties: tuple[int, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """Board points plus 20 for each 20."""
        return tuple(points + 20 * count for points, count in zip(self.board, self.twenties, strict=True))


def count_round(
    seating: Seating, discs: Sequence[Lying], twenties: Mapping[str, int], hole_in_tally: bool | None = None
) -> RoundCount:
    """Count a round.

    twenties : 20s set aside, by player. hole_in_tally : whether the tally already holds the discs still in the hole;
    it has to be said when there are any, else a disc would be counted twice or not at all. Raises RuleViolation when
    it is not said, or when the tally is too small to hold them.
    """
    tally = _settled_tally(discs, twenties, hole_in_tally)
    board = [0] * len(seating.sides)
    counted = [0] * len(seating.sides)
    for disc in discs:
        board[seating.side_of(disc.player)] += 0 if disc.in_hole else disc.value
    for player, count in tally.items():
        counted[seating.side_of(player)] += count
    return RoundCount(board=tuple(board), twenties=tuple(counted))


def counted_doubt(
    seating: Seating,
    discs: Sequence[Lying],
    count: RoundCount,
    scoring: Scoring,
    three_way_tie: ThreeWayTie = "one_each",
) -> RoundDoubt:
    """What can come of a counted round when some of its discs are too close to call."""
    lying: list[list[Alternatives]] = [[] for _ in seating.sides]
    for disc in discs:
        if not disc.in_hole:
            lying[seating.side_of(disc.player)].append(disc.chances)
    return round_doubt(lying, count.twenties, scoring, three_way_tie)


def too_many_discs(
    discs: Sequence[Lying], twenties: Mapping[str, int], owned: Mapping[str, int], hole_in_tally: bool | None = None
) -> tuple[str, ...]:
    """Players who show more discs than they own, on the board, beside it and in the tally together."""
    tally = _settled_tally(discs, twenties, hole_in_tally)
    shown = {
        player: tally.get(player, 0) + sum(disc.player == player and not disc.in_hole for disc in discs)
        for player in owned
    }
    return tuple(player for player, count in shown.items() if count > owned[player])


def _settled_tally(discs: Sequence[Lying], twenties: Mapping[str, int], hole_in_tally: bool | None) -> dict[str, int]:
    tally = dict(twenties)
    in_hole = [disc.player for disc in discs if disc.in_hole]
    if in_hole and hole_in_tally is None:
        raise RuleViolation("a disc still lies in the hole: say whether the 20s given already count it")
    for player in sorted(set(in_hole)):
        lying = in_hole.count(player)
        if not hole_in_tally:
            tally[player] = tally.get(player, 0) + lying
        elif tally.get(player, 0) < lying:
            raise RuleViolation(f"{player} has {lying} in the hole but only {tally.get(player, 0)} in the tally of 20s")
    return tally
