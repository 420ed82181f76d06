"""A match as a sheet of plain text: at most 80 columns for usual names, ready to print.

"first" is who shot first in the round; the last shot, the players' hammer, is the seat before.
"""

from collections.abc import Sequence

from game.match import Match
from game.state import Game, RoundPlayed
from game.words import game_ending, match_ending, starter

WIDEST_NAME = 20


def score_sheet(match: Match) -> str:
    """The whole match, a table for each game."""
    setup, state = match.setup, match.state
    parts = [_heading(match)]
    parts += [_game(match, game) for game in state.games if game.rounds or game.over]
    if len(state.games) > 1:
        parts.append(_match_line(match))
    for reason in (match_ending(match), starter(match)):
        if reason is not None:
            parts.append(reason.text[0].upper() + reason.text[1:] + ".")
    if state.needs_review:
        rounds = ", ".join(str(number) for number in state.needs_review)
        parts.append(f"To be looked at: round {rounds} has a disc too close to call that can change its result.")
    if state.notes:
        parts.append("\n".join(["Notes:", *(f"  {note}" for note in state.notes)]))
    return "\n\n".join(parts) + f"\n\nMatch {setup.match_id}\n"


def _heading(match: Match) -> str:
    setup = match.setup
    teams = "  against  ".join(
        side.name if side.players == (side.name,) else f"{side.name} ({', '.join(side.players)})"
        for side in setup.seating.sides
    )
    when = setup.date.replace("T", " ").removesuffix("Z")
    return f"CROKINOLE  {when} UTC  rules: {setup.options.preset}\n{teams}"


def _game(match: Match, game: Game) -> str:
    names = [name[:WIDEST_NAME] for name in match.table.names]
    rows = [_row(played, scores) for played, scores in zip(game.rounds, game.running_scores, strict=True)]
    head = ["round", "first", *names, "20s", "points", "score"]
    title = f"Game {game.number}" if match.setup.options.match.games > 1 else "Rounds"
    lines = [title, *_columns([head, *rows])]
    lines += [f"  {played.number}: {played.kind}, {played.reason}" for played in game.rounds if played.reason]
    reason = game_ending(match.table, game)
    if reason is not None and reason != match_ending(match):
        lines.append(reason.text)
    return "\n".join(lines)


def _row(played: RoundPlayed, scores: Sequence[int]) -> list[str]:
    scored = played.scored
    totals = ["-"] * len(scores) if scored is None else [str(total) for total in scored.totals]
    twenties = "-" if scored is None or scored.twenties is None else _dashed(scored.twenties)
    mark = "*" if played.needs_review else ""
    start = played.starter[:WIDEST_NAME]
    return [f"{played.number}{mark}", start, *totals, twenties, _dashed(played.points), _dashed(scores)]


def _dashed(counts: Sequence[int]) -> str:
    return "-".join(str(count) for count in counts)


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return [lines[0], "-" * len(lines[0]), *lines[1:]]


def _match_line(match: Match) -> str:
    state, names = match.state, match.table.names
    won = ", ".join(f"{name} {count}" for name, count in zip(names, state.games_won, strict=True))
    points = ", ".join(f"{name} {count}" for name, count in zip(names, state.sum_points, strict=True))
    return f"Games won: {won}; drawn {state.games_drawn}. Points: {points}."
