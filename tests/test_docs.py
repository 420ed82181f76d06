"""What the documentation shows is what happens."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app

DOCS = Path(__file__).resolve().parents[1] / "docs"
SHOWN = doctest.ELLIPSIS | doctest.REPORT_NDIFF


def sessions(path):
    """(command, what it prints) of every `console` block."""
    blocks = re.findall(r"```console\n(.*?)```", path.read_text(), re.DOTALL)
    return [
        (command, shown) for block in blocks for command, shown in re.findall(r"\$ (.*)\n((?:(?!\$ ).*\n)*)", block)
    ]


def test_python_examples():
    # doctest knows no fences: an empty line before each closing one ends what is expected.
    found = doctest.testfile(str(DOCS / "game.md"), module_relative=False, optionflags=SHOWN)
    assert found.attempted > 30
    assert found.failed == 0


def test_a_session_at_the_terminal(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = sessions(DOCS / "game.md")
    assert len(shown) == 7
    for command, expected in shown:
        name, *arguments = shlex.split(command)
        assert name == "crokinole"
        printed = CliRunner().invoke(app, arguments).stdout
        if not doctest.OutputChecker().check_output(expected, printed, SHOWN):
            pytest.fail(f"{command} prints\n{printed}\nnot\n{expected}")


def test_every_file_that_sees_is_a_step_and_no_other_is():
    named = set(re.findall(r"`(?:[a-z]+/)?([a-z_]+\.py)`", (DOCS / "pipeline.md").read_text()))
    seeing, beside = (
        {path.name for room in rooms for path in (DOCS.parent / room).glob("*.py")}
        for rooms in (("calibration", "vision"), ("game", "api"))
    )
    assert seeing - {"__init__.py"} <= named <= seeing | beside
