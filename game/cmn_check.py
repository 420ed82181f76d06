"""Is this valid Crokinole Match Notation 1.0-draft? The standard library has no schema checker, so it is said here.

Unknown members are allowed in every object. A whole number may be written 2 or 2.0, as in JSON Schema.
"""

import re
from collections.abc import Callable

from game.event_json import BadMatchFile, items, members, text
from game.options_json import Json
from game.state import DATE_PATTERN

Check = Callable[[Json], bool]
PLAYERS = {"singles": 1, "doubles": 2}


def checked_record(given: dict[str, Json], single: bool) -> None:
    """Check a record, or the entry of a batch. Raises BadMatchFile."""
    if single:
        _require("batch", given.get("batch", False) is False, "false for a single record")
    _require("id", _named(given.get("id")), "a text that is not empty")
    _require("match", isinstance(given.get("match"), dict), "an object")
    _check_match(members(given["match"]))
    _check_around(given)


def checked_batch(given: dict[str, Json]) -> None:
    """Check a batch. Raises BadMatchFile."""
    _require("matches", isinstance(given.get("matches"), list), "a list")
    for entry in items(given["matches"]):
        checked_record(members(entry), single=False)
    _check_around(given)


def _check_match(match: dict[str, Json]) -> None:
    date = match.get("date")
    _require("date", isinstance(date, str) and DATE_PATTERN.fullmatch(date) is not None, "ISO 8601 in UTC, ending in Z")
    form = match.get("format")
    _require("format", isinstance(form, str) and form in PLAYERS, "singles or doubles")
    teams = match.get("teams")
    _require("teams", isinstance(teams, list) and len(teams) == 2, "two teams")
    for team in items(teams):
        _check_team(members(team), PLAYERS[text(form)])
    if "gameFormat" in match:
        _check_game_format(members(match["gameFormat"]))
    _require("games", isinstance(match.get("games"), list), "a list")
    for game in items(match["games"]):
        _check_game(members(game))
    _require("winner", "winner" in match and _team_or_draw(match["winner"]), "0, 1 or null")


def _check_team(team: dict[str, Json], size: int) -> None:
    players = team.get("players")
    _require("players", isinstance(players, list) and len(players) == size, f"{size} for each team")
    for player in map(members, items(players)):
        _require("name", _named(player.get("name")), "a text that is not empty")
        _optional(player, "cid", _named, "a text that is not empty")


def _check_game_format(given: dict[str, Json]) -> None:
    kind = given.get("type")
    _require("gameFormat", kind in ("fixed", "first_to"), "fixed or first_to")
    _require("gameFormat", ("count" if kind == "fixed" else "target") in given, "with its count or target")
    for name in ("count", "target"):
        _optional(given, name, lambda value: _whole(value) and _number(value, 1), "a whole number from 1 up")


def _check_game(game: dict[str, Json]) -> None:
    _require("winner", "winner" in game and _team_or_draw(game["winner"]), "0, 1 or null in every game")
    _optional(game, "hammer", lambda value: value is not None and _team_or_draw(value), "0 or 1")
    for name in ("scores", "twenties"):
        _optional(game, name, _two_counts, "two whole numbers from 0 up")


def _check_around(given: dict[str, Json]) -> None:
    if "source" in given:
        source = members(given["source"])
        _require("app", _matches(r"[^\sA-Z]+", source.get("app")), "lower case without spaces")
        _optional(source, "version", _is_text, "a text")
        _optional(source, "url", _is_text, "a text")
    if "event" not in given:
        return
    event = members(given["event"])
    for name in ("name", "type", "venue"):
        _optional(event, name, _is_text, "a text")
    _optional(event, "round", _whole, "a whole number")
    if "location" in event:
        place = members(event["location"])
        _optional(place, "country", lambda value: _matches("[A-Z]{2}", value), "two capital letters")
        _optional(place, "region", _is_text, "a text")
        _optional(place, "lat", lambda value: _number(value, -90, 90), "from -90 to 90")
        _optional(place, "lng", lambda value: _number(value, -180, 180), "from -180 to 180")


def _require(name: str, holds: bool, wanted: str) -> None:
    if not holds:
        raise BadMatchFile(f"CMN: {name!r} has to be {wanted}")


def _optional(given: dict[str, Json], name: str, check: Check, wanted: str) -> None:
    _require(name, name not in given or check(given[name]), wanted)


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


def _named(value: Json) -> bool:
    return isinstance(value, str) and value != ""


def _matches(pattern: str, value: Json) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _number(value: Json, least: float, most: float = float("inf")) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def _whole(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == int(value)


def _team_or_draw(value: Json) -> bool:
    return value is None or (_whole(value) and value in (0, 1))


def _two_counts(value: Json) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_whole(count) and _number(count, 0) for count in value)
