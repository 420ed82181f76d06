"""What is agreed before a match, out of what was typed."""

import json
import uuid
from collections.abc import Sequence

from api.errors import BadMatch
from api.match_command.counts import named
from game.options import Options
from game.options_json import Json, options_with
from game.presets import preset
from game.seating import usual_seating
from game.state import Setup


def agreed_setup(
    players: Sequence[str],
    ruleset: str,
    changes: Sequence[str],
    first: str | None,
    alone: str | None,
    colours: str | None,
    date: str,
) -> Setup:
    """The setup of a new match. Raises BadMatch for what is not written as it should be, RuleViolation."""
    given = dict(named(colours)) if colours else {}
    return Setup(
        match_id=str(uuid.uuid4()),
        date=date,
        options=_options(ruleset, changes),
        seating=usual_seating(players, alone, given),
        first=players[0] if first is None else first,
    )


def _options(ruleset: str, changes: Sequence[str]) -> Options:
    options = preset(ruleset)
    for change in changes:
        name, given, value = change.partition("=")
        if not given:
            raise BadMatch(f"{change!r} is no option: write NAME=VALUE.")
        options = options_with(options, {name.strip(): _value(value.strip())})
    return options


def _value(written: str) -> Json:
    """JSON where it is some, else the word itself, so that nobody has to quote `transit=area`."""
    try:
        value: Json = json.loads(written)
    except ValueError:
        return written
    return value
