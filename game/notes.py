"""What goes into the log beside the scores: notes, and the reasons that every ruling has to give."""

from dataclasses import replace

from game.events import Event, Noted
from game.state import MatchState
from game.table import Table
from game.violation import RuleViolation


def add_note(table: Table, state: MatchState, event: Noted) -> MatchState:
    """The same match with one more line in its log, under the name of the side that it is about."""
    if event.side is None:
        return replace(state, notes=(*state.notes, event.text))
    if not 0 <= event.side < len(table.names):
        raise RuleViolation(f"there is no side number {event.side}")
    return replace(state, notes=(*state.notes, f"{table.names[event.side]}: {event.text}"))


def check_reason(event: Event) -> None:
    """Refuse a ruling, a forfeit, a correction or a void round without a word why. Raises RuleViolation."""
    reason: str | None = getattr(event, "reason", None)
    if reason is not None and not reason.strip():
        raise RuleViolation("a reason has to be given")
