"""What a round pays, from the rulebooks' own words."""

import pytest

from game.outcome import RoundResult, round_result
from game.violation import RuleViolation


@pytest.mark.parametrize(
    ("totals", "scoring", "winner", "points", "difference"),
    [
        ((65, 40), "two_one_zero", 0, (2, 0), 25),
        ((40, 65), "two_one_zero", 1, (0, 2), 25),
        ((30, 30), "two_one_zero", None, (1, 1), 0),
        ((0, 0), "two_one_zero", None, (1, 1), 0),
        ((65, 40), "differential", 0, (25, 0), 25),
        ((40, 65), "differential", 1, (0, 25), 25),
        ((30, 30), "differential", None, (0, 0), 0),
        ((65, 40), "simple", 0, (65, 40), 25),
        ((30, 50, 50), "simple", None, (30, 50, 50), 0),
        ((10, 45, 30), "three_210", 1, (0, 2, 1), 15),
        ((40, 10, 40), "three_210", None, (1, 0, 1), 0),
        ((20, 50, 20), "three_210", 1, (0, 2, 0), 30),
    ],
)
def test_round_result(totals, scoring, winner, points, difference):
    assert round_result(totals, scoring) == RoundResult(winner=winner, points=points, difference=difference)


def test_three_level():
    assert round_result((5, 5, 5), "three_210").points == (1, 1, 1)
    assert round_result((5, 5, 5), "three_210", "zero_each").points == (0, 0, 0)


@pytest.mark.parametrize(
    ("totals", "scoring", "words"),
    [
        ((1, 2, 3), "differential", "not for 3 sides"),
        ((1, 2, 3), "two_one_zero", "not for 3 sides"),
        ((1, 2), "three_210", "not for 2 sides"),
        ((1,), "simple", "not for 1 sides"),
        ((5, -5), "simple", "below zero"),
        ((5, 5), "golf", "no way of scoring"),
    ],
)
def test_a_scoring_that_does_not_fit_is_refused(totals, scoring, words):
    with pytest.raises(RuleViolation, match=words):
        round_result(totals, scoring)
