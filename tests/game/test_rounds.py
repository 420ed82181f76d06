"""A settled board counted into a round, and rounds that no board can show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from keeping import DOUBLES, SINGLES, THREE, played

from game.events import RoundScored
from game.look_under import LineGap, value_probabilities
from game.round import Lying, count_round, counted_doubt, too_many_discs
from game.violation import RuleViolation

NONE = {"Ann": 0, "Bo": 0}


def lying(*discs):
    return [Lying(player=player, value=value) for player, value in discs]


def test_the_board_and_the_20s_are_added():
    # NCA 2a-iii: "the score on the board shall be counted along with the 20s".
    count = count_round(SINGLES, lying(("Ann", 15), ("Ann", 5), ("Bo", 10), ("Bo", 0)), {"Ann": 2, "Bo": 1})
    assert (count.board, count.twenties, count.totals) == ((20, 10), (2, 1), (60, 30))


def test_partners_are_counted_together():
    # House sheet, teams: "Each team counts all their discs for scoring."
    count = count_round(DOUBLES, lying(("Ann", 15), ("Cy", 10), ("Di", 5)), {"Bo": 1, "Cy": 1, "Di": 1})
    assert (count.board, count.twenties, count.totals) == ((25, 5), (1, 2), (45, 45))


def test_a_disc_still_in_the_hole_is_counted_once():
    # Cogitate 7: "Every disc can only be counted once."
    sunk = lying(("Ann", 15), ("Bo", 20))
    assert count_round(SINGLES, sunk, NONE, hole_in_tally=False).totals == (15, 20)
    assert count_round(SINGLES, sunk, {"Bo": 1}, hole_in_tally=True).totals == (15, 20)
    assert count_round(SINGLES, sunk, {"Bo": 1}, hole_in_tally=False).totals == (15, 40)
    assert count_round(SINGLES, sunk, {"Bo": 3}, hole_in_tally=True).totals == (15, 60)
    with pytest.raises(RuleViolation, match="say whether the 20s given already count it"):
        count_round(SINGLES, sunk, NONE)
    with pytest.raises(RuleViolation, match="Bo has 1 in the hole but only 0 in the tally"):
        count_round(SINGLES, sunk, NONE, hole_in_tally=True)


def test_nobody_shows_more_discs_than_they_own():
    owned = {"Ann": 3, "Bo": 3}
    discs = lying(("Ann", 15), ("Ann", 0), ("Bo", 10), ("Bo", 20))
    assert too_many_discs(discs, {"Ann": 1}, owned, hole_in_tally=False) == ()
    assert too_many_discs(discs, {"Ann": 2}, owned, hole_in_tally=False) == ("Ann",)
    assert too_many_discs(discs, {"Ann": 2, "Bo": 2}, owned, hole_in_tally=False) == ("Ann", "Bo")
    assert too_many_discs(discs, {"Ann": 1, "Bo": 2}, owned, hole_in_tally=True) == ()


DISCS = st.lists(
    st.tuples(st.sampled_from(["Ann", "Bo", "Cy", "Di"]), st.sampled_from([0, 5, 10, 15, 20])), max_size=12
)


@given(DISCS, st.randoms())
def test_the_order_of_discs_is_nothing(discs, random):
    twenties = {"Ann": 1, "Di": 2}
    shuffled = random.sample(discs, len(discs))
    assert count_round(DOUBLES, lying(*discs), twenties, False) == count_round(
        DOUBLES, lying(*shuffled), twenties, False
    )


@given(DISCS)
def test_whether_the_tally_holds_a_sunk_disc_changes_no_total_when_it_is_said(discs):
    sunk = {player: sum(disc == (player, 20) for disc in discs) for player in DOUBLES.seats}
    without = count_round(DOUBLES, lying(*discs), {}, hole_in_tally=False)
    assert count_round(DOUBLES, lying(*discs), sunk, hole_in_tally=True) == without
    assert sum(without.totals) == sum(value for _, value in discs)


def test_a_doubt_that_counts_is_asked_about():
    # 0.1 mm of board at a standard deviation of 0.5: Phi(0.2) = 0.5793 (tables).
    close = value_probabilities([LineGap("15", 0.1, 0.5), LineGap("10", 102.0, 0.5), LineGap("outer", 203.0, 0.5)])
    discs = [Lying(player="Ann", value=15, alternatives=close), *lying(("Bo", 15), ("Bo", 20))]
    count = count_round(SINGLES, discs, NONE, hole_in_tally=False)
    doubt = counted_doubt(SINGLES, discs, count, "differential")
    assert {one.totals: round(one.probability, 4) for one in doubt.possible} == {(15, 35): 0.5793, (10, 35): 0.4207}
    assert doubt.result_in_doubt
    assert not counted_doubt(SINGLES, discs, count, "two_one_zero").result_in_doubt, "Bo wins either way"


@pytest.mark.parametrize(
    ("scored", "words"),
    [
        ({"totals": (5, 10, 15)}, "a total for each of the 2 sides, not 3"),
        ({"totals": (12, 10)}, "Ann cannot have 12 points: a multiple of 5, at most 160"),
        ({"totals": (10, 165)}, "Bo cannot have 165 points"),
        ({"totals": (10, -5)}, "Bo cannot have -5 points"),
        ({"totals": (10, 5), "possible": (((10, 7), 0.5),)}, "Bo cannot have 7 points"),
        ({"totals": (20, 5), "twenties": (1,)}, "20s for each of the 2 sides, not 1"),
        ({"totals": (20, 5), "twenties": (-1, 0)}, "Ann cannot have -1 20s with 8 discs"),
        ({"totals": (160, 5), "twenties": (9, 0)}, "Ann cannot have 9 20s with 8 discs"),
        ({"totals": (15, 5), "twenties": (1, 0)}, "Ann cannot have 15 points with 1 20s"),
        # Seven discs beside the 20 can show 105 at the most.
        ({"totals": (130, 5), "twenties": (1, 0)}, "Ann cannot have 130 points with 1 20s and 8 discs"),
        ({"totals": (20, 5), "twenties_by_player": (("Ann", 1),)}, "need the 20s of each side"),
        ({"totals": (20, 5), "twenties": (1, 0), "twenties_by_player": (("Ann", 1), ("Ann", 1))}, "each player once"),
        ({"totals": (20, 5), "twenties": (1, 0), "twenties_by_player": (("Eve", 1),)}, "someone who does not play"),
        ({"totals": (20, 5), "twenties": (1, 0), "twenties_by_player": (("Bo", 1),)}, "do not add up"),
    ],
)
def test_a_round_that_no_board_can_show(scored, words):
    with pytest.raises(RuleViolation, match=words):
        played(RoundScored(**scored))


def test_the_most_that_a_board_can_show():
    match = played(RoundScored(totals=(160, 120), twenties=(8, 0)))
    assert match.state.rounds[0].points == (2, 0)
    doubles = RoundScored(totals=(45, 0), twenties=(2, 0), twenties_by_player=(("Cy", 2), ("Bo", 0)))
    assert played(doubles, seating=DOUBLES).state.rounds[0].scored == doubles


def test_a_round_is_to_be_looked_at_when_its_doubt_changes_what_it_pays():
    either_way = RoundScored(totals=(45, 10), possible=(((45, 10), 0.6), ((40, 10), 0.4)))
    assert played(either_way).state.needs_review == ()
    assert played(either_way, rules="mayday").state.needs_review == (1,)
    three = RoundScored(totals=(15, 15, 5), possible=(((15, 15, 5), 0.9), ((10, 15, 5), 0.1)))
    assert played(three, rules="mayday", seating=THREE).state.needs_review == (1,)
