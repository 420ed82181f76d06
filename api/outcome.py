"""Who won the photographed round, and how sure that is where discs are too close to a line to call."""

from collections.abc import Sequence

from api.scored import RoundOutcome, ScoredDisc, ScoredTeam
from game.doubt import MeasuredDisc, RoundDoubt, shared_doubt
from game.look_under import LineGap
from game.options import Options
from game.outcome import Scoring, round_result
from game.presets import PRESETS

# Chances are told to this many decimals, far below what the standard deviations are good for.
DECIMALS = 3


def round_outcome(
    teams: Sequence[ScoredTeam], discs: Sequence[ScoredDisc], shared_mm: float, ruleset: str
) -> RoundOutcome | None:
    """The result of a photographed round of at most three teams; None without any, or with more.

    shared_mm : standard deviation of the error that the gaps of all discs share.
    """
    if not 1 <= len(teams) <= 3:
        return None
    options, sides = PRESETS[ruleset], sides_of([entry.team.id for entry in teams])
    totals = [entry.total for entry in teams] + [0] * (len(sides) - len(teams))
    open_discs = [[disc for disc in discs if disc.seen.team == side and disc.in_doubt] for side in sides]
    certain = [total - sum(disc.value for disc in own) for total, own in zip(totals, open_discs, strict=True)]
    measured = [[_measured(disc, shared_mm) for disc in own] for own in open_discs]
    doubt = shared_doubt(measured, certain, scoring_of(sides, options), options.three_way_tie)
    return outcome_of(sides, totals, doubt, options)


def sides_of(teams: Sequence[str]) -> list[str | None]:
    """A side for each team; a lone team plays against none."""
    return [*teams, None] if len(teams) == 1 else [*teams]


def scoring_of(sides: Sequence[str | None], options: Options) -> Scoring:
    """How a round of so many sides is scored."""
    return options.scoring3 if len(sides) == 3 else options.scoring


def outcome_of(sides: Sequence[str | None], totals: Sequence[int], doubt: RoundDoubt, options: Options) -> RoundOutcome:
    """What the totals of the sides come to, and how sure that is."""
    result = round_result(totals, scoring_of(sides, options), options.three_way_tie)
    chances = [(side, round(doubt.p_winner(place), DECIMALS)) for place, side in enumerate(sides) if side is not None]
    return RoundOutcome(
        winner=None if result.winner is None else sides[result.winner],
        round_points=tuple((side, paid) for side, paid in zip(sides, result.points, strict=True) if side is not None),
        difference=result.difference,
        chances=tuple(chances),
    )


def _measured(disc: ScoredDisc, shared_mm: float) -> MeasuredDisc:
    gaps = tuple(LineGap(gap.line, gap.gap_mm, gap.sigma_mm) for gap in disc.seen.gaps)
    return MeasuredDisc(gaps=gaps, shared_mm=min(shared_mm, *(gap.sigma_mm for gap in gaps)))
