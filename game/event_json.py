"""Events of a match to and from plain JSON values, a "type" each."""

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from types import NoneType
from typing import get_args

from game.events import (
    Event,
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
from game.options_json import Json


class BadMatchFile(ValueError):
    """A stored match, or a record of one, that cannot be read; the message says where it goes wrong."""


# JSON can name half of a character pair, which no file can hold.
HALF_CHARACTER = re.compile("[\ud800-\udfff]")
TYPES: dict[str, type[Event]] = {
    "round_scored": RoundScored,
    "round_corrected": RoundCorrected,
    "undone": Undone,
    "start_chosen": StartChosen,
    "round_forfeited": RoundForfeited,
    "round_awarded": RoundAwarded,
    "round_voided": RoundVoided,
    "game_forfeited": GameForfeited,
    "shootout_held": ShootoutHeld,
    "time_expired": TimeExpired,
    "match_awarded": MatchAwarded,
    "noted": Noted,
}
NAMES = {kind: name for name, kind in TYPES.items()}
FIELDS = {kind: fields(kind) for kind in TYPES.values()}
DEFAULTS = {kind: {field.name: field.default for field in found} for kind, found in FIELDS.items()}
REQUIRED = {kind: {name for name, default in found.items() if default is MISSING} for kind, found in DEFAULTS.items()}
KNOWN = {kind: {"type", *found} for kind, found in DEFAULTS.items()}
NULLABLE = {kind: {field.name for field in found if NoneType in get_args(field.type)} for kind, found in FIELDS.items()}


def event_to_json(event: Event) -> dict[str, Json]:
    """One event; fields that hold their default are left out."""
    kind = type(event)
    written: dict[str, Json] = {"type": NAMES[kind]}
    for name, default in DEFAULTS[kind].items():
        value = getattr(event, name)
        if isinstance(value, RoundScored):
            written[name] = event_to_json(value)
        elif value != default:
            written[name] = _listed(value)
    return written


def event_from_json(value: Json) -> Event:
    """One event. Raises BadMatchFile for anything that `event_to_json` does not write."""
    name = value.get("type") if isinstance(value, dict) else None
    kind = TYPES.get(name) if isinstance(name, str) else None
    if not isinstance(value, dict) or kind is None:
        raise BadMatchFile(f"no event can be read from {value!r:.80}")
    if not REQUIRED[kind] <= value.keys() <= KNOWN[kind]:
        missing, unknown = REQUIRED[kind] - value.keys(), value.keys() - KNOWN[kind]
        raise BadMatchFile(f"{value['type']}: {'missing' if missing else 'unknown'} {sorted(missing or unknown)[0]!r}")
    nullable = NULLABLE[kind]
    read = {
        name: None if entry is None and name in nullable else _READERS[name](entry)
        for name, entry in value.items()
        if name != "type"
    }
    return kind(**read)  # type: ignore[arg-type]


def parse(written: str) -> Json:
    """Any JSON. Raises BadMatchFile for what is none, or holds what cannot be read: too deep, too large a number."""
    try:
        parsed: Json = json.loads(written, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise BadMatchFile(f"this is no JSON: {error}") from error
    return parsed


def text(value: Json) -> str:
    """A string. Raises BadMatchFile for anything else."""
    if not isinstance(value, str) or not (value.isascii() or HALF_CHARACTER.search(value) is None):
        raise BadMatchFile(f"a text is expected, not {value!r:.80}")
    return value


def whole(value: Json) -> int:
    """A whole number. Raises BadMatchFile for anything else."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadMatchFile(f"a whole number is expected, not {value!r:.80}")
    return value


def items(value: Json) -> list[Json]:
    """A list. Raises BadMatchFile for anything else."""
    if not isinstance(value, list):
        raise BadMatchFile(f"a list is expected, not {value!r:.80}")
    return value


def members(value: Json) -> dict[str, Json]:
    """An object. Raises BadMatchFile for anything else."""
    if not isinstance(value, dict):
        raise BadMatchFile(f"an object is expected, not {value!r:.80}")
    return value


def pair(value: Json) -> tuple[Json, Json]:
    """A list of two. Raises BadMatchFile for anything else."""
    both = items(value)
    if len(both) != 2:
        raise BadMatchFile(f"a pair is expected, not {value!r:.80}")
    return both[0], both[1]


def _finite(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise BadMatchFile(f"{written:.80} is no number")
    return number


def _listed(value: object) -> Json:
    if isinstance(value, tuple):
        return [_listed(entry) for entry in value]
    assert value is None or isinstance(value, bool | int | float | str)
    return value


def _counts(value: Json) -> tuple[int, ...]:
    return tuple([whole(entry) for entry in items(value)])


def _holes(value: Json) -> tuple[int | None, ...]:
    return tuple(None if entry is None else whole(entry) for entry in items(value))


def _by_player(value: Json) -> tuple[tuple[str, int], ...]:
    return tuple((text(player), whole(count)) for player, count in map(pair, items(value)))


def _possible(value: Json) -> tuple[tuple[tuple[int, ...], float], ...]:
    return tuple((_counts(totals), _chance(chance)) for totals, chance in map(pair, items(value)))


def _chance(value: Json) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise BadMatchFile(f"a probability is expected, not {value!r:.80}")
    return float(value)


def _scored_by(value: Json) -> str:
    if value not in ("person", "camera", "camera+person"):
        raise BadMatchFile(f"scored_by is person, camera or camera+person, not {value!r:.80}")
    return text(value)


def _round_scored(value: Json) -> Event:
    event = event_from_json(value)
    if not isinstance(event, RoundScored):
        raise BadMatchFile("a round is corrected to a round_scored")
    return event


_READERS: Mapping[str, Callable[[Json], object]] = {
    "totals": _counts,
    "points": _counts,
    "twenties": _counts,
    "twenties_by_player": _by_player,
    "possible": _possible,
    "holes": _holes,
    "scored_by": _scored_by,
    "now": _round_scored,
    "round": whole,
    "side": whole,
    "winner": whole,
    "player": text,
    "text": text,
    "reason": text,
    "score_id": text,
    "at": text,
}
