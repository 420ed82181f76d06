"""A question about something that was not counted shows the place in the photo."""

import json

import cv2
import numpy as np
from page_driver import PHONE, SAMPLES, new_match, send_photo, watched_page

from api.photo import read_photo
from benchmarks.mirrored_lamps import with_lamp

SAMPLE, DISC, SEED = SAMPLES / "overhead_02.jpg", 3, 3


def test_the_place_of_a_disc_hidden_by_a_lamp_is_shown(browser, served_on_each, tmp_path):
    disc = json.loads(SAMPLE.with_suffix(".json").read_text())["discs"][DISC]
    lit = with_lamp(read_photo(SAMPLE).bgr, np.array(disc["px"]), np.random.default_rng(SEED))
    cv2.imwrite(str(tmp_path / "lamp.png"), lit)
    with watched_page(browser, served_on_each, PHONE) as page:
        new_match(page)
        send_photo(page, tmp_path / "lamp.png")
        question = page.locator(".doubt-question")
        for _ in range(8):
            if "round thing" in question.inner_text():
                break
            page.tap(".doubt-card >> text=Ask me later")
        assert "round thing" in question.inner_text()
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
