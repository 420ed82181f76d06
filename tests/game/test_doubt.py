"""Doubtful discs followed through to the round, against every combination counted by hand."""

from itertools import product

import pytest

from game.doubt import MeasuredDisc, round_doubt, shared_doubt
from game.look_under import LineGap, value_probabilities
from game.outcome import round_result

SURE_15, SURE_10 = [(15, 1.0)], [(10, 1.0)]
CLOSE = [(15, 0.6), (10, 0.4)]


def test_a_round_without_doubt_has_one_outcome():
    doubt = round_doubt([[SURE_15, SURE_10], [SURE_10]], [1, 0], "two_one_zero")
    assert [(one.totals, one.probability) for one in doubt.possible] == [((45, 10), 1.0)]
    assert not doubt.totals_in_doubt
    assert not doubt.result_in_doubt
    assert doubt.decisive == ()


def test_a_doubt_that_cannot_change_the_winner_matters_to_the_margin_only():
    discs = [[SURE_15, SURE_15, CLOSE], [SURE_10]]
    plain = round_doubt(discs, [0, 0], "two_one_zero")
    assert plain.totals_in_doubt
    assert not plain.result_in_doubt
    assert plain.decisive == ()
    margin = round_doubt(discs, [0, 0], "differential")
    assert margin.result_in_doubt
    assert margin.decisive == ((0, 2),)


def test_probabilities_follow_from_every_combination():
    discs = [[CLOSE, [(10, 0.7), (5, 0.3)]], [CLOSE]]
    by_hand: dict[tuple[int, int], float] = {}
    for (a, p), (b, q), (c, r) in product(*discs[0], discs[1][0]):
        by_hand[a + b, c] = by_hand.get((a + b, c), 0.0) + p * q * r
    doubt = round_doubt(discs, [0, 0], "two_one_zero")
    assert {one.totals: one.probability for one in doubt.possible} == pytest.approx(by_hand)
    tie = sum(p for (a, b), p in by_hand.items() if a == b)
    assert doubt.p_winner(None) == pytest.approx(tie)
    assert doubt.p_winner(0) + doubt.p_winner(1) + tie == pytest.approx(1)
    assert doubt.possible[0].probability == max(by_hand.values())
    assert all(one.result == round_result(one.totals, "two_one_zero") for one in doubt.possible)


def test_only_the_discs_that_can_tip_the_round_are_decisive():
    # 15 or 10, with 5 or 0 beside it, against 15: both can tip it. The opponents' lone 20 of 40 settles the rest.
    assert round_doubt([[CLOSE, [(5, 0.5), (0, 0.5)]], [SURE_15]], [0, 0], "two_one_zero").decisive == ((0, 0), (0, 1))
    assert round_doubt([[CLOSE, [(5, 0.5), (0, 0.5)]], [SURE_15]], [0, 1], "two_one_zero").decisive == ()


def test_values_less_likely_than_two_percent_are_left_out():
    doubt = round_doubt([[[(15, 0.985), (10, 0.015)]], []], [0, 0], "simple")
    assert [(one.totals, one.probability) for one in doubt.possible] == [((15, 0), 1.0)]
    kept = round_doubt([[[(15, 0.98), (10, 0.02)]], []], [0, 0], "simple")
    assert len(kept.possible) == 2


def test_a_disc_needs_a_value():
    with pytest.raises(ValueError, match="without a value"):
        round_doubt([[[(15, 0.01)]], []], [0, 0], "simple")


def measured(gap_mm, shared_mm, sigma_mm=0.3):
    gaps = tuple(LineGap(name, gap_mm + at * 101.6, sigma_mm) for at, name in enumerate(("15", "10", "outer")))
    return MeasuredDisc(gaps=gaps, shared_mm=shared_mm)


# Two normal variables above zero at once, with correlation rho: 1/4 + asin(rho) / (2 pi) (Sheppard, 1899). The shared
# part's share of the variance is the correlation.
@pytest.mark.parametrize(("rho", "both"), [(0.0, 1 / 4), (0.5, 1 / 3), (1.0, 1 / 2)])
def test_discs_that_share_an_error_go_together(rho, both):
    disc = measured(0.0, 0.3 * rho**0.5)
    doubt = shared_doubt([[disc], [disc]], [0, 0], "two_one_zero")
    chances = {one.totals: one.probability for one in doubt.possible}
    assert chances[15, 15] == pytest.approx(both, abs=1e-4)
    assert doubt.p_winner(None) == pytest.approx(2 * both, abs=1e-4)
    assert doubt.p_winner(0) == pytest.approx(doubt.p_winner(1))
    assert sum(chances.values()) == pytest.approx(1)


def test_without_a_shared_error_nothing_changes():
    discs = [[measured(0.2, 0.0), measured(-0.1, 0.0)], [measured(0.05, 0.0)]]
    alone = [[value_probabilities(disc.gaps) for disc in side] for side in discs]
    apart, together = round_doubt(alone, [1, 1], "differential"), shared_doubt(discs, [20, 20], "differential")
    assert [one.totals for one in together.possible] == [one.totals for one in apart.possible]
    for one, other in zip(together.possible, apart.possible, strict=True):
        assert one.probability == pytest.approx(other.probability, abs=1e-9)
    assert together.decisive == apart.decisive == ((0, 0), (0, 1), (1, 0))


def test_what_may_come_of_a_round_does_not_hang_on_what_is_shared():
    discs = [[measured(0.2, 0.3), measured(5.0, 0.3)], [measured(-0.4, 0.3)]]
    doubt = shared_doubt(discs, [0, 20], "two_one_zero")
    assert {one.totals for one in doubt.possible} <= {(30, 30), (25, 30), (30, 35), (25, 35)}
    # A shared error that puts the second side's disc clear of the line leaves the first side's clear of it too.
    assert (25, 35) not in {one.totals for one in doubt.possible if one.probability > 0.001}
    assert doubt.result_in_doubt
