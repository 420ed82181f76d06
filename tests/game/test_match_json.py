"""The full match as versioned JSON: everything comes back, nothing else is read."""

import json

import pytest
from keeping import DOUBLES, THREE, played

from game.event_json import BadMatchFile, event_from_json, event_to_json, parse
from game.events import (
    RoundAwarded,
    RoundCorrected,
    RoundScored,
    ShootoutHeld,
    StartChosen,
    Undone,
)
from game.match_json import match_from_json, match_to_json, match_to_members
from game.options_json import options_to_json
from game.presets import preset
from game.seating import Seating, Side

MATCH = played(
    RoundScored(
        totals=(50, 20),
        twenties=(1, 0),
        twenties_by_player=(("Cy", 1),),
        scored_by="camera+person",
        score_id="reading-1",
        possible=(((50, 20), 0.75), ((45, 20), 0.25)),
        at="2026-11-20T19:40:00Z",
    ),
    Undone(),
    RoundAwarded(points=(1, 1), reason="wrong colour"),
    seating=DOUBLES,
    cids=(("Ann", "cid-1"),),
    shootout_shots=6,
)


def test_a_match_comes_back_whole():
    assert match_from_json(match_to_json(MATCH)) == MATCH
    assert json.loads(match_to_json(MATCH)) == match_to_members(MATCH)


def test_the_file_holds_every_option_not_a_preset_alone():
    stored = json.loads(match_to_json(played()))
    assert stored["options"] == options_to_json(preset("nca"))
    assert stored["schema"] == "crokinole.match/1"


def test_the_file_has_a_line_for_each_event():
    lines = match_to_json(played(RoundScored(totals=(5, 0)), RoundScored(totals=(5, 0)))).splitlines()
    assert sum('"round_scored"' in line for line in lines) == 2


def test_colours_come_back():
    sides = (Side(name="Ann", players=("Ann",), colour="black"), Side(name="Bo", players=("Bo",)))
    match = played(seating=Seating(seats=("Ann", "Bo"), sides=sides))
    assert match_from_json(match_to_json(match)) == match
    assert json.loads(match_to_json(match))["sides"] == [
        {"name": "Ann", "players": ["Ann"], "colour": "black"},
        {"name": "Bo", "players": ["Bo"]},
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda stored: stored.pop("schema"), "no crokinole.match/1"),
        (lambda stored: stored.update(schema="crokinole.match/2"), "no crokinole.match/1"),
        (lambda stored: stored.pop("first"), "'first' is missing"),
        (lambda stored: stored["options"].pop("transit"), "the option 'transit' is missing"),
        (lambda stored: stored["options"].update(transit="bus"), "cannot have happened: transit cannot be 'bus'"),
        (lambda stored: stored["options"].update(preset=7), "preset cannot be 7"),
        (lambda stored: stored.update(options=[]), "an object is expected"),
        (lambda stored: stored.update(first="Eve"), "Eve does not play"),
        (lambda stored: stored.update(date="today"), "is not like 2026"),
        (lambda stored: stored.update(seats="Ann"), "a list is expected, not 'Ann'"),
        (lambda stored: stored["sides"].append("Cy"), "an object is expected, not 'Cy'"),
        (lambda stored: stored["sides"][0].pop("name"), "a text is expected, not None"),
        (lambda stored: stored.update(cids={"Ann": 7}), "a text is expected, not 7"),
        (lambda stored: stored.update(events=[{"type": "undone"}]), "there is nothing to undo"),
        (lambda stored: stored.update(events=["undone"]), "no event can be read"),
    ],
)
def test_a_file_that_is_not_a_whole_match_is_refused(change, words):
    stored = json.loads(match_to_json(played()))
    change(stored)
    with pytest.raises(BadMatchFile, match=words):
        match_from_json(json.dumps(stored))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"type": "round_lost"}, "no event can be read from"),
        ({"type": ["undone"]}, "no event can be read from"),
        ({}, "no event can be read from"),
        ({"type": "round_scored"}, "round_scored: missing 'totals'"),
        ({"type": "undone", "by": "Ann"}, "undone: unknown 'by'"),
        ({"type": "round_scored", "totals": "5"}, "a list is expected"),
        ({"type": "round_scored", "totals": [5, 0.5]}, "a whole number is expected, not 0.5"),
        ({"type": "round_scored", "totals": [True, 0]}, "a whole number is expected, not True"),
        ({"type": "round_scored", "totals": [5, 0], "scored_by": "cat"}, "scored_by is person, camera"),
        ({"type": "round_scored", "totals": [5, 0], "at": 5}, "a text is expected, not 5"),
        ({"type": "round_scored", "totals": [5, 0], "twenties_by_player": [["Ann"]]}, "a pair is expected"),
        ({"type": "round_scored", "totals": [5, 0], "possible": [[[5, 0], 1.5]]}, "a probability is expected"),
        ({"type": "round_scored", "totals": [5, 0], "possible": [[[5, 0], True]]}, "a probability is expected"),
        ({"type": "round_scored", "totals": [5, 0], "possible": [[[5, 0], "1"]]}, "a probability is expected"),
        ({"type": "round_corrected", "round": 1, "reason": "x", "now": {"type": "undone"}}, "to a round_scored"),
        ({"type": "match_awarded", "winner": None, "reason": None}, "a text is expected, not None"),
        ({"type": "noted", "text": "\ud800"}, "a text is expected"),
    ],
)
def test_what_is_no_event_is_refused(event, words):
    with pytest.raises(BadMatchFile, match=words):
        event_from_json(event)


@pytest.mark.parametrize(
    "event",
    [
        RoundCorrected(round=2, now=RoundScored(totals=(5, 0)), reason="read again", at="2026-11-20T19:40:00Z"),
        ShootoutHeld(holes=(3, None, 0)),
        StartChosen(player="Ann"),
        StartChosen(player="Ann", reason="ruling"),
        Undone(),
    ],
    ids=lambda event: type(event).__name__,
)
def test_events_come_back(event):
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@pytest.mark.parametrize("written", ["", "{", '{"a": NaN}', "[1e999]", "[" * 100_000, "9" * 5000])
def test_what_is_no_json_is_refused(written):
    with pytest.raises(BadMatchFile, match=r"no JSON|no number"):
        parse(written)


def test_three_players_come_back():
    match = played(RoundScored(totals=(5, 10, 0)), rules="cogitate", seating=THREE)
    assert match_from_json(match_to_json(match)) == match
