"""A match in the forms that others read."""

from collections.abc import Callable

from game.cmn import write_cmn
from game.cmn_export import match_to_cmn
from game.csv_sheet import csv_sheet
from game.match import Match
from game.match_json import match_to_json
from game.score_sheet import score_sheet

SOURCE = '{"app": "crokinole-scorer"}'
FORMS = ("cmn", "csv", "txt", "json")


def exported(match: Match, form: str, *, reviewed: bool) -> str:
    """The match as text in one of FORMS. Raises RuleViolation for what the form cannot say."""
    forms: dict[str, Callable[[], str]] = {
        "cmn": lambda: write_cmn(match_to_cmn(match, source=SOURCE, reviewed=reviewed)),
        "csv": lambda: csv_sheet(match),
        "txt": lambda: score_sheet(match),
        "json": lambda: match_to_json(match),
    }
    return forms[form]()
