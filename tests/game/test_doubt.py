"""Doubtful discs followed through to the round, against every combination counted by hand."""

from itertools import product

import pytest

from game.doubt import round_doubt
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
