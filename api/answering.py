"""Errors told in words at the command line."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from api.errors import BadInput, ScorerError, answer_to
from game.violation import RuleViolation


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
