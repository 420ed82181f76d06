"""Counts as people write them: `65,40` in the order of the sides, or `Ann=65,Bo=40` by name."""

from collections.abc import Sequence

from api.errors import BadMatch
from game.match import Match

DIGITS = 4  # no count of points or discs has more


def counts_by_side(text: str, match: Match, what: str) -> tuple[int, ...]:
    """One count for each side, in the order of the sides. Raises BadMatch."""
    counts = optional_counts(text, match, what)
    missing = [name for name, count in zip(match.table.names, counts, strict=True) if count is None]
    if missing:
        raise BadMatch(f"{text!r} has no {what} for {missing[0]}.")
    return tuple(count for count in counts if count is not None)


def optional_counts(text: str, match: Match, what: str) -> tuple[int | None, ...]:
    """The same, with None for a side that is not named. Raises BadMatch."""
    names = match.table.names
    parts = [part.strip() for part in text.split(",")]
    if not any("=" in part for part in parts):
        if len(parts) != len(names):
            raise BadMatch(f"{text!r} is not one count of {what} for each of {', '.join(names)}.")
        return tuple(_count(part, what) for part in parts)
    counts: list[int | None] = [None] * len(names)
    for name, count in named_counts(text, what):
        side = side_named(name, match)
        if counts[side] is not None:
            raise BadMatch(f"{text!r} has {names[side]} twice.")
        counts[side] = count
    return tuple(counts)


def named_counts(text: str, what: str) -> list[tuple[str, int]]:
    """`Ann=2,Bo=1` as names with counts. Raises BadMatch."""
    return [(name, _count(count, what)) for name, count in named(text)]


def named(text: str) -> list[tuple[str, str]]:
    """`Ann=black,Bo=red` as pairs. Raises BadMatch."""
    pairs = [part.partition("=") for part in text.split(",")]
    if any(not name.strip() or not value.strip() for name, _, value in pairs):
        raise BadMatch(f"{text!r} is not written as NAME=VALUE,NAME=VALUE.")
    return [(name.strip(), value.strip()) for name, _, value in pairs]


def side_named(name: str, match: Match) -> int:
    """A side by its name or a player's, small letters or capitals. Raises BadMatch."""
    for number, side in enumerate(match.setup.seating.sides):
        if _folded(name) in _folded_all((side.name, *side.players)):
            return number
    raise BadMatch(f"Nobody here is called {name!r}: {', '.join(match.table.names)} play.")


def player_named(name: str, match: Match) -> str:
    """A player as the match spells the name. Raises BadMatch."""
    seats = match.setup.seating.seats
    for player in seats:
        if _folded(name) == _folded(player):
            return player
    raise BadMatch(f"Nobody here is called {name!r}: {', '.join(seats)} play.")


def _folded(name: str) -> str:
    return name.strip().casefold()


def _folded_all(names: Sequence[str]) -> set[str]:
    return {_folded(name) for name in names}


def _count(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > DIGITS:
        raise BadMatch(f"{text!r} is no count of {what}.")
    return int(text)
