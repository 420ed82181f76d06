"""What lies in the hole where no other disc is there to compare with: a lone disc is never taken for a bottom."""

import pytest

from benchmarks.holes import hole_scene
from calibration.locate_board import locate_board
from sample_images.render.photo import render
from vision.read_board import read_board

# Of 90 lone discs on boards drawn by lot those that were taken for a bottom without a question when only how much of
# the rim shows was asked.
OVERLOOKED = [("hole", 32), ("hole", 37), ("hole", 41), ("lip", 25), ("lip", 35)]
FAST = ("hole", 37)


def read(seed, content):
    """What the hole of a board without other discs is read as, and whether that is asked about."""
    bgr = render(hole_scene(seed, content, alone=True), seed=seed)
    reading = read_board(bgr, locate_board(bgr))
    return [disc.place for disc in reading.discs], any(doubt.code == "hole" for doubt in reading.doubts)


@pytest.mark.parametrize(
    ("content", "seed"),
    [pytest.param(*lone, marks=() if lone == FAST else pytest.mark.slow) for lone in OVERLOOKED],
)
def test_a_lone_disc_is_never_overlooked(content, seed):
    places, asked = read(seed, content)
    assert asked or places == [content]


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=pytest.mark.slow) for seed in (7, 15, 28, 34, 36)])
def test_an_empty_board_is_empty_without_a_question(seed):
    assert read(seed, "empty") == ([], False)
