"""Turned cameras see what they should, and their truth goes with it."""

import cv2
import numpy as np
import pytest
from synthetic import shared_photos

from api.photo import read_photo
from api.score_photo import score_photo
from benchmarks.judge import Verdict, judge
from benchmarks.turned_cameras import FOLDER, moved, outcome_of, photograph, turn

SIZE_PX = (640, 480)


@pytest.mark.parametrize("seed", range(6))
def test_a_disc_is_where_its_truth_says(seed):
    homography, size_px = turn(SIZE_PX, np.random.default_rng(seed))
    picture = np.zeros((SIZE_PX[1], SIZE_PX[0]), np.uint8)
    cv2.circle(picture, (250, 180), 20, 255, cv2.FILLED)
    shown = cv2.warpPerspective(picture, homography, size_px, flags=cv2.INTER_AREA).astype(float) / 255
    disc = moved({"discs": [{"px": [250, 180], "r_px": 20.0}]}, homography)["discs"][0]
    y, x = np.mgrid[: shown.shape[0], : shown.shape[1]]
    centre_px = (shown * x).sum() / shown.sum(), (shown * y).sum() / shown.sum()
    # A drawn circle's pixels reach half a pixel beyond its radius; in perspective its middle is not quite its centroid.
    assert disc["px"] == pytest.approx(centre_px, abs=0.5)
    assert disc["r_px"] == pytest.approx(np.sqrt(shown.sum() / np.pi), rel=0.04)


@pytest.mark.parametrize("seed", range(6))
def test_all_of_the_photo_shows(seed):
    homography, (width, height) = turn(SIZE_PX, np.random.default_rng(seed))
    corners = np.array([[[0, 0], [640, 0], [640, 480], [0, 480]]], np.float64)
    seen = cv2.perspectiveTransform(corners, homography)[0]
    assert seen.min() == pytest.approx(0, abs=1e-6)
    assert (seen.max(axis=0) <= [width, height]).all()


def test_a_wrong_total_without_a_question_stands_out():
    def outcome(exact, status):
        return outcome_of(Verdict(exact=exact, status=status, gaps=()))

    assert outcome(False, "scored") == "silent wrong"
    assert outcome(True, "scored") == "exact"
    assert outcome(False, "needs_review") == "wrong, asked"
    assert outcome(False, "no_board") == "refused"


# A black disc on dim blue, its team mates in a red ditch, and a lone pink one on pale wood: each was once passed over
# without a word.
REAL = {one["image"]: one for one in shared_photos("real")}
TURNED = [
    (name, 9 if name == "club_406.jpg" else 0)
    for name, one in REAL.items()
    if one["kind"] == "photo" or name == "club_406.jpg"
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), TURNED)
def test_a_turned_camera_is_never_silently_wrong(name, number, tmp_path):
    path, turned = photograph(FOLDER / name, REAL[name], number, tmp_path)
    assert not judge(turned, score_photo(read_photo(path))).silent_wrong
