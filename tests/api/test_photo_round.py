"""A photo's reading made a round of a match: whose discs are whose, 20s, questions."""

from pathlib import Path

import pytest
from keeping import DOUBLES, SINGLES, played

from api.errors import BadMatch
from api.match_command import photo_round
from api.match_command.entry import Entry
from api.match_command.photo_round import round_from_photo, teams_of_sides
from game.seating import Seating, Side


def disc(number, team, place, value, other=None):
    return {
        "id": number, "team": team, "place": place, "value": value, "other_value": other, "x_mm": 0.0, "y_mm": 0.0,
        "line": "15" if place == "surface" else None, "p_touch": 0.4 if other is not None else None,
        "call": "too_close" if other is not None else "clear",
    }  # fmt: skip


def team(letter, name, seen, twenties=0, suggested=None):
    return {
        "id": letter, "name": name, "rgb": [0, 0, 0], "discs_seen": seen, "board_points": 0, "twenties": twenties,
        "twenties_suggested": suggested, "total": 0,
    }  # fmt: skip


def reading(*discs, teams, reasons=()):
    return {
        "schema": "crokinole.score/1",
        "image": {},
        "board": None,
        "camera": None,
        "ruleset": "nca",
        "status": "scored",
        "reasons": list(reasons),
        "teams": list(teams),
        "discs": list(discs),
        "result": None,
    }


BLACK, RED = team("A", "black", 2), team("B", "red", 1, twenties=1, suggested=3)


@pytest.fixture
def read(monkeypatch):
    """Give a document for whatever photo is asked for, and a match's round from it."""

    def entered(document, match=None, **typed):
        # The stages that look at pixels have tests of their own.
        monkeypatch.setattr(photo_round, "read_photo", lambda path: None)
        monkeypatch.setattr(photo_round, "score_photo", lambda photo, **_: type("Scored", (), {"view": True}))
        monkeypatch.setattr(photo_round, "to_document", lambda scored: document)
        entry = Entry(None, typed.get("twenties"), Path("a.jpg"), typed.get("teams", "Ann=black,Bo=red"),
                      typed.get("answers", ()), typed.get("checked", False), None)  # fmt: skip
        return round_from_photo(match or played(), entry.photo, entry)

    return entered


def test_20s_in_the_hole_and_in_the_bowl_are_added(read):
    document = reading(disc(1, "A", "surface", 15), disc(2, "A", "surface", 10), disc(3, "B", "hole", 20),
                       teams=[BLACK, RED])  # fmt: skip
    scored = read(document, twenties="2,1")
    assert (scored.totals, scored.twenties) == ((65, 40), (2, 2))
    assert read(document).twenties == (0, 1)


def test_a_disc_in_the_hole_that_is_none_is_no_20(read):
    question = {"code": "hole", "message": "Is that a red disc in the hole?", "disc": 3}
    document = reading(disc(1, "A", "surface", 15), disc(3, "B", "hole", 20), teams=[BLACK, RED], reasons=[question])
    with pytest.raises(BadMatch, match="say --checked"):
        read(document)
    assert read(document, checked=True).totals == (15, 20)
    assert read(document, answers=["3=none"]).totals == (15, 0)
    assert read(document, answers=["3=20"]).totals == (15, 20)


def test_a_disc_too_close_to_call_stays_in_doubt_until_it_is_answered(read, capsys):
    close = {"code": "too_close", "message": "Disc 1 (black) is too close to the 15 line to call: 15 or 10?", "disc": 1}
    document = reading(disc(1, "A", "surface", 15, other=10), teams=[team("A", "black", 1)], reasons=[close])
    scored = read(document)
    assert dict(scored.possible) == {(15, 0): 0.6, (10, 0): 0.4}
    assert "15 or 10?" in capsys.readouterr().err
    assert read(document, answers=["1=10"]).possible == ()
    assert "15 or 10?" not in capsys.readouterr().err


def test_20s_that_the_photo_implies_are_told_in_singles(read, capsys):
    document = reading(disc(3, "B", "hole", 20), disc(1, "A", "surface", 15), teams=[BLACK, RED])
    read(document)
    assert "red (B): 0 on the board, 1 in the hole; by the discs not seen, 3 20s in all" in capsys.readouterr().err
    read(document, twenties="0,0")
    assert "3 20s" not in capsys.readouterr().err
    read(document, match=played(seating=DOUBLES), teams="Ann=black,Bo=red")
    assert "3 20s" not in capsys.readouterr().err


def test_20s_by_player_are_kept_where_none_lies_in_the_hole(read):
    document = reading(disc(1, "A", "surface", 15), teams=[BLACK])
    scored = read(document, match=played(seating=DOUBLES), teams="X=black,Y=red", twenties="Cy=2,Bo=1")
    assert (scored.twenties, scored.twenties_by_player) == ((2, 1), (("Cy", 2), ("Bo", 1)))
    sunk = reading(disc(1, "A", "hole", 20), teams=[BLACK])
    scored = read(sunk, match=played(seating=DOUBLES), teams="X=black,Y=red", twenties="Cy=2,Bo=1")
    assert (scored.twenties, scored.twenties_by_player) == ((3, 1), ())


def sides(match, *teams, given=None):
    return teams_of_sides(match, reading(teams=teams), given)


def test_sides_are_told_by_colour_by_letter_or_by_what_is_kept():
    match = played()
    assert sides(match, BLACK, RED, given="Bo=black,Ann=red") == ["B", "A"]
    assert sides(match, BLACK, RED, given="Ann=B,bo=a") == ["B", "A"]
    coloured = tuple(
        Side(name=side.name, players=side.players, colour=colour)
        for side, colour in zip(SINGLES.sides, ("Red", "black"), strict=True)
    )
    kept = played(seating=Seating(seats=SINGLES.seats, sides=coloured))
    assert sides(kept, BLACK, RED) == ["B", "A"]
    assert sides(kept, BLACK, RED, given="Ann=black,Bo=red") == ["A", "B"], "what is said now goes before"


def test_a_side_without_a_disc_on_the_board():
    assert sides(played(), BLACK, given="Ann=red,Bo=black") == ["B", "A"]
    assert sides(played(), given="Ann=red,Bo=black") == ["A", "B"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (None, "Say whose discs are whose, --teams Ann=COLOUR,...: the photo shows black (A) and red (B)."),
        ("Ann=black", "--teams Bo=COLOUR"),
        ("Ann=black,Bo=green", "has to give each of them to one side"),
        ("Ann=black,Bo=A", "has to give each of them to one side"),
        ("Eve=black", "Nobody here is called 'Eve'"),
    ],
)
def test_a_side_is_never_guessed(given, words):
    with pytest.raises(BadMatch) as refused:
        sides(played(), BLACK, RED, given=given)
    assert words in str(refused.value)
