"""A match as a sheet of plain text that fits a page of 80 columns, ready to print.

"first" is who shot first in the round; the last shot, the players' hammer, is the seat before.
"""

import textwrap
from collections.abc import Sequence
from unicodedata import category, east_asian_width

from game.match import Match
from game.seating import Side
from game.state import Game, RoundPlayed
from game.words import game_ending, match_ending, starter

PAGE = 80
GAP = "  "


def score_sheet(match: Match) -> str:
    """The whole match, a table for each game."""
    setup, state = match.setup, match.state
    parts = [_heading(match)]
    parts += [_game(match, game) for game in state.games if game.rounds or game.over]
    if len(state.games) > 1:
        parts.append(_match_line(match))
    for reason in (match_ending(match), starter(match)):
        if reason is not None:
            parts.append(_filled(reason.text[0].upper() + reason.text[1:] + "."))
    if state.needs_review:
        rounds = ", ".join(str(number) for number in state.needs_review)
        parts.append(
            _filled(f"To be looked at: round {rounds} has a disc too close to call that can change its result.")
        )
    if state.notes:
        parts.append("\n".join(["Notes:", *(_filled(note, "  ") for note in state.notes)]))
    return "\n\n".join(parts) + f"\n\nMatch {setup.match_id}\n"


def _heading(match: Match) -> str:
    setup = match.setup
    teams = "  against  ".join(map(_side, setup.seating.sides))
    when = setup.date.replace("T", " ").removesuffix("Z")
    return f"CROKINOLE  {when} UTC  rules: {setup.options.preset}\n{_filled(teams)}"


def _side(side: Side) -> str:
    more = ([] if side.players == (side.name,) else [", ".join(side.players)]) + ([side.colour] if side.colour else [])
    return f"{side.name} ({'; '.join(more)})" if more else side.name


def _game(match: Match, game: Game) -> str:
    head = ["round", "first", *match.table.names, "20s", "points", "score"]
    rows = [_row(played, scores) for played, scores in zip(game.rounds, game.running_scores, strict=True)]
    title = f"Game {game.number}" if match.setup.options.match.games > 1 else "Rounds"
    lines = [title]
    if rows:
        lines += _columns([head, *rows], len(match.table.names) + 1)
    lines += [
        _filled(f"{played.number}: {played.kind}, {played.reason}", "  ") for played in game.rounds if played.reason
    ]
    reason = game_ending(match.table, game)
    if reason is not None and reason != match_ending(match):
        lines.append(_filled(reason.text))
    return "\n".join(lines)


def _row(played: RoundPlayed, scores: Sequence[int]) -> list[str]:
    scored = played.scored
    totals = ["-"] * len(scores) if scored is None else [str(total) for total in scored.totals]
    twenties = "-" if scored is None or scored.twenties is None else _dashed(scored.twenties)
    mark = "*" if played.needs_review else ""
    return [f"{played.number}{mark}", played.starter, *totals, twenties, _dashed(played.points), _dashed(scores)]


def _dashed(counts: Sequence[int]) -> str:
    return "-".join(str(count) for count in counts)


def _columns(rows: Sequence[Sequence[str]], named: int) -> list[str]:
    """The rows in columns, set right. named : columns from the second on that hold names, cut where they must be."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    names = range(1, 1 + named)
    room = PAGE - len(GAP) * (len(widths) - 1) - sum(width for at, width in enumerate(widths) if at not in names)
    while sum(widths[at] for at in names) > room and max(widths[at] for at in names) > 1:
        widest = max(names, key=lambda at: widths[at])
        widths[widest] -= 1
    lines = [GAP.join(_set_right(cell, width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return [lines[0], "-" * _width(lines[0]), *lines[1:]]


def _set_right(cell: str, width: int) -> str:
    while _width(cell) > width:
        cell = cell[:-1]
    return " " * (width - _width(cell)) + cell


def _width(text: str) -> int:
    """Columns that a text takes: two for the wide letters of East Asia, none for accents set on the letter before."""
    return sum(
        0 if category(letter) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(letter) in ("W", "F")) for letter in text
    )


def _filled(text: str, indent: str = "") -> str:
    return textwrap.fill(text, PAGE, initial_indent=indent, subsequent_indent=indent)


def _match_line(match: Match) -> str:
    state, names = match.state, match.table.names
    won = ", ".join(f"{name} {count}" for name, count in zip(names, state.games_won, strict=True))
    points = ", ".join(f"{name} {count}" for name, count in zip(names, state.sum_points, strict=True))
    return _filled(f"Games won: {won}; drawn {state.games_drawn}. Points: {points}.")
