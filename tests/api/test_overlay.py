"""The overlay and the JSON show where something was seen that was not counted."""

import json
import math

import cv2
import numpy as np
import pytest
from synthetic import ROOT

from api.document import to_document
from api.photo import Photo, read_photo
from api.score_photo import draw_overlay, score_photo
from benchmarks.mirrored_lamps import with_lamp
from vision.drawing.overlay import DOUBT

SAMPLE = ROOT / "sample_images" / "overhead_02.jpg"
DISC, SEED = 3, 3


@pytest.fixture(scope="module")
def hidden():
    """A disc's truth, the photo in which a lamp mirrored over it hides it, and what was read."""
    disc = json.loads(SAMPLE.with_suffix(".json").read_text())["discs"][DISC]
    bgr = with_lamp(read_photo(SAMPLE).bgr, np.array(disc["px"]), np.random.default_rng(SEED))
    photo = Photo(name="lamp", bgr=bgr)
    return disc, photo, score_photo(photo)


def test_a_question_about_what_was_not_counted_says_where_it_is(hidden):
    disc, _, scored = hidden
    asked = [reason for reason in to_document(scored)["reasons"] if reason["code"] == "unknown_object"]
    assert len(asked) == 1
    assert asked[0]["disc"] is None
    seen_px = scored.view.px(np.array([asked[0]["x_mm"], asked[0]["y_mm"]]))
    assert math.dist(seen_px, disc["px"]) < disc["r_px"]
    assert all(reason["x_mm"] is None for reason in to_document(scored)["reasons"] if reason["disc"])


def test_the_overlay_marks_the_place(hidden):
    disc, photo, scored = hidden
    overlay = draw_overlay(photo, scored)
    scale = overlay.shape[1] / photo.bgr.shape[1]
    x, y = (round(scale * v) for v in disc["px"])
    reach = round(2 * scale * disc["r_px"])
    around = (slice(y - reach, y + reach), slice(x - reach, x + reach))
    before = cv2.resize(photo.bgr, overlay.shape[1::-1], interpolation=cv2.INTER_AREA)

    def in_doubt(picture):
        return (np.abs(picture[around].astype(int) - DOUBT).max(axis=2) < 30).sum()

    # A ring 1.35 radii wide, three lines of a pixel or more each.
    assert in_doubt(overlay) - in_doubt(before) > 2 * math.pi * 1.35 * scale * disc["r_px"]
