"""What a person would not notice must not change a score: the same totals, or a question."""

import cv2
import numpy as np
import pytest
from synthetic import ROOT, mirrored, shared_photos, turned, turned_away

from api.photo import Photo, read_photo
from api.score_photo import score_photo

HOME = [truth["path"] for truth in shared_photos("real") if truth["kind"] == "photo" and truth["scoreable"]]
SAMPLES = [ROOT / "sample_images" / f"{name}.jpg" for name in ("phone_03", "phone_05", "phone_08", "overhead_01")]


def exposed(bgr, stops):
    return np.clip(255.0 * (2.0**stops * (bgr / 255.0) ** 2.2) ** (1 / 2.2), 0, 255).astype(np.uint8)


def tinted(bgr, blue_gain):
    """White balance shifted by about 1500 K: blue and red gains in opposite directions."""
    gains = np.array([blue_gain, 1.0, 1.0 / blue_gain])
    return np.clip(255.0 * (gains * (bgr / 255.0) ** 2.2) ** (1 / 2.2), 0, 255).astype(np.uint8)


def compressed(bgr, quality):
    return cv2.imdecode(cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)


def halved(bgr):
    return cv2.resize(bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


CHANGES = {
    "saved again": lambda bgr: compressed(bgr, 92),
    "quality 40": lambda bgr: compressed(bgr, 40),
    "half size": halved,
    "mirrored": mirrored,
    "turned by 90": lambda bgr: np.ascontiguousarray(np.rot90(bgr)),
    "turned by 33": lambda bgr: turned(bgr, 33.0),
    "turned by 180": lambda bgr: turned(bgr, 180.0),
    "made wider": lambda bgr: cv2.resize(bgr, None, fx=4 / 3, fy=1.0, interpolation=cv2.INTER_CUBIC),
    "turned away": lambda bgr: turned_away(bgr, 12.0, -9.0),
    "one stop over": lambda bgr: exposed(bgr, 1.0),
    "one stop under": lambda bgr: exposed(bgr, -1.0),
    "bluer": lambda bgr: tinted(bgr, 1.3),
    "redder": lambda bgr: tinted(bgr, 1 / 1.3),
}


def totals(scored):
    return sorted(entry.total for entry in scored.teams)


def assert_same_totals_or_a_question(path, change):
    photo = read_photo(path)
    before = score_photo(photo)
    after = score_photo(Photo(name=photo.name, bgr=change(photo.bgr)))
    assert after.status != "no_board"
    assert after.status == "needs_review" or totals(after) == totals(before)


@pytest.mark.slow
@pytest.mark.parametrize("path", SAMPLES, ids=lambda p: p.stem)
@pytest.mark.parametrize("change", CHANGES)
def test_same_totals_or_a_question(path, change):
    assert_same_totals_or_a_question(path, CHANGES[change])


@pytest.mark.slow
@pytest.mark.skipif(not HOME, reason="the shared photos are not beside the repository")
@pytest.mark.parametrize("path", HOME, ids=lambda p: p.stem)
@pytest.mark.parametrize(("pan_deg", "tilt_deg"), [(12.0, -9.0), (-8.0, 14.0)])
def test_a_camera_turned_away_sees_the_same_totals(path, pan_deg, tilt_deg):
    assert_same_totals_or_a_question(path, lambda bgr: turned_away(bgr, pan_deg, tilt_deg))
