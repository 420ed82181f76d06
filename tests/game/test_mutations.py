"""The tests of the rules tested: every deliberate mistake in `mutations.py` makes some test fail."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MUTATIONS = runpy.run_path(str(ROOT / "tests" / "game" / "mutations.py"))["MUTATIONS"]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.wrong)
def test_the_text_to_get_wrong_is_still_there(mutation):
    assert (ROOT / "game" / mutation.file).read_text().count(mutation.right_text) == 1


@pytest.mark.slow
def test_every_rule_got_wrong_is_noticed():
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.mutations"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
