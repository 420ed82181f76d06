"""Every picture with known truth, end to end: never a wrong total without a question."""

import json

import pytest
from synthetic import ROOT, shared_photos

from api.errors import UnreadablePhoto
from api.photo import read_photo
from api.score_photo import score_photo, unreadable_photo
from benchmarks.judge import judge

REAL, RENDERED = shared_photos("real"), shared_photos("rendered")
SAMPLES = [json.loads(line) for line in (ROOT / "sample_images" / "truth.jsonl").read_text().splitlines()]
needs_shared = pytest.mark.skipif(not REAL, reason="the shared photos are not beside the repository")


def verdict(truth, folder=None):
    path = folder / truth["image"] if folder else truth["path"]
    try:
        return judge(truth, score_photo(read_photo(path)))
    except UnreadablePhoto as error:
        return judge(truth, unreadable_photo(error, "nca"))


@needs_shared
@pytest.mark.slow
@pytest.mark.parametrize("truth", REAL, ids=lambda t: t["image"])
def test_real_photo_is_right_or_asks(truth):
    found = verdict(truth)
    assert not found.silent_wrong
    if truth["grade"] == "easy":
        assert found.exact
    if truth["grade"] in ("easy", "medium"):
        assert (found.missed, found.ghosts) == (0, 0)


@needs_shared
@pytest.mark.slow
@pytest.mark.parametrize("truth", RENDERED, ids=lambda t: t["image"])
def test_rendered_photo_is_right_or_asks(truth):
    assert not verdict(truth).silent_wrong


@pytest.mark.parametrize("truth", SAMPLES, ids=lambda t: t["image"])
def test_sample_picture_is_right_or_asks(truth):
    assert not verdict(truth, ROOT / "sample_images").silent_wrong
