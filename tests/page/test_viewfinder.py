"""The live picture and its checklist, the camera fed from a film of a sample photo."""

import json

from page_driver import CAMERA_PHOTO, new_match, totals, truth_of


def test_the_checklist_is_filled_and_the_shutter_scores(page):
    new_match(page)
    page.tap("#open-camera")
    page.locator("#checklist .good").nth(4).wait_for()
    words = page.inner_text("#checklist")
    assert "in view" in words
    assert "good to ± " in words
    assert page.inner_text("#camera-advice") == "Good: take the photo."
    tilt = truth_of(CAMERA_PHOTO)["tilt_deg"]
    shown = page.evaluate("() => parseInt(document.querySelectorAll('#checklist b')[1].textContent)")
    assert abs(shown - tilt) <= 5.0  # without its lens known, a small picture tells the tilt to a few degrees
    page.tap("#camera-shoot")
    page.locator("#view-review").wait_for()
    assert sorted(totals(page)) == sorted(truth_of(CAMERA_PHOTO)["totals"].values())
    assert not page.evaluate("() => Boolean(document.querySelector('#camera-video').srcObject)")


def test_advice_where_no_board_is_seen(page):
    new_match(page)
    advice = {"board": False, "whole": False, "tilt_deg": None, "glare": 0, "sharpness": 0, "sigma_mm": None}
    body = json.dumps(advice | {"advice": "Show the board."})
    page.route("**/look*", lambda route: route.fulfill(status=200, content_type="application/json", body=body))
    page.tap("#open-camera")
    page.locator("text=Show the board.").wait_for()
    assert page.locator("#checklist .poor").count() == 1
    assert page.locator("#checklist .unknown").count() == 4
    page.tap("#camera-close")
    assert not page.is_visible("#camera")
