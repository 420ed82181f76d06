"""A round with doubtful discs: what can come of it, and whether anyone need look.

Each doubtful disc takes every value that is likely enough, and the round is scored again for each combination. With
2/1/0 many doubts vanish; with differential or simple scoring every doubtful disc matters.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.look_under import P_CLEAR, LineGap, value_probabilities
from game.outcome import RoundResult, Scoring, ThreeWayTie, round_result

# One disc: its possible values, each with its probability.
Alternatives = Sequence[tuple[int, float]]
# Where a standard normal variable is looked at: the middles of equal steps; further out lies less than one part in a
# million. Sums over such steps are exact to 1e-6 as soon as discs have an error of their own a tenth as large.
SHIFTS = tuple((step + 0.5) / 10 for step in range(-50, 50))
# Own error of a disc that shares all of it: as good as none.
NO_ERROR_MM = 1e-6


@dataclass(frozen=True, kw_only=True)
class MeasuredDisc:
    """A disc on the surface by its gaps. shared_mm : the part of their sigma that all discs of the photo share.

    Scale, the board's centre and the radius of the base move all gaps of a photo together.
    """

    gaps: tuple[LineGap, ...]
    shared_mm: float

    def chances(self, shift: float) -> Alternatives:
        """Possible values, given that the shared error is `shift` of its standard deviations."""
        moved = [
            LineGap(
                gap.name,
                gap.gap_mm + shift * self.shared_mm,
                math.sqrt(max(gap.sigma_mm**2 - self.shared_mm**2, NO_ERROR_MM**2)),
            )
            for gap in self.gaps
        ]
        return value_probabilities(moved)


@dataclass(frozen=True, kw_only=True)
class PossibleRound:
    """One way in which the round may stand: total of each side, its probability, and what it pays."""

    totals: tuple[int, ...]
    probability: float
    result: RoundResult


@dataclass(frozen=True, kw_only=True)
class RoundDoubt:
    """All that can come of a round, the likeliest first.

    totals_in_doubt, result_in_doubt : whether a total, or what the round pays, is not the same in all of them.
    decisive : (side, place among the side's discs) of every disc whose settling can change what the round pays.
    """

    possible: tuple[PossibleRound, ...]
    totals_in_doubt: bool
    result_in_doubt: bool
    decisive: tuple[tuple[int, int], ...]

    def p_winner(self, side: int | None) -> float:
        """Probability that this side has the highest total alone; None asks for a tie."""
        return sum(one.probability for one in self.possible if one.result.winner == side)


def round_doubt(
    discs: Sequence[Sequence[Alternatives]],
    twenties: Sequence[int],
    scoring: Scoring,
    three_way_tie: ThreeWayTie = "one_each",
) -> RoundDoubt:
    """Follow the doubt of single discs through to the round.

    discs : for each side, for each of its discs, the possible values with their probabilities. twenties : for each
    side, 20s not among `discs`. The discs' errors are taken to be independent. Raises ValueError when a disc has no
    alternative of probability P_CLEAR or more, RuleViolation as `round_result` does.
    """
    likely = [[_likely(disc) for disc in side] for side in discs]
    certain = [20 * count for count in twenties]
    return _doubt(likely, certain, dict(_together(_spreads(certain, likely))), scoring, three_way_tie)


def shared_doubt(
    discs: Sequence[Sequence[MeasuredDisc]],
    certain: Sequence[int],
    scoring: Scoring,
    three_way_tie: ThreeWayTie = "one_each",
) -> RoundDoubt:
    """The same for measured discs that share a part of their error, which is treated as one variable.

    What may come of the round is the same; how likely it is differs. certain : points of each side without doubt, 20s
    included. Raises ValueError and RuleViolation as `round_doubt` does.
    """
    likely = [[_likely(value_probabilities(disc.gaps)) for disc in side] for side in discs]
    chances: dict[tuple[int, ...], float] = {}
    for shift in SHIFTS:
        weight = math.exp(-shift * shift / 2)
        given = [
            [_among(known, disc.chances(shift)) for disc, known in zip(side, own, strict=True)]
            for side, own in zip(discs, likely, strict=True)
        ]
        for totals, chance in _together(_spreads(certain, given)):
            chances[totals] = chances.get(totals, 0.0) + weight * chance
    whole = sum(chances.values())
    return _doubt(likely, certain, {one: chance / whole for one, chance in chances.items()}, scoring, three_way_tie)


def _doubt(
    likely: Sequence[Sequence[dict[int, float]]],
    certain: Sequence[int],
    chances: dict[tuple[int, ...], float],
    scoring: Scoring,
    three_way_tie: ThreeWayTie,
) -> RoundDoubt:
    possible = sorted(
        (
            PossibleRound(totals=totals, probability=chance, result=round_result(totals, scoring, three_way_tie))
            for totals, chance in chances.items()
        ),
        key=lambda one: (-one.probability, one.totals),
    )
    return RoundDoubt(
        possible=tuple(possible),
        totals_in_doubt=len(possible) > 1,
        result_in_doubt=len({one.result.points for one in possible}) > 1,
        decisive=tuple(_decisive(likely, certain, scoring, three_way_tie)),
    )


def _likely(disc: Alternatives) -> dict[int, float]:
    kept: dict[int, float] = {}
    for value, chance in disc:
        kept[value] = kept.get(value, 0.0) + chance
    # What is too unlikely to be asked about a line is so about a round.
    kept = {value: chance for value, chance in kept.items() if chance >= P_CLEAR}
    if not kept:
        raise ValueError(f"a disc without a value of probability {P_CLEAR} or more: {list(disc)}")
    whole = sum(kept.values())
    return {value: chance / whole for value, chance in kept.items()}


def _among(known: dict[int, float], disc: Alternatives) -> dict[int, float]:
    return {value: chance for value, chance in disc if value in known}


def _spreads(certain: Sequence[int], discs: Sequence[Sequence[dict[int, float]]]) -> list[dict[int, float]]:
    return [_spread(start, side) for start, side in zip(certain, discs, strict=True)]


def _spread(start: int, discs: Sequence[dict[int, float]]) -> dict[int, float]:
    """Distribution of one side's total."""
    totals = {start: 1.0}
    for disc in discs:
        wider: dict[int, float] = {}
        for total, chance in totals.items():
            for value, share in disc.items():
                wider[total + value] = wider.get(total + value, 0.0) + chance * share
        totals = wider
    return totals


def _together(spreads: Sequence[dict[int, float]]) -> list[tuple[tuple[int, ...], float]]:
    rounds: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for spread in spreads:
        rounds = [((*totals, one), chance * share) for totals, chance in rounds for one, share in spread.items()]
    return rounds


def _decisive(
    discs: Sequence[Sequence[dict[int, float]]],
    certain: Sequence[int],
    scoring: Scoring,
    three_way_tie: ThreeWayTie,
) -> list[tuple[int, int]]:
    found = []
    for side, own in enumerate(discs):
        for place, disc in enumerate(own):
            if len(disc) == 1:
                continue
            others = [list(one) for one in discs]
            del others[side][place]
            for totals, _ in _together(_spreads(certain, others)):
                changed = [(*totals[:side], totals[side] + value, *totals[side + 1 :]) for value in disc]
                if len({round_result(one, scoring, three_way_tie).points for one in changed}) > 1:
                    found.append((side, place))
                    break
    return found
