"""Four handles where the board is not found, and the round counted by hand."""

import cv2
import numpy as np
import pytest
from page_driver import (
    API,
    PHONE,
    PLAIN_PHOTO,
    centres,
    match_of,
    new_match,
    photo_px,
    screen_xy,
    send_photo,
    truth_of,
    wait_for_score,
    watched_page,
)

from api.scorekeeping.board_px import board_px

OUTER_MM = 304.8
ENDS_MM = OUTER_MM * np.array([[np.cos(a), np.sin(a)] for a in np.radians([45.0, -45.0, -135.0, 135.0])])

SHRUNK = 0.5


def ends_px(truth):
    """Where the board's ends are in the shrunk photo: pixels have their centres at whole numbers."""
    return (photo_px(truth, ENDS_MM) + 0.5) * SHRUNK - 0.5


@pytest.fixture
def blurred_photo(tmp_path):
    """A board so blurred that the program does not find it, though a person does."""
    path = tmp_path / "blurred.jpg"
    sharp = cv2.resize(cv2.imread(str(PLAIN_PHOTO)), None, fx=SHRUNK, fy=SHRUNK, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(path), cv2.GaussianBlur(sharp, (0, 0), 25 * SHRUNK))
    return path


def test_handles_put_the_board_in_its_place(page, blurred_photo):
    match_id = new_match(page)
    page.set_input_files("#take", blurred_photo)
    page.locator("#view-handles").wait_for()
    page.locator("[data-handle]").first.wait_for()
    truth = truth_of(PLAIN_PHOTO)
    for index, end in enumerate(ends_px(truth)):
        page.mouse.move(*centres(page, ".handle-ring")[index])
        page.mouse.down()
        page.mouse.move(*screen_xy(page, "#handle-stage", end), steps=4)
        page.mouse.up()
    # The last pixel by keyboard: two one way, two back.
    page.locator("[data-handle='0']").focus()
    for key in ("ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    with page.expect_response("**/board") as answer:
        page.click("#use-board")
    assert answer.value.status == 200, answer.value.text()
    page.locator("#view-review").wait_for()
    document = answer.value.json()["document"]
    # The board is where it was put, to two of the pixels on the screen, which are two of the photo each; it may be
    # turned by quarters.
    placed = board_px(document, ENDS_MM)
    apart = np.linalg.norm(ends_px(truth)[:, None] - placed[None], axis=2).min(axis=1)
    assert apart.max() < 4.0
    page.click("#confirm")
    page.locator("#view-board").wait_for()
    assert len(match_of(page, match_id)["rounds"]) == 1


def test_handles_are_sent_clockwise_from_the_top(page):
    new_match(page)
    ask = """async (handles) => (await import("/static/handles.js")).inOrder(handles)"""
    top, right, bottom, left = [10, 0], [20, 9], [11, 20], [0, 10]
    assert page.evaluate(ask, [bottom, top, left, right]) == [top, right, bottom, left]


def test_a_round_counted_by_hand_and_changed(page):
    match_id = new_match(page)
    page.click('a[href="#hand"]:visible')
    for label in ("One more 15 for Ann", "One more 10 for Ann", "One more 20 for Ben", "One more 5 for Ben"):
        page.click(f'[aria-label="{label}"]')
    assert page.locator(".hand-total").all_inner_texts() == ["25", "25"]
    page.click("#hand-confirm")
    wait_for_score(page, (1, 1))
    page.click('[data-round="1"]')
    page.locator("#view-hand").wait_for()
    assert page.locator(".hand-total").all_inner_texts() == ["25", "25"]
    page.click('[aria-label="One more 5 for Ann"]')
    page.click("#hand-confirm")
    wait_for_score(page, (2, 0))
    played = match_of(page, match_id)["rounds"][0]
    assert (played["totals"], played["twenties"]) == ({"A": 30, "B": 25}, {"A": 0, "B": 1})


def test_a_shootout_and_who_starts_are_asked(page):
    """What blocks a match is asked for on its board."""
    match_id = new_match(page, options={"end": {"type": "rounds", "n": 1, "tie": "tiebreak"}})
    level = {"totals": {"A": 20, "B": 20}, "twenties": {"A": 0, "B": 0}}
    answer = page.request.post(f"{API}/matches/{match_id}/rounds", data=level, headers={"If-Match": "*"})
    assert answer.status == 201, answer.text()
    page.locator(".ask.shootout").wait_for()
    assert not page.is_visible("#shutter")
    page.fill('.shootout input[name="A"]', "3")
    page.fill('.shootout input[name="B"]', "2")
    page.click("text=Enter the shoot-out")
    page.locator(".score-won").wait_for()
    assert match_of(page, match_id)["winner"] == "A"


def test_a_round_whose_photo_is_deleted_is_changed_by_hand(browser, served):
    with watched_page(browser, served[0], PHONE, ["404"]) as page:
        match_id = new_match(page)
        send_photo(page, PLAIN_PHOTO)
        page.click("#confirm")
        page.locator("#view-board").wait_for()
        photo = match_of(page, match_id)["rounds"][0]["photo"]
        assert page.request.delete(f"{API}/photos/{photo}").status == 204
        page.click('[data-round="1"]')
        page.locator("#review-problem").wait_for()
        page.click("#by-hand")
        page.click('[aria-label="One more 20 for Ann"]')
        page.click("#hand-confirm")
        page.locator("#view-board").wait_for()
        assert match_of(page, match_id)["rounds"][0]["twenties"]["A"] == 1
