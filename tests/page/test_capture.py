"""Ways for a picture to come in: the viewfinder with its checklist, fed from a film; a dropped file."""

import base64
import json

from page_driver import CAMERA_PHOTO, DESK, PLAIN_PHOTO, new_match, totals, truth_of, watched_page


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


def test_a_camera_closed_while_its_picture_is_encoded_sends_nothing(page):
    page.add_init_script("""
        const encode = HTMLCanvasElement.prototype.toBlob;
        HTMLCanvasElement.prototype.toBlob = function (done, ...rest) {
            document.body.dataset.encoding = "begun";
            const encoded = (blob) => { done(blob); document.body.dataset.encoding = "done"; };
            window.finishEncoding = () => encode.call(this, encoded, ...rest);
        };
    """)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/look" in request.url else None)
    new_match(page)
    page.tap("#open-camera")
    page.locator("body[data-encoding=begun]").wait_for()
    page.evaluate("document.querySelector('#camera').close()")
    page.evaluate("finishEncoding()")
    page.locator("body[data-encoding=done]").wait_for()
    page.wait_for_timeout(100)
    assert asked == []


def test_a_picture_dropped_on_the_page_is_scored(browser, served):
    with watched_page(browser, served[0], DESK) as page:
        new_match(page)
        drop(page, PLAIN_PHOTO.read_bytes(), "image/jpeg")
        page.locator("#view-review").wait_for()
        assert sorted(totals(page)) == sorted(truth_of(PLAIN_PHOTO)["totals"].values())


def test_a_file_that_is_no_picture_is_refused_in_words(browser, served):
    with watched_page(browser, served[0], DESK, ["415"]) as page:
        match_id = new_match(page)
        drop(page, b"Dear diary, today we played crokinole.", "image/jpeg")
        page.locator("text=This picture cannot be read").wait_for()
        assert "JPEG" in page.inner_text("#reading-text")
        # It is not tried again.
        page.goto(f"/matches/{match_id}")
        page.locator(".score-number").first.wait_for()
        assert not page.is_visible("#outbox")


def drop(page, data, kind):
    page.evaluate(
        """([data, kind]) => {
            const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([bytes], "round.jpg", { type: kind }));
            dispatchEvent(new DragEvent("dragover", { dataTransfer, cancelable: true }));
            dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
        }""",
        [base64.b64encode(data).decode(), kind],
    )
