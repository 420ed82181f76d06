"""What the rules cost: little to load, nothing beside the standard library, an archive of matches in seconds."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest
from keeping import setup

from game.events import RoundScored
from game.match import replay
from game.match_json import match_from_json, match_to_json

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(f"game.{path.stem}" for path in (ROOT / "game").glob("*.py") if path.stem != "__init__")
# Least of a few runs: what the machine does beside it can only add.
RUNS = 5


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def test_game_loads_neither_numpy_nor_opencv():
    assert run(f"import sys, {', '.join(MODULES)}; print({{'numpy', 'cv2'}} & sys.modules.keys())") == "set()\n"


@pytest.mark.slow
def test_a_match_loads_in_a_few_times_what_typed_dataclasses_themselves_take():
    """They take 10 ms on a quiet machine: loaded in the same run, they tell how quick this one is."""
    clock = "times.append(time.process_time())"
    code = f"import time; times = []; {clock}; import dataclasses, typing; {clock}; import game.match; {clock}"
    ratio = "print((times[2] - times[0]) / (times[1] - times[0]))"
    assert statistics.median(float(run(f"{code}; {ratio}")) for _ in range(2 * RUNS)) < 6.0


def archive(matches):
    """Matches of four rounds of 2/1/0, and of six rounds by difference."""
    six_rounds = {"type": "rounds", "n": 6, "tie": "draw"}
    agreed = (setup("nca"), setup("mayday", end=six_rounds))
    for number in range(matches):
        long = number % 2
        totals = [(5 * ((number + 7 * at) % 17), 5 * ((3 * number + at) % 13)) for at in range(6 if long else 4)]
        yield agreed[long], [RoundScored(totals=one) for one in totals]


@pytest.mark.slow
def test_an_archive_of_10_000_matches_is_folded_in_2_seconds():
    kept = list(archive(10_000))
    took = []
    for _ in range(RUNS):
        before = time.process_time()
        matches = [replay(agreed, events) for agreed, events in kept]
        took.append(time.process_time() - before)
    assert all(len(match.state.rounds) == len(match.events) for match in matches)
    assert min(took) < 2.0


@pytest.mark.slow
def test_an_archive_of_10_000_match_files_is_read():
    written = [match_to_json(replay(agreed, events)) for agreed, events in archive(10_000)]
    before = time.process_time()
    matches = [match_from_json(one) for one in written]
    assert time.process_time() - before < 6.0
    assert sum(len(match.state.rounds) for match in matches) == 50_000
