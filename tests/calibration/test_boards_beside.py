"""Two boards in one picture: the larger is meant, and nearly as large ones are asked about."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import rendered, scene_at, shared_photos

from api.photo import read_photo
from calibration.locate_board import locate_board
from sample_images.render.photo import render
from vision.doubts import view_doubts

GREY = 120
# Each shows one board, or others much farther away.
SEEN_LOW = [truth for truth in shared_photos("real") if truth["kind"] == "stream" and truth["grade"] != "hard"]


def beside(left: np.ndarray, right: np.ndarray, share: float) -> np.ndarray:
    """Two photos in one, the left one at a share of its size."""
    smaller = cv2.resize(left, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    padded = np.full((len(right), smaller.shape[1], 3), GREY, np.uint8)
    padded[: len(smaller)] = smaller
    return np.hstack([padded, right])


def test_the_larger_board_is_scored_where_the_smaller_is_the_clearer():
    scene = scene_at(45.0, 35.0)
    faint_ink = replace(scene.board.ink, colour=(190, 163, 124))
    faint = render(replace(scene, board=replace(scene.board, ink=faint_ink)), seed=5)
    clear, _, _ = rendered(20.0, 35.0)
    both = beside(clear, faint, 0.8)
    assert locate_board(both).px(np.zeros(2))[0] > both.shape[1] - faint.shape[1]


@pytest.mark.parametrize(("share", "asked"), [(0.6, False), (0.95, True)])
def test_a_board_nearly_as_large_is_asked_about(share, asked):
    bgr, _, _ = rendered(20.0, 35.0)
    view = locate_board(beside(bgr, bgr, share))
    assert view.another_as_large == asked
    assert ("another_board" in {doubt.code for doubt in view_doubts(view, lines_measured=False)}) == asked


@pytest.mark.skipif(not SEEN_LOW, reason="the shared photos are not beside the repository")
@pytest.mark.slow
@pytest.mark.parametrize("truth", SEEN_LOW, ids=lambda t: t["image"])
def test_a_board_is_not_found_again_beside_itself(truth):
    """The edges around one led back to it."""
    assert not locate_board(read_photo(truth["path"]).bgr).another_as_large
