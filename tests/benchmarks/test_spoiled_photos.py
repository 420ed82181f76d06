"""Poor photos show what they should, and their truth goes with it."""

import cv2
import numpy as np
import pytest
from synthetic import shared_photos

from api.photo import read_photo
from api.score_photo import score_photo
from benchmarks.judge import judge
from benchmarks.spoiled_photos import motion, spoil
from benchmarks.turned_cameras import FOLDER


@pytest.mark.parametrize("number", range(4))
def test_a_disc_is_where_its_truth_says(tmp_path, number):
    picture = np.full((1500, 2000, 3), 200, np.uint8)
    cv2.circle(picture, (700, 600), 90, (30, 30, 30), cv2.FILLED)
    cv2.imwrite(str(tmp_path / "round.png"), picture)
    path, truth = spoil(tmp_path / "round.png", {"discs": [{"px": [700, 600], "r_px": 90.0}]}, number, tmp_path)
    grey = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    assert truth["size"] == [grey.shape[1], grey.shape[0]]
    disc = truth["discs"][0]
    x, y = np.round(disc["px"]).astype(int)
    reach = round(1.6 * disc["r_px"])
    around = grey[y - reach : y + reach + 1, x - reach : x + reach + 1].astype(float)
    # Of the board's light on either side of the disc, whatever shadow or fall of light crosses it.
    dark = around < (np.median(around[:, :4], axis=1) + np.median(around[:, -4:], axis=1))[:, None] / 4
    row, column = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    middle_px = (x + column[dark].mean(), y + row[dark].mean())
    # A camera that moves by up to five pixels may move the disc by half of one; noise and JPEG leave a few pixels out.
    assert middle_px == pytest.approx(disc["px"], abs=1.0)


@pytest.mark.parametrize("seed", range(5))
def test_motion_takes_no_light_and_has_no_drift(seed):
    kernel = motion(np.random.default_rng(seed))
    y, x = np.mgrid[: kernel.shape[0], : kernel.shape[1]]
    assert kernel.sum() == pytest.approx(1.0)
    middle = (kernel.shape[0] - 1) / 2
    # An odd number of pixels is symmetric; an even one by half a pixel.
    assert (kernel * x).sum() == pytest.approx(middle, abs=0.51)
    assert (kernel * y).sum() == pytest.approx(middle, abs=0.51)


@pytest.mark.slow
@pytest.mark.parametrize("truth", [t for t in shared_photos("real") if t["kind"] == "photo"], ids=lambda t: t["image"])
def test_a_poor_photo_is_right_or_asked_about(tmp_path, truth):
    path, poor = spoil(FOLDER / truth["image"], truth, 0, tmp_path)
    assert not judge(poor, score_photo(read_photo(path))).silent_wrong
