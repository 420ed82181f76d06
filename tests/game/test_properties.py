"""What holds for every match, whatever happens in it: any event may come at any time, legal or not."""

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from keeping import DOUBLES, SINGLES, THREE, setup, two_against

from game.cmn import CmnBatch, read_cmn, write_cmn
from game.cmn_export import match_to_cmn
from game.cmn_import import match_from_cmn
from game.csv_sheet import csv_sheet
from game.events import (
    GameForfeited,
    MatchAwarded,
    Noted,
    RoundAwarded,
    RoundCorrected,
    RoundForfeited,
    RoundScored,
    RoundVoided,
    ShootoutHeld,
    StartChosen,
    TimeExpired,
    Undone,
)
from game.match import new_match, record, replay
from game.match_json import match_from_json, match_to_json
from game.outcome import round_result
from game.presets import PRESETS
from game.score_sheet import score_sheet
from game.seating import discs_each, shot_order
from game.violation import RuleViolation
from game.words import log, match_ending, starter

SEATINGS = (SINGLES, DOUBLES, THREE, two_against("Ann"), two_against("Bo"), two_against("Cy"))
ENDS = st.one_of(
    st.builds(lambda target: {"type": "points", "target": target}, st.sampled_from([2, 8, 50, 100])),
    st.builds(
        lambda kind, n, tie: {"type": kind, "n": n, "tie": tie},
        st.sampled_from(["rounds", "best_of"]),
        st.integers(1, 4),
        st.sampled_from(["draw", "continue", "tiebreak"]),
    ),
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "scoring": st.sampled_from(["two_one_zero", "differential", "simple"]),
        "scoring3": st.sampled_from(["simple", "three_210"]),
        "end": ENDS,
        "end3": ENDS,
        "equal_past": st.sampled_from(["both_win", "tiebreak", "continue"]),
        "start": st.sampled_from(["clockwise", "loser_decides"]),
        "game_start": st.sampled_from(["alternate_sides", "clockwise"]),
        "three_way_tie": st.sampled_from(["one_each", "zero_each"]),
        "match": st.fixed_dictionaries(
            {},
            optional={
                "games": st.integers(1, 3),
                "best_of": st.booleans(),
                "by": st.sampled_from(["games_won", "sum_points"]),
                "level": st.sampled_from(["draw", "tiebreak"]),
            },
        ),
    },
)
SETUPS = st.builds(
    lambda rules, seating, first, options: setup(rules, seating, seating.seats[first % len(seating.seats)], **options),
    st.sampled_from(sorted(PRESETS)),
    st.sampled_from(SEATINGS),
    st.integers(0, 3),
    OPTIONS,
)
SIDE = st.integers(-1, 3)
PLAYER = st.sampled_from(["Ann", "Bo", "Cy", "Di", "Eve"])
REASON = st.sampled_from(["late", "=1+1", " "])


def tuples(values):
    """Mostly of two or three, as there are sides; now and then of a number that cannot be."""
    return st.one_of(*[st.tuples(*[values] * size) for size in (2, 2, 2, 3, 3, 1)])


TOTALS = tuples(st.one_of(st.integers(0, 12).map(lambda fives: 5 * fives), st.integers(-5, 400)))
SCORED = st.builds(
    RoundScored,
    totals=TOTALS,
    twenties=st.one_of(st.none(), tuples(st.integers(-1, 3)), tuples(st.just(0))),
    twenties_by_player=st.sampled_from([(), (), (("Ann", 1),), (("Ann", 0), ("Bo", 0)), (("Eve", 0),)]),
    scored_by=st.sampled_from(["person", "camera", "camera+person"]),
    score_id=st.sampled_from([None, "reading-1"]),
    possible=st.one_of(st.just(()), st.lists(st.tuples(TOTALS, st.sampled_from([0.25, 0.75])), max_size=2).map(tuple)),
    at=st.sampled_from([None, "2026-11-20T19:40:00Z"]),
)
EVENTS = st.one_of(
    SCORED,
    SCORED,
    SCORED,
    st.builds(RoundCorrected, round=st.integers(0, 4), now=SCORED, reason=REASON),
    st.just(Undone()),
    st.builds(StartChosen, player=PLAYER, reason=st.one_of(st.none(), REASON)),
    st.builds(RoundForfeited, side=SIDE, reason=REASON),
    st.builds(RoundAwarded, points=tuples(st.integers(-1, 3)), reason=REASON),
    st.builds(RoundVoided, reason=REASON),
    st.builds(GameForfeited, side=SIDE, reason=REASON),
    st.builds(ShootoutHeld, holes=tuples(st.one_of(st.none(), st.integers(-1, 9)))),
    st.just(TimeExpired()),
    st.builds(MatchAwarded, winner=st.one_of(st.none(), SIDE), reason=REASON),
    st.builds(Noted, text=st.just("coached"), side=st.one_of(st.none(), SIDE)),
)
LEGAL_ROUNDS = st.lists(st.tuples(*[st.integers(0, 24).map(lambda fives: 5 * fives)] * 3), max_size=12)


def after(match, events):
    """The match after those of the events that the rules allow, and each match on the way."""
    passed = [match]
    for event in events:
        try:
            passed.append(record(passed[-1], event))
        except RuleViolation as violation:
            assert len(str(violation)) > 10, "a violation says what was wrong"
    return passed


@settings(max_examples=300, deadline=None)
@given(SETUPS, st.lists(EVENTS, max_size=25))
def test_whatever_happens_a_match_is_its_log(agreed, events):
    passed = after(new_match(agreed), events)
    match = passed[-1]
    assert replay(agreed, match.events) == match
    assert match_from_json(match_to_json(match)) == match
    for before, following in pairwise(passed):
        if not isinstance(following.events[-1], Undone):
            assert record(following, Undone()).state == before.state, "undo is exact"


@settings(max_examples=200, deadline=None)
@given(SETUPS, st.lists(EVENTS, max_size=25))
def test_whatever_happens_it_can_be_told_and_printed(agreed, events):
    match = after(new_match(agreed), events)[-1]
    assert len(log(match)) == len(match.events)
    assert max(map(len, score_sheet(match).splitlines())) <= 80
    assert csv_sheet(match).count("\r\n") == 1 + len(match.state.rounds)
    assert (match_ending(match) is not None) >= match.state.over
    assert (starter(match) is not None) == (match.state.due is not None)


@settings(max_examples=200, deadline=None)
@given(SETUPS, st.lists(EVENTS, max_size=25))
def test_every_figure_follows_from_the_rounds(agreed, events):
    match = after(new_match(agreed), events)[-1]
    state, sides = match.state, range(len(match.table.names))
    for game in state.games:
        assert game.scores == tuple(sum(one.points[side] for one in game.rounds) for side in sides)
        assert not game.rounds or game.running_scores[-1] == game.scores
    assert state.sum_points == tuple(sum(game.scores[side] for game in state.games) for side in sides)
    assert [one.number for one in state.rounds] == list(range(1, len(state.rounds) + 1))
    assert all(match.table.ring[one.start_place] == one.starter for one in state.rounds)
    assert (state.due is None) or not state.over


@settings(max_examples=200, deadline=None)
@given(SETUPS, st.lists(EVENTS, max_size=25), st.booleans())
def test_what_cmn_can_say_comes_back_whole(agreed, events, hammer):
    match = after(new_match(agreed), events)[-1]
    try:
        cmn = match_to_cmn(match, source='{"app": "tests"}', reviewed=True, hammer=hammer)
    except RuleViolation:
        assert not match.state.over or len(agreed.seating.seats) == 3
        return
    assert match.state.over
    assert read_cmn(write_cmn(cmn)) == cmn
    assert match_from_cmn(read_cmn(write_cmn(cmn))) == match
    batch = CmnBatch(records=(cmn, cmn), event='{"name": "league"}')
    assert read_cmn(write_cmn(batch)) == batch
    # Without what this project adds the rounds and the winner are still there, for those who know the notation only.
    plain = json.loads(write_cmn(cmn))
    del plain["match"]["x_match"]
    try:
        again = match_from_cmn(read_cmn(json.dumps(plain)))
    except (RuleViolation, ValueError) as refused:
        assert "cannot be told" in str(refused) or "cannot have" in str(refused)
        return
    assert [one.winner for one in again.state.rounds] == [one.winner for one in match.state.rounds]
    told = again.state.standing.winners
    assert (told[0] if told else None) == cmn.winner


@given(st.tuples(*[st.integers(0, 48).map(lambda fives: 5 * fives)] * 2))
def test_what_two_sides_are_paid_follows_from_their_totals(totals):
    first, second = totals
    margin = round_result(totals, "differential")
    short = round_result(totals, "two_one_zero")
    assert margin.points[0] - margin.points[1] == first - second
    assert min(margin.points) == 0
    assert sum(short.points) == 2
    assert (short.points[0] - short.points[1]) * abs(first - second) == 2 * (first - second)
    assert round_result(totals, "simple").points == totals
    assert short.winner == margin.winner == round_result(totals, "simple").winner
    assert short.difference == abs(first - second)
    for scoring in ("differential", "two_one_zero", "simple"):
        turned = round_result(totals[::-1], scoring)
        assert turned.points == round_result(totals, scoring).points[::-1], "sides have no order"


@given(st.tuples(*[st.integers(0, 8).map(lambda fives: 5 * fives)] * 3), st.permutations(range(3)))
def test_what_three_are_paid_follows_from_their_rank(totals, order):
    paid = round_result(totals, "three_210").points
    assert sum(paid) == (2 if sorted(totals)[0] == sorted(totals)[1] < max(totals) else 3 - (len(set(totals)) == 2))
    assert all((paid[one] >= paid[other]) for one in range(3) for other in range(3) if totals[one] >= totals[other])
    shuffled = round_result([totals[place] for place in order], "three_210").points
    assert shuffled == tuple(paid[place] for place in order)


@pytest.mark.parametrize("seating", [SINGLES, DOUBLES, THREE], ids=["2", "4", "3"])
@given(rounds=LEGAL_ROUNDS, first=st.integers(0, 3))
def test_the_start_moves_on_clockwise_whatever_the_scores(seating, rounds, first):
    seats = seating.seats
    match = new_match(setup("cogitate", seating, seats[first % len(seats)], end={"type": "points", "target": 10**9}))
    sides = len(seating.sides)
    for totals in rounds:
        if match.state.over:
            break
        match = record(match, RoundScored(totals=totals[:sides]))
    for number, one in enumerate(match.state.rounds):
        assert one.starter == seats[(first + number) % len(seats)]


@given(st.sampled_from(SEATINGS), st.sampled_from(sorted(PRESETS)), st.integers(0, 3))
def test_everybody_shoots_each_disc_once_and_sides_alternate(seating, rules, start):
    discs = discs_each(PRESETS[rules], seating)
    order = shot_order(seating.ring, start % len(seating.ring), discs)
    assert {player: order.count(player) for player in seating.seats} == discs
    for one, following in pairwise(order):
        assert seating.side_of(one) != seating.side_of(following)
