"""A question about something that was not counted shows the place in the photo, and is answered by a tap."""

import json
import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from page_driver import (
    PHONE,
    SAMPLES,
    new_match,
    photo_px,
    send_photo,
    totals,
    truth_of,
    wait_for_totals,
    watched_page,
)
from synthetic import DISCS, scene_at

from api.photo import read_photo
from benchmarks.mirrored_lamps import with_lamp
from benchmarks.stacked_scene import leaning_on
from sample_images.render.photo import render

SAMPLE, DISC, SEED = SAMPLES / "overhead_02.jpg", 3, 3
EMPTY_HOLE = SAMPLES / "phone_05.jpg"


def lit(sample, px, seed, folder):
    """A sample picture with a lamp mirrored over a place in it."""
    cv2.imwrite(str(folder / "lamp.png"), with_lamp(read_photo(sample).bgr, np.array(px), np.random.default_rng(seed)))
    return folder / "lamp.png"


def wait_for_question(page, words):
    """Put off all others."""
    question = page.locator(".doubt-question")
    for _ in range(8):
        if words in question.inner_text():
            return
        page.tap(".doubt-card >> text=Ask me later")
    raise AssertionError(f"no question about {words!r}")


def test_the_place_of_a_disc_hidden_by_a_lamp_is_shown(browser, served_on_each, tmp_path):
    disc = json.loads(SAMPLE.with_suffix(".json").read_text())["discs"][DISC]
    with watched_page(browser, served_on_each, PHONE) as page:
        new_match(page)
        send_photo(page, lit(SAMPLE, disc["px"], SEED, tmp_path))
        wait_for_question(page, "round thing")
        crop = page.locator(".doubt-card canvas.crop")
        assert crop.get_attribute("aria-label") == "The place, enlarged"
        # Not bare paper: the lamp's white and the board's blue are in it.
        darkest, brightest = crop.evaluate(
            """canvas => {
                const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                const red = data.filter((_, i) => i % 4 === 0);
                return [red.reduce((a, b) => Math.min(a, b)), red.reduce((a, b) => Math.max(a, b))];
            }"""
        )
        assert brightest - darkest > 30
        page.tap("text=No disc")
        assert page.locator(".doubt-question", has_text="round thing").count() == 0


@pytest.mark.parametrize(
    ("sample", "disc", "words"), [(EMPTY_HOLE, None, "in the hole"), (SAMPLE, DISC, "round thing")]
)
def test_whose_disc_it_is_that_was_not_counted_is_one_tap(browser, served_on_each, tmp_path, sample, disc, words):
    truth = truth_of(sample)
    hole = {"px": photo_px(truth, (0.0, 0.0))[0], "values": [20]}
    lies = hole if disc is None else truth["discs"][disc]
    with watched_page(browser, served_on_each, PHONE) as page:
        new_match(page)
        send_photo(page, lit(sample, lies["px"], SEED, tmp_path))
        before = totals(page)
        wait_for_question(page, words)
        assert page.locator(".doubt-card canvas.crop").get_attribute("aria-label") == "The place, enlarged"
        page.tap(".doubt-card >> text=Ben")
        wait_for_totals(page, [before[0], before[1] + lies["values"][0]])
        assert page.locator(".doubt-question", has_text=words).count() == 0
        page.tap("#edit-undo")
        wait_for_totals(page, before)


def test_a_disc_that_lies_on_another_can_be_shown(browser, served_on_each, tmp_path):
    scene = scene_at(0.0, 35.0)
    upper = leaning_on(DISCS[0], DISCS[1], scene.shape, math.radians(20.0), math.radians(28.0))
    cv2.imwrite(str(tmp_path / "stacked.png"), render(replace(scene, discs=(*DISCS, upper)), seed=3))
    with watched_page(browser, served_on_each, PHONE) as page:
        new_match(page)
        send_photo(page, tmp_path / "stacked.png")
        wait_for_question(page, "lie on another")
        assert page.locator(".doubt-card >> text=show me where").count() == 1
        page.tap(".doubt-card >> text=No disc")
        assert page.locator(".doubt-question", has_text="lie on another").count() == 0
