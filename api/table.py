"""A scored photo for people to read in a terminal."""

from rich.console import Console
from rich.table import Table

from api.scored import ScoredPhoto

HEADLINES = {
    "scored": "scored",
    "needs_review": "please check",
    "no_board": "no board found",
    "unreadable": "cannot be read",
}


def print_scored(scored: ScoredPhoto) -> None:
    """Print totals, discs in doubt and the questions to the player on standard output."""
    console = Console(highlight=False)
    console.print(f"[bold]{scored.name}[/bold]: {HEADLINES[scored.status]}")
    if scored.view is not None:
        table = Table("team", "discs seen", "on the board", "20s", "total")
        for entry in scored.teams:
            table.add_row(
                f"{entry.team.id} {entry.team.name}",
                str(entry.seen),
                str(entry.board_points),
                str(entry.twenties),
                f"[bold]{entry.total}[/bold]",
            )
        console.print(table)
    for reason in scored.reasons:
        console.print(f"  • {reason.message}")
