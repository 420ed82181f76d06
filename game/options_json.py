"""Options to and from plain JSON values, each settable apart from its preset.

Endings are written {"type": "points", "target": 100}, {"type": "rounds", "n": 4, "tie": "draw"} or
{"type": "best_of", "n": 3, "tie": "continue"}; discs {"2": 8, "4": 6, "3": 8, "2v1": [6, 12]}.
"""

from collections.abc import Mapping
from dataclasses import fields, replace

from game.options import DiscCounts, Ending, MatchLength, Options
from game.violation import RuleViolation

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

MATCH_FIELDS = {field.name for field in fields(MatchLength)}
PLAIN_FIELDS = tuple(field.name for field in fields(Options) if field.name not in ("end", "end3", "discs", "match"))


def options_to_json(options: Options) -> dict[str, Json]:
    """Every option, whether it differs from the preset or not."""
    plain: dict[str, Json] = {name: getattr(options, name) for name in PLAIN_FIELDS}
    return plain | {
        "end": _ending_to_json(options.end),
        "end3": _ending_to_json(options.end3),
        "discs": _discs_to_json(options.discs),
        "match": {name: getattr(options.match, name) for name in sorted(MATCH_FIELDS)},
    }


def options_with(options: Options, changes: Mapping[str, Json]) -> Options:
    """Options with some of them changed. Raises RuleViolation for unknown names and values."""
    set_to: dict[str, object] = {}
    for name, value in changes.items():
        if name in ("end", "end3"):
            set_to[name] = _ending_from_json(value, options.end if name == "end" else options.end3)
        elif name == "discs":
            set_to[name] = _discs_from_json(value, options.discs)
        elif name == "match":
            set_to[name] = _match_from_json(value, options.match)
        elif name in PLAIN_FIELDS:
            set_to[name] = _plain_from_json(name, value, getattr(options, name))
        else:
            raise RuleViolation(f"no option is called {name!r}")
    return replace(options, **set_to)  # type: ignore[arg-type]


def _plain_from_json(name: str, value: Json, known: object) -> Json:
    if isinstance(known, bool) and not isinstance(value, bool):
        raise RuleViolation(f"{name} is true or false, not {value!r}")
    if isinstance(known, str) and not isinstance(value, str):
        raise RuleViolation(f"{name} cannot be {value!r}")
    return value


def _ending_to_json(end: Ending) -> dict[str, Json]:
    if end.kind == "points":
        return {"type": "points", "target": end.length}
    return {"type": end.kind, "n": end.length, "tie": end.level}


def _ending_from_json(value: Json, known: Ending) -> Ending:
    """An ending; a count of rounds alone keeps what the known ending does when rounds leave the sides level."""
    given = _object(value, "an ending")
    kind = given.get("type")
    allowed = {"type", "target"} if kind == "points" else {"type", "n", "tie"}
    if given.keys() - allowed:
        raise RuleViolation(f"an ending by {kind} has no {sorted(given.keys() - allowed)[0]!r}")
    length = given.get("target" if kind == "points" else "n")
    level = known.level if kind == known.kind else "continue"
    return Ending(kind=kind, length=length, level=given.get("tie", level))  # type: ignore[arg-type]


def _discs_to_json(discs: DiscCounts) -> dict[str, Json]:
    return {"2": discs.two, "4": discs.four, "3": discs.three, "2v1": [discs.pair, discs.alone]}


def _discs_from_json(value: Json, known: DiscCounts) -> DiscCounts:
    given = _object(value, "the counts of discs")
    merged = _discs_to_json(known) | given
    two_v_one = merged["2v1"]
    if given.keys() - {"2", "3", "4", "2v1"} or not isinstance(two_v_one, list) or len(two_v_one) != 2:
        raise RuleViolation("discs are given for 2, 3 and 4 players, and for 2v1 as two numbers")
    return DiscCounts(
        two=merged["2"],  # type: ignore[arg-type]
        four=merged["4"],  # type: ignore[arg-type]
        three=merged["3"],  # type: ignore[arg-type]
        pair=two_v_one[0],  # type: ignore[arg-type]
        alone=two_v_one[1],  # type: ignore[arg-type]
    )


def _match_from_json(value: Json, known: MatchLength) -> MatchLength:
    given = _object(value, "the length of a match")
    if given.keys() - MATCH_FIELDS:
        raise RuleViolation(f"a match has no {sorted(given.keys() - MATCH_FIELDS)[0]!r}")
    if not isinstance(given.get("best_of", False), bool):
        raise RuleViolation("best_of is true or false")
    return replace(known, **given)  # type: ignore[arg-type]


def _object(value: Json, what: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise RuleViolation(f"{what} cannot be {value!r}: an object with named values")
    return value
