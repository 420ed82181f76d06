"""The ends of games and matches, each from a sentence of a rulebook or a proposal said to be one."""

import pytest
from keeping import DOUBLES, THREE, played

from game.events import (
    GameForfeited,
    MatchAwarded,
    RoundAwarded,
    RoundForfeited,
    RoundScored,
    ShootoutHeld,
    TimeExpired,
)
from game.violation import RuleViolation
from game.words import game_ending, match_ending


def rounds(*totals):
    return [RoundScored(totals=one) for one in totals]


def stands(match):
    """Status of the current game, names of its winners, its score."""
    game = match.state.game
    return game.standing.status, [match.table.names[side] for side in game.standing.winners], game.scores


def match_stands(match):
    return match.state.standing.status, [match.table.names[side] for side in match.state.standing.winners]


A, B, TIE = (50, 20), (20, 50), (30, 30)


def test_a_game_of_the_nca_consists_of_4_rounds():
    # NCA 2b: 'A "game" shall consist of 4 rounds', so that 6 to 0 after three goes on; a level game stands.
    assert stands(played(*rounds(A, A, A))) == ("in_progress", [], (6, 0))
    assert stands(played(*rounds(A, A, A, B))) == ("won", ["Ann"], (6, 2))
    assert stands(played(*rounds(A, B, TIE, TIE))) == ("drawn", [], (4, 4))


def test_100_points_have_to_be_reached_not_passed():
    # Mayday, Scoring: "If the score of 100 is achieved, the game is over."
    assert stands(played(*rounds((110, 15)), rules="mayday")) == ("in_progress", [], (95, 0))
    assert stands(played(*rounds((110, 15), (25, 20)), rules="mayday")) == ("won", ["Ann"], (100, 0))


def test_who_passes_the_line_with_more_points_wins():
    # Cogitate 8: "the winner will be the one who passes the scoreline with more points. If it is a tie both teams win".
    simple = {"rules": "cogitate", "scoring": "simple"}
    assert stands(played(*rounds((60, 55), (40, 50)), **simple)) == ("won", ["Bo"], (100, 105))
    assert stands(played(*rounds((60, 55), (45, 50)), **simple)) == ("both_win", ["Ann", "Bo"], (105, 105))
    assert stands(played(*rounds((60, 55), (40, 45)), **simple)) == ("both_win", ["Ann", "Bo"], (100, 100))
    assert stands(played(*rounds((60, 55), (35, 45)), **simple)) == ("won", ["Bo"], (95, 100))


def test_level_past_the_line_as_agreed():
    agreed = {"rules": "cogitate", "scoring": "simple", "end": {"type": "points", "target": 50}}
    assert stands(played(*rounds((60, 60)), equal_past="tiebreak", **agreed))[0] == "tiebreak"
    on = played(*rounds((60, 60)), equal_past="continue", **agreed)
    assert stands(on) == ("continue", [], (60, 60))
    assert on.state.due.place == 1, "the next starter plays on"
    assert stands(played(*rounds((60, 60), (5, 5)), equal_past="continue", **agreed))[0] == "continue"
    assert stands(played(*rounds((60, 60), (5, 10)), equal_past="continue", **agreed)) == ("won", ["Bo"], (65, 70))


def test_three_past_the_line_together():
    three = {"rules": "cogitate", "seating": THREE}
    assert stands(played(*rounds((90, 60, 90), (15, 45, 30)), **three)) == ("won", ["Cy"], (105, 105, 120))
    last = played(*rounds((95, 95, 90), (10, 10, 15)), **three)
    assert stands(last) == ("both_win", ["Ann", "Bo", "Cy"], (105, 105, 105))
    two = played(*rounds((95, 95, 90), (10, 10, 10)), **three)
    assert stands(two) == ("both_win", ["Ann", "Bo"], (105, 105, 100))


def test_three_play_to_8():
    # Mayday, Three Player Games 2: "Play to 8 points."; second place can bring the winning point.
    score = [(50, 40, 10)] * 3 + [(10, 50, 40), (40, 50, 10), (30, 70, 20)]
    end = played(*rounds(*score), rules="mayday", seating=THREE)
    assert stands(end) == ("won", ["Bo"], (8, 9, 1))
    level = played(
        *rounds(*[(50, 40, 10), (40, 50, 10)] * 2, (10, 30, 60), (60, 40, 10)), rules="mayday", seating=THREE
    )
    assert level.state.game.scores == (8, 8, 2)
    assert (level.state.game.standing.status, level.state.game.standing.level) == ("tiebreak", (0, 1))


def test_four_rounds_then_a_shoot_out():
    # Mayday, Tournament Rules: "most points at the end of 4 rounds", ties broken by "8 shots (4 each for doubles)".
    agreed = {"rules": "mayday", "scoring": "two_one_zero", "end": {"type": "rounds", "n": 4, "tie": "tiebreak"}}
    due = played(*rounds(A, B, TIE, TIE), **agreed)
    assert stands(due)[0] == "tiebreak"
    assert (
        game_ending(due.table, due.state.game).text == "Ann and Bo are level: each side takes 8 shots, only 20s count"
    )
    again = played(*due.events, ShootoutHeld(holes=(3, 3)), **agreed)
    assert stands(again)[0] == "tiebreak", "still level: those level repeat"
    won = played(*again.events, ShootoutHeld(holes=(2, 4)), **agreed)
    assert stands(won) == ("won", ["Bo"], (4, 4))
    assert won.state.game.shootouts == ((3, 3), (2, 4))
    assert match_ending(won).text == "Bo won game 1, 4 to 4: by the shoot-out"


def test_play_continues_until_the_tie_is_broken():
    # House sheet 7: "If there's a tie, play continues until it's broken."
    assert stands(played(*rounds(A, B, TIE, TIE), rules="house"))[0] == "continue"
    assert stands(played(*rounds(A, B, TIE, TIE, TIE), rules="house"))[0] == "continue"
    assert stands(played(*rounds(A, B, TIE, TIE, TIE, B), rules="house")) == ("won", ["Bo"], (5, 7))


def test_2_rounds_out_of_3():
    # Cogitate 8: "Win 2 rounds out of 3 played for a really quick game".
    best = {"rules": "cogitate", "scoring": "two_one_zero", "end": {"type": "best_of", "n": 3}}
    assert stands(played(*rounds(A, A), **best)) == ("won", ["Ann"], (4, 0))
    assert stands(played(*rounds(A, TIE), **best)) == ("in_progress", [], (3, 1))
    assert stands(played(*rounds(A, TIE, TIE), **best)) == ("won", ["Ann"], (4, 2))
    assert stands(played(*rounds(A, TIE, B), **best)) == ("continue", [], (3, 3))
    assert stands(played(*rounds(A, TIE, B, B), **best)) == ("won", ["Bo"], (3, 5))
    even = {**best, "end": {"type": "best_of", "n": 4, "tie": "draw"}}
    assert stands(played(*rounds(A, A), **even))[0] == "in_progress", "two of four are not more than half"
    assert stands(played(*rounds(A, B, B, A), **even)) == ("drawn", [], (4, 4))


def test_the_shoot_out_is_among_those_level():
    level = played(
        *rounds((20, 20, 5), (20, 20, 5)),
        rules="cogitate",
        seating=THREE,
        end3={"type": "points", "target": 40},
        equal_past="tiebreak",
    )
    with pytest.raises(RuleViolation, match="between Ann and Bo, nobody else"):
        played(
            *level.events,
            ShootoutHeld(holes=(1, 2, 3)),
            rules="cogitate",
            seating=THREE,
            end3={"type": "points", "target": 40},
            equal_past="tiebreak",
        )


@pytest.mark.parametrize(
    ("holes", "words"), [((9, 1), "takes 8 shots"), ((-1, 1), "takes 8 shots"), ((1, None), "nobody else"),
                         ((1, 2, 3), "nobody else")],
)  # fmt: skip
def test_a_shoot_out_that_cannot_be(holes, words):
    agreed = {"end": {"type": "rounds", "n": 1, "tie": "tiebreak"}}
    with pytest.raises(RuleViolation, match=words):
        played(*rounds(TIE), ShootoutHeld(holes=holes), **agreed)


def test_what_a_shoot_out_stops():
    agreed = {"end": {"type": "rounds", "n": 1, "tie": "tiebreak"}}
    with pytest.raises(RuleViolation, match="a shoot-out comes first"):
        played(*rounds(TIE, A), **agreed)
    with pytest.raises(RuleViolation, match="it decides, not the clock"):
        played(*rounds(TIE), TimeExpired(), **agreed)
    with pytest.raises(RuleViolation, match="no shoot-out is due"):
        played(*rounds(A), ShootoutHeld(holes=(1, 2)))
    with pytest.raises(RuleViolation, match="the match is over"):
        played(*rounds(A, A), **agreed)
    with pytest.raises(RuleViolation, match="the match is over"):
        played(*rounds(A), ShootoutHeld(holes=(1, 2)), **agreed)


ONE_ROUND = {"type": "rounds", "n": 1, "tie": "draw"}


@pytest.mark.parametrize(
    ("length", "totals", "standing"),
    [
        # Two usual ways to settle a match disagree: two games of 1 and one of 7 (by difference).
        ({"games": 3, "by": "games_won"}, [(10, 5), (10, 5), (5, 50)], ("won", ["Ann"])),
        ({"games": 3, "by": "sum_points"}, [(10, 5), (10, 5), (5, 50)], ("won", ["Bo"])),
        ({"games": 3, "best_of": True}, [(10, 5), (10, 5)], ("won", ["Ann"])),
        ({"games": 3, "best_of": True}, [(10, 5), (5, 5)], ("in_progress", [])),
        ({"games": 3, "best_of": True}, [(10, 5), (5, 5), (5, 5)], ("won", ["Ann"])),
        ({"games": 2}, [(10, 5)], ("in_progress", [])),
        ({"games": 2}, [(10, 5), (5, 20)], ("drawn", [])),
        ({"games": 2, "by": "sum_points"}, [(10, 5), (5, 20)], ("won", ["Bo"])),
        ({"games": 2, "level": "tiebreak"}, [(10, 5), (5, 20)], ("tiebreak", [])),
        ({"games": 1, "level": "tiebreak"}, [(5, 5)], ("tiebreak", [])),
        ({"games": 1}, [(5, 5)], ("drawn", [])),
    ],
)
def test_the_organiser_picks_what_settles_a_match(length, totals, standing):
    # NCA 2c: 'The number of games in a "match" shall be determined by the tournament rules.'
    assert match_stands(played(*rounds(*totals), scoring="differential", end=ONE_ROUND, match=length)) == standing


def test_a_shoot_out_for_the_match():
    agreed = {"scoring": "differential", "end": ONE_ROUND, "match": {"games": 2, "level": "tiebreak"}}
    due = played(*rounds((10, 5), (5, 20)), **agreed)
    assert due.state.due is None
    assert match_ending(due).text == "the match is level: a shoot-out decides between Ann and Bo"
    again = played(*due.events, ShootoutHeld(holes=(1, 1)), **agreed)
    assert match_stands(again) == ("tiebreak", [])
    won = played(*again.events, ShootoutHeld(holes=(0, 1)), **agreed)
    assert match_stands(won) == ("won", ["Bo"])
    assert match_ending(won).text == "Bo won the match: by the shoot-out"
    with pytest.raises(RuleViolation, match="every game has been played"):
        played(*due.events, GameForfeited(side=0, reason="left"), **agreed)


def test_a_round_not_begun_when_time_runs_out_is_not_played():
    # A proposal: "not played; the game is decided on rounds finished".
    won = played(*rounds(A, TIE), TimeExpired())
    assert stands(won) == ("won", ["Ann"], (3, 1))
    assert match_ending(won).text == "Ann won game 1, 3 to 1: time ran out, the finished rounds decide"
    assert stands(played(*rounds(A, B), TimeExpired()))[0] == "drawn"
    assert stands(played(*rounds((80, 20)), TimeExpired(), rules="mayday")) == ("won", ["Ann"], (60, 0))
    assert stands(played(*rounds(TIE), TimeExpired(), rules="mayday"))[0] == "tiebreak"
    assert stands(played(*rounds(TIE), TimeExpired(), rules="house"))[0] == "drawn", "nobody plays on after time"
    with pytest.raises(RuleViolation, match="no round has been finished"):
        played(TimeExpired())


def test_time_ends_a_match_on_the_games_it_has():
    agreed = {"scoring": "differential", "end": ONE_ROUND, "match": {"games": 3}}
    assert match_stands(played(*rounds((10, 5)), TimeExpired(), **agreed)) == ("won", ["Ann"])
    between = played(*rounds((10, 5), (10, 5)), TimeExpired(), **agreed)
    assert match_stands(between) == ("won", ["Ann"])
    assert match_ending(between).text == "Ann won the match: time ran out"
    longer = {**agreed, "end": {"type": "rounds", "n": 2, "tie": "draw"}}
    during = played(*rounds((10, 5), (10, 5), (5, 30)), TimeExpired(), **longer)
    assert during.state.game.standing.winners == (1,)
    assert match_stands(during) == ("drawn", []), "a game each"


def test_a_round_or_a_game_may_be_forfeited():
    # Mayday, Tournament Rules: "may result in the forfeiture of a round or a game, and possible disqualification".
    match = played(*rounds(A), RoundForfeited(side=0, reason="shook the board"))
    assert stands(match) == ("in_progress", [], (2, 2))
    assert match.state.rounds[-1].kind == "forfeited"
    lost = played(*rounds(A), GameForfeited(side=0, reason="left"))
    assert stands(lost) == ("won", ["Bo"], (2, 0))
    assert match_ending(lost).text == "Bo won game 1, 2 to 0 by forfeit: left"
    out = played(*rounds(A), MatchAwarded(winner=1, reason="disqualified"))
    assert match_ending(out).text == "Bo won the match: disqualified"
    drawn = played(MatchAwarded(winner=None, reason="rain"))
    assert match_ending(drawn).text == "the match is drawn: rain"


def test_a_game_may_be_forfeited_before_it_begins():
    two = played(GameForfeited(side=1, reason="late"), match={"games": 2})
    assert two.state.games[0].standing.winners == (0,)
    assert two.table.ring[two.state.due.place] == "Bo", "it uses up Ann's start"
    over = played(*two.events, GameForfeited(side=1, reason="late"), match={"games": 2})
    assert match_stands(over) == ("won", ["Ann"])
    assert [game.number for game in over.state.games] == [1, 2]
    assert match_ending(over).text == "Ann won the match: games 2 to 0"
    rotating = played(GameForfeited(side=1, reason="late"), match={"games": 2}, game_start="clockwise")
    assert rotating.table.ring[rotating.state.due.place] == "Bo"


@pytest.mark.parametrize(
    ("event", "agreed", "words"),
    [
        (RoundForfeited(side=0, reason="late"), {"rules": "mayday"}, "fits 2/1/0 scoring only"),
        (RoundForfeited(side=0, reason="late"), {"rules": "mayday", "seating": THREE}, "nobody gains by a forfeit"),
        (RoundForfeited(side=2, reason="late"), {}, "no side number 2"),
        (RoundForfeited(side=0, reason="  "), {}, "a reason has to be given"),
        (GameForfeited(side=-1, reason="late"), {}, "no side number -1"),
        (GameForfeited(side=0, reason="late"), {"seating": THREE}, "nobody gains by a forfeit"),
        (MatchAwarded(winner=2, reason="late"), {}, "no side number 2"),
        (MatchAwarded(winner=-1, reason="late"), {}, "no side number -1"),
        (RoundAwarded(points=(1, 2, 3), reason="ruling"), {}, "each of the 2 sides"),
        (RoundAwarded(points=(-1, 2), reason="ruling"), {}, "points from 0 up"),
    ],
)
def test_a_ruling_that_cannot_be(event, agreed, words):
    with pytest.raises(RuleViolation, match=words):
        played(event, **agreed)


def test_an_official_says_what_a_round_pays():
    match = played(RoundAwarded(points=(1, 2), reason="wrong colour"), RoundAwarded(points=(1, 1), reason="both"))
    assert [one.winner for one in match.state.rounds] == [1, None]
    assert match.state.game.scores == (2, 3)
    assert match.state.rounds[0].reason == "wrong colour"


@pytest.mark.parametrize(
    ("totals", "agreed", "text"),
    [
        ([A] * 4, {}, "Ann won game 1, 8 to 0: 4 rounds played"),
        ([A, B, TIE, TIE], {}, "game 1 is drawn, 4 to 4: 4 rounds played and level, which stands"),
        ([(120, 15)], {"rules": "mayday"}, "Ann won game 1, 105 to 0: 100 reached"),
        ([(60, 55), (40, 50)], {"rules": "cogitate", "scoring": "simple"},
         "Bo won game 1, 100 to 105: 100 reached, the highest of those past it"),
        ([(60, 60), (40, 40)], {"rules": "cogitate", "scoring": "simple"},
         "Ann and Bo won game 1, 100 to 100: level and past 100, so both win; a new game is advised"),
        ([A, A], {"end": {"type": "best_of", "n": 3}}, "Ann won game 1, 4 to 0: more than half of 3 rounds won"),
        ([A, TIE, TIE], {"end": {"type": "best_of", "n": 3}}, "Ann won game 1, 4 to 2: 3 rounds played"),
        ([A, B, TIE, TIE], {"rules": "house"}, None),
    ],
)  # fmt: skip
def test_an_ending_says_why(totals, agreed, text):
    ending = match_ending(played(*rounds(*totals), **agreed))
    assert (ending and ending.text) == text


def test_what_is_said_while_play_goes_on():
    level = played(*rounds(A, B, TIE, TIE), rules="house")
    assert game_ending(level.table, level.state.game).text.startswith("level after the set rounds: play goes on")
    past = played(RoundScored(totals=(60, 60)), rules="cogitate", scoring="simple", equal_past="continue",
                  end={"type": "points", "target": 50})  # fmt: skip
    assert game_ending(past.table, past.state.game).text == "level past 50: play goes on until the tie is broken"
    fresh = played()
    assert game_ending(fresh.table, fresh.state.game) is None


def test_matches_of_several_games_say_what_they_rest_on():
    by_points = {"scoring": "differential", "end": ONE_ROUND, "match": {"games": 2, "by": "sum_points"}}
    assert match_ending(played(*rounds((10, 5), (5, 20)), **by_points)).text == "Bo won the match: points 5 to 15"
    assert match_ending(played(*rounds(A, A), end=ONE_ROUND, match={"games": 2})).text == (
        "Ann won the match: games 2 to 0"
    )


def test_a_doubles_game_is_won_by_a_team():
    assert stands(played(*rounds(A, B, B, B), seating=DOUBLES)) == ("won", ["Y"], (2, 6))
