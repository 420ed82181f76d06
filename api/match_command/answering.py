"""What all commands of `crokinole match` have in common: their file, the time, errors told in words."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from api.errors import BadInput, ScorerError, answer_to
from game.violation import RuleViolation

File = Annotated[Path, typer.Argument(help="The match's file.", show_default=False)]
Reason = Annotated[str, typer.Option(help="Why; it is kept with the match.", show_default=False)]


def now() -> str:
    """The time, ISO 8601 in UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@contextmanager
def answering() -> Iterator[None]:
    """Tell what went wrong on standard error and end with the exit status for it."""
    try:
        yield
    except RuleViolation as error:
        print(f"crokinole: {error}.", file=sys.stderr)
        raise typer.Exit(answer_to(error).exit_code) from error
    except ScorerError as error:
        answer = answer_to(error)
        advice = f" {answer.advice}" if isinstance(error, BadInput) else ""
        print(f"crokinole: {error}{advice}", file=sys.stderr)
        raise typer.Exit(answer.exit_code) from error
