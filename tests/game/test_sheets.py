"""Score sheets as CSV and as text to print."""

import csv
import io

import pytest
from keeping import DOUBLES, THREE, played

from game.csv_sheet import csv_sheet
from game.events import GameForfeited, MatchAwarded, Noted, RoundForfeited, RoundScored, ShootoutHeld
from game.score_sheet import score_sheet
from game.seating import Seating, Side


def test_a_row_for_each_round():
    match = played(
        RoundScored(totals=(65, 40), twenties=(1, 0)),
        RoundForfeited(side=0, reason="late"),
        RoundScored(totals=(30, 30), scored_by="camera", possible=(((25, 30), 0.3),)),
    )
    rows = list(csv.reader(io.StringIO(csv_sheet(match))))
    assert rows[0] == [
        *["match", "date", "game", "round", "first"],
        *["Ann total", "Ann twenties", "Ann points", "Ann score"],
        *["Bo total", "Bo twenties", "Bo points", "Bo score"],
        *["winner", "kind", "scored_by", "needs_review", "reason"],
    ]
    own = [match.setup.match_id, match.setup.date, "1"]
    assert rows[1:] == [
        [*own, "1", "Ann", "65", "1", "2", "2", "40", "0", "0", "0", "Ann", "played", "person", "no", ""],
        [*own, "2", "Bo", "", "", "0", "2", "", "", "2", "2", "Bo", "forfeited", "", "no", "late"],
        [*own, "3", "Ann", "30", "", "1", "3", "30", "", "1", "3", "", "played", "camera", "yes", ""],
    ]


@pytest.mark.parametrize("reason", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_no_cell_is_a_formula(reason):
    rows = list(csv.reader(io.StringIO(csv_sheet(played(RoundForfeited(side=0, reason=reason))))))
    assert rows[1][-1] == "'" + reason


def test_a_sheet_of_a_match_under_way():
    match = played(
        RoundScored(totals=(65, 40), twenties=(1, 0)),
        RoundForfeited(side=0, reason="late"),
        RoundScored(totals=(30, 30), possible=(((25, 30), 0.3),)),
        Noted(text="coached", side=1),
    )
    assert (
        score_sheet(match)
        == f"""\
CROKINOLE  2026-11-20 19:30:00 UTC  rules: nca
Ann  against  Bo

Rounds
round  first  Ann  Bo  20s  points  score
-----------------------------------------
    1    Ann   65  40  1-0     2-0    2-0
    2     Bo    -   -    -     0-2    2-2
   3*    Ann   30  30    -     1-1    3-3
  2: forfeited, late

Bo starts: the start moves on clockwise; Ann has the last shot.

To be looked at: round 3 has a disc too close to call that can change its
result.

Notes:
  Bo: coached

Match {match.setup.match_id}
"""
    )


def test_a_sheet_of_several_games():
    sheet = score_sheet(
        played(
            RoundScored(totals=(65, 40)),
            RoundScored(totals=(10, 40)),
            ShootoutHeld(holes=(2, 3)),
            seating=DOUBLES,
            end={"type": "rounds", "n": 1, "tie": "draw"},
            match={"games": 2, "level": "tiebreak", "by": "sum_points"},
        )
    )
    for line in (
        "X (Ann, Cy)  against  Y (Bo, Di)",
        "Game 1",
        "X won game 1, 2 to 0: 1 round played",
        "Game 2",
        "Y won game 2, 0 to 2: 1 round played",
        "Games won: X 1, Y 1; drawn 0. Points: X 2, Y 2.",
        "Y won the match: by the shoot-out.",
    ):
        assert line in sheet.splitlines()


def test_a_game_forfeited_before_it_began_is_on_the_sheet():
    sheet = score_sheet(played(GameForfeited(side=0, reason="late"), match={"games": 2}))
    assert "Bo won game 1, 0 to 0 by forfeit: late" in sheet.splitlines()
    assert "Game 2" not in sheet


def test_a_sheet_names_colours():
    sides = (Side(name="Ann", players=("Ann",), colour="black"), Side(name="Y", players=("Bo", "Cy"), colour="red"))
    sheet = score_sheet(played(seating=Seating(seats=("Bo", "Ann", "Cy"), sides=sides), rules="house"))
    assert "Ann (black)  against  Y (Bo, Cy; red)" in sheet.splitlines()


@pytest.mark.parametrize("name", ["A" * 200, "宮" * 100, "e\u0301" * 100])
def test_long_names_are_cut_where_the_page_ends(name):
    long = tuple(Side(name=f"{letter}{name}", players=(f"{letter}{name}",)) for letter in "ABC")
    seating = Seating(seats=tuple(side.name for side in long), sides=long)
    match = played(RoundScored(totals=(5, 10, 15)), seating=seating, first=long[0].name, rules="cogitate")
    table = score_sheet(match).split("\n\n")[1].splitlines()
    width = len(table[2])
    assert width <= 80
    assert all("A" in line for line in table[1:2])
    columns = sum(0 if letter == "\u0301" else 1 + (letter == "宮") for letter in table[1])
    assert columns == width, "letters of East Asia take two columns, accents none"


def test_a_sheet_of_three():
    sheet = score_sheet(played(RoundScored(totals=(45, 30, 10)), seating=THREE, rules="mayday"))
    assert "    1    Ann   45  30  10    -   2-1-0  2-1-0" in sheet.splitlines()


def test_an_award_is_on_the_sheet():
    sheet = score_sheet(played(RoundScored(totals=(45, 30)), MatchAwarded(winner=0, reason="rain")))
    assert "Ann won the match: rain." in sheet.splitlines()
