"""A match in the forms that others read."""

from collections.abc import Callable
from pathlib import Path

from api.errors import BadMatch
from game.cmn import write_cmn
from game.cmn_export import match_to_cmn
from game.csv_sheet import csv_sheet
from game.match import Match
from game.match_json import match_to_json
from game.score_sheet import score_sheet

SOURCE = '{"app": "crokinole-scorer"}'


def exported(match: Match, form: str, *, reviewed: bool) -> str:
    """The match as text. Raises BadMatch for an unknown form, RuleViolation for what the form cannot say."""
    forms: dict[str, Callable[[], str]] = {
        "cmn": lambda: write_cmn(match_to_cmn(match, source=SOURCE, reviewed=reviewed)),
        "csv": lambda: csv_sheet(match),
        "txt": lambda: score_sheet(match),
        "json": lambda: match_to_json(match),
    }
    if form not in forms:
        raise BadMatch(f"There is no form {form!r}: choose {', '.join(forms)}.")
    return forms[form]()


def write_export(path: Path, text: str) -> None:
    """Write an export, replacing what was there. Raises BadMatch."""
    try:
        path.write_bytes(text.encode())
    except OSError as error:
        raise BadMatch(f"{path} cannot be written: {error.strerror}.") from error
