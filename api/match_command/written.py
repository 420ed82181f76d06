"""An export in a file of its own."""

from pathlib import Path

from api.errors import BadMatch
from api.match_forms import FORMS, exported
from game.match import Match


def export_text(match: Match, form: str, *, reviewed: bool) -> str:
    """The match as text. Raises BadMatch for an unknown form, RuleViolation for what the form cannot say."""
    if form not in FORMS:
        raise BadMatch(f"There is no form {form!r}: choose {', '.join(FORMS)}.")
    return exported(match, form, reviewed=reviewed)


def write_export(path: Path, text: str) -> None:
    """Write an export, replacing what was there. Raises BadMatch."""
    try:
        path.write_bytes(text.encode())
    except OSError as error:
        raise BadMatch(f"{path} cannot be written: {error.strerror}.") from error
