"""A match in a file of its own: the versioned JSON of `game`, written whole or not at all."""

from pathlib import Path

from api.errors import BadMatch
from api.whole_file import write_whole
from game.event_json import BadMatchFile
from game.events import Event
from game.match import Match, record
from game.match_json import match_from_json, match_to_json

MAX_BYTES = 20_000_000  # a match of a hundred rounds takes 50 kilobytes


def read_match(path: Path) -> Match:
    """The match of a file. Raises BadMatch with what is wrong."""
    return _decoded(_bytes_of(path), path)


def add_event(path: Path, event: Event, *, seen: Match) -> Match:
    """Write the match with one more event back. seen : as it was read before the event was made.

    Raises BadMatch, also when somebody else has changed the file since, and RuleViolation; the file is then as it was.
    """
    if read_match(path) != seen:
        raise BadMatch(f"{path} was changed meanwhile: look at it, then do it again.")
    match = record(seen, event)
    _write(path, match)
    return match


def begin(path: Path, match: Match) -> None:
    """Write a new match. Raises BadMatch where the file exists already or cannot be written."""
    if path.exists():
        raise BadMatch(f"{path} exists already: choose another name, or delete it first.")
    _write(path, match)


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadMatch(f"{path} cannot be opened: {error.strerror}.") from error
    if len(data) > MAX_BYTES:
        raise BadMatch(f"{path} is too long for a match.")
    return data


def _decoded(data: bytes, path: Path) -> Match:
    try:
        return match_from_json(data.decode())
    except (BadMatchFile, UnicodeDecodeError) as error:
        raise BadMatch(f"{path} holds no match that can be read: {error}.") from error


def _write(path: Path, match: Match) -> None:
    try:
        write_whole(path, match_to_json(match))
    except OSError as error:
        raise BadMatch(f"{path} cannot be written: {error.strerror}.") from error
