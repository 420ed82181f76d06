"""Seats, turns, who starts and who has the last shot, from the rulebooks' sentences."""

import pytest
from keeping import DOUBLES, SINGLES, THREE, played, two_against

from game.events import GameForfeited, RoundAwarded, RoundScored, RoundVoided, StartChosen
from game.options_json import options_with
from game.presets import preset
from game.seating import Seating, Side, discs_each, hammer, shot_order, usual_seating
from game.violation import RuleViolation
from game.words import starter

TIE = (30, 30)
ON = {"end": {"type": "points", "target": 1000}, "end3": {"type": "points", "target": 1000}}


def starters(*totals, **agreed):
    return [one.starter for one in played(*(RoundScored(totals=one) for one in totals), **agreed).state.rounds]


def next_starter(match):
    return match.table.ring[match.state.due.place]


def test_players_alternate_starting():
    # NCA 4b: "In each of the rounds in a game, players shall alternate starting. In each of the games in a multi-game
    # match between 2 players, players shall alternate starting." So round 4 and the next game's round 1 are Bo's.
    two_games = starters(*[TIE] * 8, match={"games": 2})
    assert two_games == ["Ann", "Bo", "Ann", "Bo", "Bo", "Ann", "Bo", "Ann"]
    assert starters(*[TIE] * 6, end={"type": "rounds", "n": 3, "tie": "draw"}, match={"games": 2}) == [
        "Ann", "Bo", "Ann", "Bo", "Ann", "Bo",
    ]  # fmt: skip


def test_the_start_moves_one_player_clockwise():
    # NCA 5b: "In each subsequent round in a game, the obligation to start shall move one player clockwise".
    assert starters(*[TIE] * 4, seating=DOUBLES, first="Bo") == ["Bo", "Cy", "Di", "Ann"]
    # Mayday, Set Up: the first player "will rotate clockwise at the start of each subsequent round".
    assert starters(*[(5, 5, 5)] * 5, rules="mayday", seating=THREE, **ON) == ["Ann", "Bo", "Cy", "Ann", "Bo"]


def test_the_teams_alternate_and_the_partners_choose():
    # NCA 5b: "the teams shall alternate starting"; 5a: "the partners may decide which of them shall start".
    game = [RoundScored(totals=TIE)] * 4
    agreed = {"seating": DOUBLES, "match": {"games": 3}}
    due = played(*game, **agreed)
    assert next_starter(due) == "Bo", "shown until they choose: their next seat clockwise"
    chosen = played(*game, StartChosen(player="Di"), **agreed)
    assert next_starter(chosen) == "Di"
    assert starter(chosen).text == "Di starts, as chosen; Cy has the last shot"
    with pytest.raises(RuleViolation, match="Cy cannot start this round: choose from Bo, Di, or give an official's"):
        played(*game, StartChosen(player="Cy"), **agreed)
    third = played(*game, StartChosen(player="Di"), *game, **agreed)
    assert next_starter(third) == "Ann", "the other team again, next after Di"


def test_the_rotation_may_run_on_across_games():
    assert starters(*[TIE] * 4, end={"type": "rounds", "n": 3, "tie": "draw"}, match={"games": 2},
                    game_start="clockwise") == ["Ann", "Bo", "Ann", "Bo"]  # fmt: skip


def test_the_loser_decides_whether_to_start():
    # Cogitate 8 B: "The losing player/team decides whether he/she wants to start the new round or not. (After a tied
    # round only 'rule A' can be used.)"
    agreed = {"rules": "cogitate", "start": "loser_decides"}
    lost = RoundScored(totals=(50, 20))
    waiting = played(lost, **agreed)
    assert starter(waiting).text == "the loser of the round decides whether Bo or Ann starts"
    with pytest.raises(RuleViolation, match="must first say who starts"):
        played(lost, lost, **agreed)
    assert next_starter(played(lost, StartChosen(player="Bo"), **agreed)) == "Bo"
    assert next_starter(played(lost, StartChosen(player="Ann"), **agreed)) == "Ann"
    tied = played(lost, StartChosen(player="Ann"), RoundScored(totals=TIE), **agreed)
    assert next_starter(tied) == "Bo", "clockwise from Ann"
    ruled = played(RoundAwarded(points=(0, 30), reason="ruling"), **agreed)
    assert ruled.state.due.choices == (0, 1), "Ann lost a round that has points only"


def test_the_loser_decides_for_a_team_or_among_three():
    # A proposal: "the chosen side's next seat clockwise from the last starter"; "the sole lowest decides, and if it
    # declines the next seat after the last starter that is not the loser's".
    team = played(RoundScored(totals=(50, 20)), rules="cogitate", seating=DOUBLES, start="loser_decides", first="Bo")
    assert [team.table.ring[place] for place in team.state.due.choices] == ["Di", "Cy"]
    three = {"rules": "cogitate", "seating": THREE, "start": "loser_decides"}
    lowest = played(RoundScored(totals=(50, 20, 30)), **three)
    assert [lowest.table.ring[place] for place in lowest.state.due.choices] == ["Bo", "Cy"]
    assert next_starter(played(RoundScored(totals=(50, 20, 20)), **three)) == "Bo", "no sole lowest: clockwise"


def test_two_against_one_start_in_the_order_1_2_3_2():
    # A proposal: "the cycle 1, 2, 3, 2 moves on one place each round".
    seating = two_against("Bo")
    agreed = {"rules": "mayday", "seating": seating, **ON}
    assert starters(*[TIE] * 5, **agreed) == ["Ann", "Bo", "Cy", "Bo", "Ann"]
    assert starters(*[TIE] * 4, first="Bo", **agreed) == ["Bo", "Cy", "Bo", "Ann"]


def test_an_official_rules_who_starts():
    with pytest.raises(RuleViolation, match="Bo cannot start this round: the rules leave no choice"):
        played(StartChosen(player="Bo"))
    match = played(StartChosen(player="Bo", reason="drawn again"))
    assert next_starter(match) == "Bo"
    with pytest.raises(RuleViolation, match="a reason has to be given"):
        played(StartChosen(player="Bo", reason=" "))
    with pytest.raises(RuleViolation, match="Eve does not play in this match"):
        played(StartChosen(player="Eve"))
    with pytest.raises(RuleViolation, match="no round is to be started now"):
        played(RoundScored(totals=TIE), StartChosen(player="Bo"), end={"type": "rounds", "n": 1, "tie": "tiebreak"})


def test_one_who_plays_alone_keeps_the_place_that_is_due():
    # Ann, alone, has two places on the ring; choosing her leaves the one that is due, else takes the one that may be.
    agreed = {"rules": "mayday", "seating": two_against("Ann"), "start": "loser_decides", **ON}
    lost = played(RoundScored(totals=(50, 20)), **agreed)
    assert lost.table.ring == ("Ann", "Bo", "Ann", "Cy")
    assert played(*lost.events, StartChosen(player="Ann"), **agreed).state.due.place == 2
    games = {"seating": two_against("Ann"), "match": {"games": 2}, "end": {"type": "rounds", "n": 1, "tie": "draw"}}
    due = played(RoundScored(totals=TIE), first="Bo", **games)
    assert (due.state.due.place, due.state.due.choices) == (2, (0, 2))
    assert played(*due.events, StartChosen(player="Ann"), first="Bo", **games).state.due.place == 2


def test_why_someone_starts():
    fresh = played()
    assert starter(fresh).text == "Ann starts the match, as drawn; Bo has the last shot"
    assert starter(played(RoundScored(totals=TIE))).text == (
        "Bo starts: the start moves on clockwise; Ann has the last shot"
    )
    games = played(GameForfeited(side=1, reason="late"), match={"games": 2})
    assert starter(games).text == (
        "Bo starts: the games of a match start with alternating sides; Ann has the last shot"
    )
    void = played(RoundScored(totals=TIE), RoundVoided(reason="board knocked"))
    assert starter(void).text == "Ann starts again: the round is replayed; Bo has the last shot"
    assert starter(played(RoundScored(totals=TIE), end={"type": "rounds", "n": 1, "tie": "draw"})) is None


def test_turns_go_clockwise_until_every_disc_is_shot():
    # House sheet: "A complete turn order is 1,2,3,2 and repeat until round end."
    order = shot_order(two_against("Bo").ring, 0, {"Ann": 2, "Bo": 4, "Cy": 2})
    assert order == ("Ann", "Bo", "Cy", "Bo") * 2
    # Fewer discs by agreement (Cogitate 8: "you may also play with less discs"): who has none left is passed over.
    assert shot_order(SINGLES.ring, 1, {"Ann": 2, "Bo": 1}) == ("Bo", "Ann", "Ann")


def test_the_hammer_is_the_last_shot():
    assert hammer(preset("nca"), SINGLES, 0) == "Bo"
    assert hammer(preset("nca"), DOUBLES, 2) == "Bo"
    assert hammer(preset("house"), two_against("Bo"), 0) == "Bo"


@pytest.mark.parametrize(
    ("rules", "two", "four", "three"),
    [("nca", 8, 6, 8), ("mayday", 12, 6, 12), ("cogitate", 12, 6, 8), ("house", 8, 6, 8), ("carrom", 12, 6, 12)],
)
def test_discs_of_each_player(rules, two, four, three):
    # NCA 4a, 5a; Mayday, Set Up and Three Player Games; Cogitate 4, 5, 9; house sheet 2 and team part; else proposals.
    options = preset(rules)
    assert discs_each(options, SINGLES) == {"Ann": two, "Bo": two}
    assert set(discs_each(options, DOUBLES).values()) == {four}
    assert set(discs_each(options, THREE).values()) == {three}
    assert discs_each(options, two_against("Cy")) == {"Ann": 6, "Bo": 6, "Cy": 12}
    fewer = options_with(options, {"discs": {"2": 5, "2v1": [2, 4]}})
    assert discs_each(fewer, SINGLES) == {"Ann": 5, "Bo": 5}
    assert discs_each(fewer, two_against("Cy")) == {"Ann": 2, "Bo": 2, "Cy": 4}


ALONE = [Side(name=name, players=(name,)) for name in ("Ann", "Bo", "Cy", "Di")]


@pytest.mark.parametrize(
    ("seats", "sides", "words"),
    [
        (("Ann", "Bo"), (ALONE[0], ALONE[2]), "one side and one seat"),
        (("Ann", "Ann"), (ALONE[0], ALONE[0]), "a name of their own"),
        (("Ann", "\n"), (ALONE[0], Side(name="X", players=("\n",))), "one line of text"),
        (("Ann", "Bo"), (ALONE[0], Side(name=" ", players=("Bo",))), "one line of text"),
        (("Ann", "Bo"), (Side(name="X", players=("Ann",)), Side(name="X", players=("Bo",))), "the same name"),
        (("Ann", "Bo", "Cy", "Di"), (Side(name="X", players=("Ann", "Bo")), Side(name="Y", players=("Cy", "Di"))),
         "partners sit opposite each other"),
        (("Ann", "Bo", "Cy", "Di"), tuple(ALONE), "two, three or four players"),
        (("Ann",), (ALONE[0],), "two, three or four players"),
        (("Ann", "Bo"), tuple(Side(name=name, players=(name,), colour="red") for name in ("Ann", "Bo")),
         "discs of the same colour"),
        (("Ann", "Bo"), (ALONE[0], Side(name="Bo", players=("Bo",), colour="")), "one line of text"),
    ],
)  # fmt: skip
def test_a_seating_that_cannot_be(seats, sides, words):
    with pytest.raises(RuleViolation, match=words):
        Seating(seats=seats, sides=sides)


def test_the_first_starter_plays():
    with pytest.raises(RuleViolation, match="Eve does not play"):
        played(first="Eve")


def test_the_usual_seating():
    assert usual_seating(["Ann", "Bo"]) == SINGLES
    assert usual_seating(["Ann", "Bo", "Cy"]) == THREE
    four = usual_seating(["Ann", "Bo", "Cy", "Di"], colours={"Cy": "black"})
    assert [(side.name, side.colour) for side in four.sides] == [("Ann & Cy", "black"), ("Bo & Di", None)]
    one = usual_seating(["Ann", "Bo", "Cy"], alone="Bo")
    assert [side.name for side in one.sides] == ["Bo", "Ann & Cy"]
    assert one.ring == two_against("Bo").ring


@pytest.mark.parametrize(
    ("players", "agreed", "words"),
    [
        (["Ann"], {}, "two, three or four players"),
        (["Ann", "Bo"], {"alone": "Ann"}, "only one of three players"),
        (["Ann", "Bo", "Cy"], {"alone": "Di"}, "only one of three players"),
        (["Ann", "Bo"], {"colours": {"Eve": "red"}}, "a colour for Eve, who does not play"),
        (["Ann", "Bo", "Cy", "Di"], {"colours": {"Ann": "red", "Cy": "blue"}}, "a colour for Cy"),
    ],
)
def test_a_usual_seating_that_cannot_be(players, agreed, words):
    with pytest.raises(RuleViolation, match=words):
        usual_seating(players, **agreed)
