"""A match as a CSV score sheet: one row for each round, one group of columns for each side."""

import csv
import io

from game.match import Match

BEFORE = ("match", "date", "game", "round", "first")
EACH = ("total", "twenties", "points", "score")
AFTER = ("winner", "kind", "scored_by", "needs_review", "reason")


def csv_sheet(match: Match) -> str:
    """The rounds of a match as CSV (RFC 4180), with a heading; a count that is not known is an empty cell."""
    names = match.table.names
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*BEFORE, *(f"{name} {column}" for name in names for column in EACH), *AFTER])
    for game in match.state.games:
        for played, scores in zip(game.rounds, game.running_scores, strict=True):
            scored = played.scored
            row: list[object] = [match.setup.match_id, match.setup.date, game.number, played.number, played.starter]
            for side in range(len(names)):
                row += [
                    None if scored is None else scored.totals[side],
                    None if scored is None or scored.twenties is None else scored.twenties[side],
                    played.points[side],
                    scores[side],
                ]
            row += [
                None if played.winner is None else names[played.winner],
                played.kind,
                None if scored is None else scored.scored_by,
                "yes" if played.needs_review else "no",
                played.reason,
            ]
            writer.writerow([_no_formula(cell) for cell in row])
    return out.getvalue()


def _no_formula(cell: object) -> object:
    """Text that a spreadsheet would take for a formula, made plain by a leading apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
