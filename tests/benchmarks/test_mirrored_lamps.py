"""A mirrored lamp adds light where it is said to, and hides nothing without a question."""

import cv2
import numpy as np
import pytest
from synthetic import shared_photos

from api.photo import read_photo
from api.score_photo import score_photo
from benchmarks.judge import judge
from benchmarks.mirrored_lamps import LIGHT, mirror_lamp, with_lamp
from benchmarks.turned_cameras import FOLDER, GAMMA


@pytest.mark.parametrize("seed", range(5))
def test_a_lamp_adds_white_light_to_all_colours_alike(seed):
    board = np.full((300, 400, 3), (40, 80, 120), np.uint8)
    lit = with_lamp(board, np.array([200.0, 150.0]), np.random.default_rng(seed))
    added = (lit / 255.0) ** GAMMA - (board / 255.0) ** GAMMA
    row, column = np.unravel_index(added.mean(axis=2).argmax(), added.shape[:2])
    # A level is at most this much light.
    level = GAMMA / 255.0
    unclipped = added[(lit < 255).all(axis=2)]
    np.testing.assert_allclose(unclipped, unclipped[:, :1].repeat(3, axis=1), atol=2 * level)
    assert LIGHT[0] - level < added[row, column].max() < LIGHT[1] + level
    # Two and a half sigmas of what is a half sigma of 6 % of the longer side.
    assert np.hypot(column - 200, row - 150) < 2.5 * 0.5 * 0.06 * 400 * np.sqrt(2)


def test_a_photo_without_a_disc_stays_as_it_is(tmp_path):
    cv2.imwrite(str(tmp_path / "bare.png"), np.full((400, 600, 3), 99, np.uint8))
    path, truth = mirror_lamp(tmp_path / "bare.png", {"discs": []}, 0, tmp_path)
    assert truth["image"] == path.name
    assert (cv2.imread(str(path)) == 99).all()


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("truth", [t for t in shared_photos("real") if t["kind"] == "photo"], ids=lambda t: t["image"])
def test_what_a_lamp_hides_is_asked_about(tmp_path, truth, number):
    path, lit = mirror_lamp(FOLDER / truth["image"], truth, number, tmp_path)
    assert not judge(lit, score_photo(read_photo(path))).silent_wrong
