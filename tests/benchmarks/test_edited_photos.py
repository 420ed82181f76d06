"""Edited photos show the same board in the same place."""

import cv2
import numpy as np
import pytest
from synthetic import rendered

from api.photo import read_photo
from api.score_photo import score_photo
from benchmarks.edited_photos import EDITS, QUALITY, edit
from benchmarks.judge import judge
from sample_images.render.truth import truth

# One of the edits that change edges, one of those that change colours.
FAST = (0, 4)


@pytest.mark.parametrize(
    "number", [pytest.param(n, marks=[pytest.mark.slow] * (n not in FAST)) for n in range(len(EDITS))]
)
def test_an_edit_changes_the_picture_and_not_where_things_are(tmp_path, number):
    bgr, scene, _ = rendered(32.0, 35.0)
    cv2.imwrite(str(tmp_path / "board.png"), bgr)
    path, true = edit(tmp_path / "board.png", truth(scene), number, tmp_path)
    edited = read_photo(path).bgr
    assert edited.shape == bgr.shape
    jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    unedited = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    # More than a level on average, which is what storing it as a JPEG once more changes.
    assert np.abs(edited.astype(float) - unedited).mean() > 1.0
    assert [d["px"] for d in true["discs"]] == [pytest.approx(d["px"]) for d in truth(scene)["discs"]]
    assert not judge(true, score_photo(read_photo(path))).silent_wrong
