"""A scored photo for people to read in a terminal."""

from collections.abc import Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from api.scored import RoundOutcome, ScoredPhoto, ScoredTeam

# Chances are told from here on.
SURE = 0.995
HEADLINES = {
    "scored": "scored",
    "needs_review": "please check",
    "no_board": "no board found",
    "unreadable": "cannot be read",
}


def print_scored(scored: ScoredPhoto) -> None:
    """Print totals, who won, and the questions to the player on standard output."""
    console = Console(highlight=False)
    # Names of files and colours are plain text, whatever brackets they hold; only a terminal's edge breaks a line.
    more = f" and {len(scored.photos) - 1} more of this round" if len(scored.photos) > 1 else ""
    name = "".join(letter if letter.isprintable() else "?" for letter in scored.name)
    console.print(Text.assemble((name, "bold"), f"{more}: {HEADLINES[scored.status]}"), soft_wrap=True)
    if scored.view is not None:
        console.print(_teams_table(scored))
    if scored.outcome is not None:
        console.print(Text(_outcome_line(scored, scored.outcome)), soft_wrap=True)
    for entry in scored.teams:
        if entry.twenties_suggested is not None and entry.twenties_suggested != entry.twenties:
            console.print(Text(_suggestion_line(entry)), soft_wrap=True)
    for reason in scored.reasons:
        console.print(Text(f"  - {reason.message}"), soft_wrap=True)


def _teams_table(scored: ScoredPhoto) -> Table:
    table = Table("team", "discs seen", "on the board", "20s", "total")
    for entry in scored.teams:
        table.add_row(
            Text(f"{entry.team.id} {entry.team.name}"),
            str(entry.seen),
            str(entry.board_points),
            str(entry.twenties),
            Text(str(entry.total), "bold"),
        )
    return table


def _suggestion_line(entry: ScoredTeam) -> str:
    """What the discs that are not seen would come to."""
    name, count = f"{entry.team.id} {entry.team.name}", entry.twenties_suggested
    return f"If every {name} disc that is not seen is in the bowl, it has {count} 20s in all."


def _outcome_line(scored: ScoredPhoto, outcome: RoundOutcome) -> str:
    """Who won by how much, and what each team is paid."""
    paid = ", ".join(f"{team} {points}" for team, points in outcome.round_points)
    names = {entry.team.id: f"{entry.team.id} {entry.team.name}" for entry in scored.teams}
    lead = "Nobody leads" if outcome.winner is None else f"{names[outcome.winner]} leads by {outcome.difference}"
    return f"{lead}{_chances(outcome, names)}. Round points ({scored.ruleset}): {paid}"


def _chances(outcome: RoundOutcome, names: Mapping[str, str]) -> str:
    """How likely each team leads, where discs in doubt leave it open."""
    if max((p for _, p in outcome.chances), default=1.0) > SURE:
        return ""
    level = 1.0 - sum(p for _, p in outcome.chances)
    told = [f"{names[team]} {p:.0%}" for team, p in outcome.chances] + [f"level {level:.0%}"]
    return f" (the discs in doubt counted either way: {', '.join(told)})"
