"""A board beside the one that is meant: drawn as said, and not scored in its place."""

import cv2
import numpy as np
import pytest
from synthetic import shared_photos

from api.photo import read_photo
from api.score_photo import score_photo
from benchmarks.boards_beside import put_beside
from benchmarks.judge import judge
from benchmarks.turned_cameras import FOLDER

FROM_ABOVE = [truth for truth in shared_photos("real") if truth["kind"] in ("photo", "overhead")]


@pytest.mark.skipif(not FROM_ABOVE, reason="the shared photos are not here")
@pytest.mark.parametrize("number", range(2))
def test_the_truth_moves_with_its_photo(tmp_path, number):
    truth = FROM_ABOVE[0]
    path, moved = put_beside(FOLDER / truth["image"], truth, number, tmp_path)
    alone, both = read_photo(FOLDER / truth["image"]).bgr, cv2.imread(str(path))
    for disc, disc_moved in zip(truth["discs"], moved["discs"], strict=True):
        (x, y), (x_moved, y_moved) = (np.round(d["px"]).astype(int) for d in (disc, disc_moved))
        before, after = alone[y - 9 : y + 10, x - 9 : x + 10], both[y_moved - 9 :, x_moved - 9 :][:19, :19]
        # JPEG of this quality changes a level by a few; half a pixel of rounding at a numeral's edge counts little.
        assert np.abs(before.astype(float) - after).mean() < 6


@pytest.mark.slow
@pytest.mark.parametrize("truth", FROM_ABOVE, ids=lambda t: t["image"])
def test_the_board_that_is_meant_is_scored_or_asked_about(tmp_path, truth):
    path, moved = put_beside(FOLDER / truth["image"], truth, 0, tmp_path)
    assert not judge(moved, score_photo(read_photo(path))).silent_wrong
