"""Shoot-outs, time, draws, knock-outs and tables, from the tournament rules of the Mayday booklet and proposals."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from keeping import DOUBLES, SINGLES, THREE, played

from game.draw import partner_rotation, random_partners, random_seating, round_robin
from game.elimination import knockout, play
from game.events import MatchAwarded, RoundScored
from game.league import entries_from
from game.shootout import shootout
from game.standings import Entry, partner_points, standings, still_in
from game.time_limit import call_time
from game.violation import RuleViolation

HOLE, MISS = "hole", "in15"


def shots(holes, misses):
    return [HOLE] * holes + [MISS] * misses


@pytest.mark.parametrize(
    ("ann", "bo", "status", "winners"),
    [
        (shots(5, 3), shots(4, 4), "won", (0,)),
        (shots(3, 5), shots(3, 5), "repeat", ()),
        (shots(5, 3), shots(4, 3), "in_progress", ()),
        (shots(5, 3), shots(3, 4), "won", (0,)),
        (shots(5, 0), shots(5, 3), "in_progress", ()),
        (shots(4, 4), shots(5, 0), "won", (1,)),
        ([], [], "in_progress", ()),
    ],
)
def test_8_shots_each_and_only_the_hole_counts(ann, bo, status, winners):
    # "All tied contestants will take 8 shots"; "Discs landing in the Center Hole score 1 point"; that it stops once
    # nobody can reach the leader, and is repeated when level, are proposals.
    found = shootout(SINGLES.sides, 8, {"Ann": ann, "Bo": bo})
    assert (found.status, found.winners) == (status, winners)


def test_doubles_take_4_shots_each():
    taken = {"Ann": shots(2, 2), "Cy": shots(1, 3), "Bo": shots(0, 4), "Di": ["hole", "lip", "on15", "ditch"]}
    found = shootout(DOUBLES.sides, 4, taken)
    assert (found.scores, found.winners) == ((3, 1), (0,))
    with pytest.raises(RuleViolation, match="Ann has 4 shots in the shoot-out, not 5"):
        shootout(DOUBLES.sides, 4, {"Ann": shots(0, 5)})


def test_those_still_level_go_on():
    taken = {"Ann": shots(5, 3), "Bo": shots(2, 6), "Cy": shots(5, 3)}
    found = shootout(THREE.sides, 8, taken)
    assert (found.scores, found.status, found.remain) == ((5, 2, 5), "repeat", (0, 2))


@pytest.mark.parametrize(
    ("rule", "discs", "taken", "extra", "unplayed"),
    [
        # Mayday: "if a player or team has had one fewer shot, they will be allowed to take one last shot"; NCA 8d.
        ("equalise", (8, 8), (6, 5), (1,), (2, 2)),
        ("equalise", (8, 8), (5, 6), (0,), (2, 2)),
        ("equalise", (8, 8), (5, 5), (), (3, 3)),
        ("equalise", (8, 8), (8, 7), (1,), (0, 0)),
        ("equalise", (8, 8), (8, 8), (), (0, 0)),
        ("equalise", (8, 8), (0, 0), (), (8, 8)),
        ("equalise", (12, 12, 12), (4, 3, 3), (1, 2), (8, 8, 8)),
        ("equalise", (12, 12, 12), (4, 4, 3), (2,), (8, 8, 8)),
        ("equalise", (6, 5), (6, 5), (), (0, 0)),
        ("none", (8, 8), (6, 5), (), (2, 3)),
    ],
)
def test_when_time_runs_out(rule, discs, taken, extra, unplayed):
    call = call_time(rule, discs, taken)
    assert (call.extra, call.unplayed) == (extra, unplayed)
    assert ("one shot short" in call.reason.text) == bool(extra)


@pytest.mark.parametrize(
    ("taken", "words"), [((9, 8), "do not fit"), ((-1, 0), "do not fit"), ((6, 4), "more than one shot apart")]
)
def test_shots_that_cannot_have_been_taken(taken, words):
    with pytest.raises(RuleViolation, match=words):
        call_time("equalise", (8, 8), taken)


NAMES = st.integers(2, 13).map(lambda count: [f"P{number}" for number in range(count)])


@given(NAMES)
def test_in_a_round_robin_everybody_meets_everybody_once(names):
    rounds = round_robin(names)
    met = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(names, 2)))
    for pairs in rounds:
        busy = [name for pair in pairs for name in pair]
        assert len(set(busy)) == len(busy) == len(names) - len(names) % 2, "an odd one sits out"
    starts = [sum(pair[0] == name for pairs in rounds for pair in pairs) for name in names]
    assert max(starts) - min(starts) <= 2


@given(NAMES.filter(lambda names: len(names) >= 4 and len(names) % 2 == 0))
def test_partners_change_until_everybody_was_everybodys_partner(names):
    rounds = partner_rotation(names)
    teams = [frozenset(team) for tables in rounds for table in tables for team in table]
    assert len(set(teams)) == len(teams)
    for tables in rounds:
        busy = [name for table in tables for team in table for name in team]
        assert len(set(busy)) == len(busy) == len(names) - len(names) % 4
    if len(names) % 4 == 0:
        assert len(teams) == len(names) * (len(names) - 1) // 2


@given(NAMES.filter(lambda names: len(names) >= 4), st.integers())
def test_partners_may_be_drawn_for_each_game(names, seed):
    # "all players are randomly assigned partners for each tournament game".
    tables = random_partners(names, Random(seed))
    busy = [name for table in tables for team in table for name in team]
    assert len(set(busy)) == len(busy) == len(names) - len(names) % 4
    assert set(busy) <= set(names)
    assert tables == random_partners(names, Random(seed)), "a draw can be repeated from its seed"


def test_seats_are_drawn():
    # "Random seating should be applied to all Tournaments."
    drawn = {random_seating(["Ann", "Bo", "Cy"], Random(seed)) for seed in range(50)}
    assert len(drawn) == 6


@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (lambda: round_robin(["Ann"]), "a draw needs at least 2, not 1"),
        (lambda: round_robin(["Ann", "Ann"]), "a name comes twice"),
        (lambda: partner_rotation(["Ann", "Bo"]), "at least 4, not 2"),
        (lambda: partner_rotation(["Ann", "Bo", "Cy", "Di", "Ed"]), "an even number of players"),
        (lambda: random_partners(["Ann", "Bo", "Cy"], Random(1)), "at least 4, not 3"),
        (lambda: knockout(["Ann"]), "at least two contestants"),
        (lambda: knockout(["Ann", "Ann"]), "a name of their own"),
        (lambda: knockout(["Ann", "Bo"], out_at=3), "after one loss or after two"),
        (lambda: play(knockout(["Ann", "Bo", "Cy"]), "Ann", "Bo"), "Ann against Bo is not due now"),
        (lambda: play(knockout(["Ann", "Bo"]), "Ann", "Ann"), "is not due now"),
    ],
)
def test_a_draw_that_cannot_be(draw, words):
    with pytest.raises(RuleViolation, match=words):
        draw()


@given(NAMES, st.integers(1, 2), st.data())
def test_whoever_loses_often_enough_is_out(names, out_at, data):
    # "A double elimination system, where any player who loses twice is knocked out"; single, "who loses".
    state, lost = knockout(names, out_at), dict.fromkeys(names, 0)
    rested: set[str] = set()
    while state.winner is None:
        busy = [name for pair in state.due for name in pair]
        assert len(set(busy)) == len(busy), "nobody plays twice at once"
        assert set(state.waiting) | set(busy) <= set(state.remaining)
        for pair in state.due:
            assert all(lost[name] < out_at for name in pair)
        winner, loser = data.draw(st.permutations(state.due[0]))
        lost[loser] += 1
        before, (state, told) = state, play(state, winner, loser)
        assert told.text == f"{loser} has lost {lost[loser]}: {'out' if lost[loser] == out_at else 'still in'}"
        if len(before.due) == 1 and len(names) > 3:
            rested = set(before.waiting)
            alone = {name for name in state.waiting if sum(lost[other] == lost[name] for other in state.remaining) == 1}
            assert not rested & set(state.waiting) - alone, "nobody sits out twice running while someone else could"
    games = sum(lost.values())
    assert len(names) * out_at - out_at <= games <= len(names) * out_at - 1
    assert lost[state.winner] < out_at
    assert all(count == out_at for name, count in lost.items() if name != state.winner)


def test_the_first_two_seeds_can_meet_in_the_final_only_and_byes_go_to_the_first():
    state = knockout(["S1", "S2", "S3", "S4", "S5", "S6"])
    assert state.waiting == ("S1", "S2")
    assert [set(pair) for pair in state.due] == [{"S4", "S5"}, {"S3", "S6"}]
    for winner, loser in (("S4", "S5"), ("S3", "S6")):
        state, _ = play(state, winner, loser)
    assert [set(pair) for pair in state.due] == [{"S1", "S4"}, {"S2", "S3"}]
    for winner, loser in (("S1", "S4"), ("S2", "S3")):
        state, _ = play(state, winner, loser)
    assert state.due == (("S1", "S2"),)
    state, _ = play(state, "S2", "S1")
    assert state.winner == "S2"


def test_the_unbeaten_one_has_to_be_beaten_twice():
    state = knockout(["Ann", "Bo", "Cy"], out_at=2)
    for winner, loser in (("Bo", "Cy"), ("Ann", "Bo"), ("Bo", "Cy")):
        state, _ = play(state, winner, loser)
    assert state.remaining == ("Ann", "Bo")
    state, _ = play(state, "Bo", "Ann")
    assert state.winner is None
    assert state.due == (("Ann", "Bo"),)
    state, _ = play(state, "Bo", "Ann")
    assert state.winner == "Bo"


def test_who_is_still_in():
    losses = [("Ann", 0), ("Bo", 2), ("Cy", 1)]
    assert still_in(losses, 1) == ("Ann",)
    assert still_in(losses, 2) == ("Ann", "Cy")


def table(*entries, **order):
    return [(row.rank, row.entry.name, row.decided_by) for row in standings(entries, **order)]


def test_a_table_goes_by_points_then_20s_then_the_result_between_then_a_shoot_out():
    entries = (
        Entry(name="A", points=12, twenties=9, met=(("B", 5), ("F", 0))),
        Entry(name="B", points=12, twenties=9, met=(("A", 3), ("F", 8))),
        Entry(name="C", points=12, twenties=14),
        Entry(name="D", points=8, twenties=20, shootout=2),
        Entry(name="E", points=8, twenties=20, shootout=5),
        Entry(name="F", points=20),
    )
    assert table(*entries) == [
        (1, "F", None),
        (2, "C", "points"),
        (3, "A", "twenties"),
        (4, "B", "head_to_head"),
        (5, "E", "points"),
        (6, "D", "shootout"),
    ]
    assert [name for _, name, _ in table(*entries, order=("twenties", "points"))] == ["D", "E", "C", "A", "B", "F"]


def test_those_whom_nothing_parts_share_a_rank():
    entries = [Entry(name=name, points=points) for name, points in (("B", 4), ("A", 4), ("C", 1))]
    assert table(*entries) == [(1, "B", None), (1, "A", None), (3, "C", "points")]
    assert table() == []


def test_the_result_between_those_level_is_looked_at_anew_among_fewer():
    # Among the three C has most; A and B, then level, go by their own game, which B won.
    entries = (
        Entry(name="A", points=9, met=(("B", 3), ("C", 4))),
        Entry(name="B", points=9, met=(("A", 5), ("C", 2))),
        Entry(name="C", points=9, met=(("A", 4), ("B", 6))),
    )
    assert table(*entries) == [(1, "C", None), (2, "B", "head_to_head"), (3, "A", "head_to_head")]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2)), max_size=8))
def test_a_table_holds_everybody_once_and_never_ranks_fewer_points_above_more(figures):
    entries = [
        Entry(name=str(number), points=points, twenties=twenties, shootout=shootout)
        for number, (points, twenties, shootout) in enumerate(figures)
    ]
    rows = standings(entries)
    assert sorted(row.entry.name for row in rows) == sorted(entry.name for entry in entries)
    marks = [(row.entry.points, row.entry.twenties, row.entry.shootout) for row in rows]
    assert marks == sorted(marks, reverse=True)
    assert [row.rank for row in rows] == [1 + sum(other > mark for other in marks) for mark in marks]


def test_the_table_of_a_league_comes_from_its_matches():
    one = played(RoundScored(totals=(50, 20), twenties=(1, 0)), RoundScored(totals=(30, 30), twenties=(0, 1)),
                 MatchAwarded(winner=0, reason="time"))  # fmt: skip
    other = played(RoundScored(totals=(20, 50)))
    assert entries_from([one, other]) == (
        Entry(name="Ann", points=3, twenties=1, met=(("Bo", 3), ("Bo", 0))),
        Entry(name="Bo", points=3, twenties=1, met=(("Ann", 1), ("Ann", 2))),
    )
    game = played(RoundScored(totals=(20, 50)), end={"type": "rounds", "n": 1, "tie": "draw"})
    assert [entry.points for entry in entries_from([game], by="games_won")] == [0, 1]
    three = played(RoundScored(totals=(45, 30, 10)), seating=THREE, rules="mayday")
    assert entries_from([three])[1] == Entry(name="Bo", points=1, met=(("Ann", 1), ("Cy", 1)))


def test_partners_of_the_day_both_get_the_points():
    games = [[(("N", "S"), 6), (("E", "W"), 2)], [(("N", "E"), 3), (("S", "W"), 5)]]
    assert dict(partner_points(games)) == {"N": 9, "S": 11, "E": 5, "W": 7}
