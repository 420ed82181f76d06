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
    """Names in a table are of the folder that its head names, or the heading above."""
    root, folder, named = DOCS.parent, "", set()
    for line in (DOCS / "pipeline.md").read_text().splitlines():
        if head := re.match(r"(?:## |\| )[^`|]*`((?:calibration|vision)/[a-z_/]*)`", line):
            folder = head[1]
        elif line.startswith("|"):
            named |= {folder + name for name in re.findall(r"`([a-z_/]+\.py)`", line)}
    seeing = {str(path.relative_to(root)) for room in ("calibration", "vision") for path in (root / room).rglob("*.py")}
    assert {name for name in seeing if not name.endswith("__init__.py")} == named


@pytest.mark.parametrize("page", [DOCS.parent / "README.md", *sorted(DOCS.glob("*.md"))], ids=lambda page: page.name)
def test_files_named_with_their_folder_are_there(page):
    named = re.findall(r"`((?:calibration|vision|game|api|tests|benchmarks)/[a-z_/]+\.py)`", page.read_text())
    missing = {name for name in named if not (DOCS.parent / name).exists()}
    assert not missing
