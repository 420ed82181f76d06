"""A full match as versioned JSON: `crokinole.match/1`.

Setup, the whole option set and the whole log; what follows from them is worked out again on reading, so the file has
no figure that could disagree with another.
"""

import json

from game.event_json import BadMatchFile, event_from_json, event_to_json, items, members, parse, text
from game.match import Match, replay
from game.options import Options
from game.options_json import Json, options_to_json, options_with
from game.presets import PRESETS
from game.seating import Seating, Side
from game.state import Setup
from game.violation import RuleViolation

SCHEMA = "crokinole.match/1"
REQUIRED = ("id", "date", "options", "seats", "sides", "first", "events")


def match_to_json(match: Match) -> str:
    """The match as text, one event a line, so that two versions of a file compare well."""
    *head, (last, events) = match_to_members(match).items()
    lines = [f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)},\n" for name, value in head]
    logged = ",\n".join(f"  {json.dumps(event, ensure_ascii=False)}" for event in items(events))
    return "{\n" + "".join(lines) + f" {json.dumps(last)}: [\n{logged}\n ]\n" + "}\n"


def match_to_members(match: Match) -> dict[str, Json]:
    """The match as plain JSON values, the log last."""
    setup = match.setup
    return {
        "schema": SCHEMA,
        "id": setup.match_id,
        "date": setup.date,
        "options": options_to_json(setup.options),
        "seats": list(setup.seating.seats),
        "sides": [_side_members(side) for side in setup.seating.sides],
        "first": setup.first,
        "cids": dict(setup.cids),
        "events": [event_to_json(event) for event in match.events],
    }


def match_from_json(written: str) -> Match:
    """Read a match back. Raises BadMatchFile, for a log that the rules do not allow too."""
    return match_from_members(members(parse(written)))


def match_from_members(stored: dict[str, Json]) -> Match:
    """Read a match from its parsed JSON. Raises BadMatchFile."""
    if stored.get("schema") != SCHEMA:
        raise BadMatchFile(f"this is no {SCHEMA} but {stored.get('schema')!r:.80}")
    missing = [name for name in REQUIRED if name not in stored]
    if missing:
        raise BadMatchFile(f"{missing[0]!r} is missing")
    try:
        return replay(_setup(stored), [event_from_json(event) for event in items(stored["events"])])
    except RuleViolation as error:
        raise BadMatchFile(f"this match cannot have happened: {error}") from error


def _setup(stored: dict[str, Json]) -> Setup:
    sides = tuple(_side(members(side)) for side in items(stored["sides"]))
    return Setup(
        match_id=text(stored["id"]),
        date=text(stored["date"]),
        options=_options(stored["options"]),
        seating=Seating(seats=tuple(text(seat) for seat in items(stored["seats"])), sides=sides),
        first=text(stored["first"]),
        cids=tuple((player, text(cid)) for player, cid in members(stored.get("cids", {})).items()),
    )


def _side(given: dict[str, Json]) -> Side:
    return Side(
        name=text(given.get("name")),
        players=tuple(text(player) for player in items(given.get("players"))),
        colour=None if given.get("colour") is None else text(given["colour"]),
    )


def _side_members(side: Side) -> dict[str, Json]:
    named: dict[str, Json] = {"name": side.name, "players": list(side.players)}
    return named if side.colour is None else named | {"colour": side.colour}


def _options(value: Json) -> Options:
    """The stored set in full: a file that leaves an option out is refused, not filled from today's presets."""
    given = members(value)
    known = next((options for name, options in PRESETS.items() if name == given.get("preset")), PRESETS["nca"])
    full = options_to_json(known)
    if given == full:
        return known
    missing = full.keys() - given.keys()
    if missing:
        raise BadMatchFile(f"the option {sorted(missing)[0]!r} is missing")
    return options_with(known, given)
