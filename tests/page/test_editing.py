"""Discs dragged, added, deleted and recoloured by mouse and by touch; the score follows."""

import numpy as np
import pytest
from page_driver import (
    DESK,
    DISPUTED_PHOTO,
    PLAIN_PHOTO,
    centres,
    match_of,
    new_match,
    photo_px,
    screen_xy,
    send_photo,
    totals,
    truth_of,
    wait_for_totals,
    watched_page,
)

from api.scorekeeping.board_px import board_px

STAGE = "#stage"


def nearest_disc(page, px):
    """The tag over the disc that lies nearest to a place in the photo; its centre on the screen."""
    x, y = screen_xy(page, STAGE, px)
    nearest = min(centres(page, ".disc .tag"), key=lambda at: np.hypot(at[0] - x, at[1] - y))
    assert np.hypot(nearest[0] - x, nearest[1] - y) < 6  # px on the screen: a tenth of the way to the next disc
    return nearest


def disc_worth(truth, worth):
    return next(disc for disc in truth["discs"] if disc["values"] == [worth])


def test_a_disc_dragged_by_mouse_counts_where_it_is_let_go(browser, served):
    with watched_page(browser, served[0], DESK) as page:
        new_match(page)
        send_photo(page, PLAIN_PHOTO)
        truth = truth_of(PLAIN_PHOTO)
        before = totals(page)
        five = disc_worth(truth, 5)
        side = sorted(truth["totals"], key=lambda team: truth["totals"][team] != before[0]).index(five["team"])
        # To the middle of the ten zone, where nothing else lies.
        free = next(
            xy
            for xy in ((152.0 * np.cos(a), 152.0 * np.sin(a)) for a in np.linspace(0, 6, 20))
            if all(np.hypot(d["x_mm"] - xy[0], d["y_mm"] - xy[1]) > 40 for d in truth["discs"])
        )
        page.mouse.move(*nearest_disc(page, five["px"]))
        page.mouse.down()
        page.mouse.move(*screen_xy(page, STAGE, photo_px(truth, free)[0]), steps=8)
        assert page.is_visible("#loupe")
        page.mouse.up()
        after = list(before)
        after[side] += 5
        wait_for_totals(page, after)
        page.click("#edit-undo")
        wait_for_totals(page, before)


def test_a_finger_selects_before_it_moves_and_can_recolour_and_delete(page):
    new_match(page)
    send_photo(page, PLAIN_PHOTO)
    truth = truth_of(PLAIN_PHOTO)
    before = totals(page)
    ten = disc_worth(truth, 10)
    side = sorted(truth["totals"], key=lambda team: truth["totals"][team] != before[0]).index(ten["team"])
    page.touchscreen.tap(*nearest_disc(page, ten["px"]))
    page.locator("#disc-panel").wait_for()
    page.tap('#disc-panel [data-focus="value-15"]')
    after = list(before)
    after[side] += 5
    wait_for_totals(page, after)
    page.tap('#disc-panel [data-focus="recolour"]')
    after[side] -= 15
    after[1 - side] += 15
    wait_for_totals(page, after)
    page.tap('#disc-panel [data-focus="remove"]')
    after[1 - side] -= 15
    wait_for_totals(page, after)
    for _ in range(3):
        page.tap("#edit-undo")
    wait_for_totals(page, before)
    # Swapped colours swap the totals, and nothing else.
    page.tap("#swap")
    wait_for_totals(page, before[::-1])


def test_a_tap_adds_a_disc_where_it_lies(page):
    new_match(page)
    send_photo(page, PLAIN_PHOTO)
    truth = truth_of(PLAIN_PHOTO)
    before, discs = totals(page), page.locator(".disc").count()
    page.tap("#add-disc")
    page.touchscreen.tap(*screen_xy(page, STAGE, photo_px(truth, (0.0, -55.0))[0]))
    wait_for_totals(page, (before[0] + 15, before[1]))
    assert page.locator(".disc").count() == discs + 1


def test_the_picture_zooms_about_the_board(page):
    new_match(page)
    send_photo(page, PLAIN_PHOTO)
    near = page.locator(".stage-overlay").first.get_attribute("viewBox")
    page.tap("#zoom-in")
    closer = page.locator(".stage-overlay").first.get_attribute("viewBox")
    assert float(closer.split()[2]) == pytest.approx(float(near.split()[2]) / 1.6)
    # The picture lies under the drawing, to the pixel.
    x, y = screen_xy(page, STAGE, (600.0, 800.0))
    photo = page.locator("#stage-photo").bounding_box()
    assert x == pytest.approx(photo["x"] + 600.0 / 1200 * photo["width"], abs=0.5)
    assert y == pytest.approx(photo["y"] + 800.0 / 1600 * photo["height"], abs=0.5)


def test_the_page_projects_as_the_program_does(page):
    """Millimetres to pixels and back, against the API's own projection."""
    new_match(page)
    answer = page.request.post(
        "/api/v1/photos", data=DISPUTED_PHOTO.read_bytes(), headers={"Content-Type": "image/jpeg"}
    )
    document = answer.json()["document"]
    # As of a cropped picture through a calibrated lens.
    document["camera"] |= {"distortion": [-0.06, 0.02, 0.0, 0.0, 0.0], "distortion_centre_px": [500.0, 900.0]}
    grid_mm = np.stack(np.meshgrid(np.linspace(-320, 320, 9), np.linspace(-320, 320, 9)), axis=-1).reshape(-1, 2)
    there, back = page.evaluate(
        """async ([document, grid]) => {
            const { projectionOf } = await import("/static/projection.js");
            const projection = projectionOf(document);
            const px = grid.map(projection.toPx);
            return [px, px.map(projection.toMm)];
        }""",
        [document, grid_mm.tolist()],
    )
    assert np.abs(np.array(there) - board_px(document, grid_mm)).max() < 1e-6
    assert np.abs(np.array(back) - grid_mm).max() < 1e-6


def test_sides_keep_their_colours_from_round_to_round(page):
    new_match(page)
    sides = [
        {"id": "A", "colour": {"rgb": [200, 40, 40]}},
        {"id": "B", "colour": {"rgb": [40, 40, 45]}},
    ]
    teams = [{"id": "A", "rgb": [35, 35, 40]}, {"id": "B", "rgb": [190, 50, 45]}]
    ask = """async ([sides, teams]) => (await import("/static/colour_match.js")).teamsOfSides(sides, teams)"""
    assert page.evaluate(ask, [sides, teams]) == {"A": "B", "B": "A"}
    assert page.evaluate(ask, [sides, teams[::-1]]) == {"A": "B", "B": "A"}
    assert page.evaluate(ask, [[side | {"colour": None} for side in sides], teams]) == {"A": "A", "B": "B"}
    assert page.evaluate(ask, [sides, teams[:1]]) == {"A": "B", "B": "A"}


def test_twenties_begin_with_what_the_photo_implies(page):
    """A team's unseen discs lie in the bowl where the program sees the ditch; elsewhere the page only asks."""
    match_id = new_match(page)
    disc = {"place": "surface", "x_mm": 0.0, "y_mm": 150.0, "value": 10, "other_value": None}
    hole = disc | {"place": "hole", "y_mm": 0.0, "value": 20}
    discs = [disc | {"id": 1, "team": "A"}, hole | {"id": 2, "team": "A"}, disc | {"id": 3, "team": "B"}]
    ask = """async ([match, document]) => {
        const { RoundDraft } = await import("/static/round_draft.js");
        const draft = new RoundDraft(match, { photo: "x", document });
        return [draft.twenties("A"), draft.twenties("B"), draft.unseen("A")];
    }"""
    for told, expected in ((7, [7, 7, 6]), (None, [1, 0, 6])):  # 8 discs each, by the rules of this match
        teams = [{"id": one, "name": one, "rgb": [0, 0, 0], "twenties_suggested": told} for one in "AB"]
        document = {"discs": discs, "teams": teams, "reasons": [], "board": None, "result": None}
        assert page.evaluate(ask, [match_of(page, match_id), document]) == expected
    # One more than Ben shot: some are Ann's, so that nobody knows how many of hers are not in the picture.
    more = [disc | {"id": 3 + k, "team": "B"} for k in range(9)]
    document = {"discs": [*discs[:2], *more], "teams": teams, "reasons": [], "board": None, "result": None}
    assert page.evaluate(ask, [match_of(page, match_id), document]) == [1, 0, 0]


def test_a_finger_drags_the_disc_that_it_has_selected(page):
    """By real touches: the page must not scroll away under the finger."""
    new_match(page)
    send_photo(page, PLAIN_PHOTO)
    before = totals(page)
    x, y = nearest_disc(page, disc_worth(truth_of(PLAIN_PHOTO), 5)["px"])
    page.touchscreen.tap(x, y)
    page.locator("#disc-panel").wait_for()
    session = page.context.new_cdp_session(page)

    def touch(kind, *points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    middle = screen_xy(page, STAGE, photo_px(truth_of(PLAIN_PHOTO), (0.0, 0.0))[0])
    touch("touchStart", (x, y))
    for share in (0.25, 0.5, 0.75, 1.0):
        touch("touchMove", (x + share * (middle[0] - x), y + share * (middle[1] - y)))
    touch("touchEnd")
    # Let go over the hole it is a 20.
    page.wait_for_function(
        """expected => {
            const shown = [...document.querySelectorAll(".tally-total")].map((total) => Number(total.textContent));
            return shown.reduce((sum, total) => sum + total) === expected;
        }""",
        arg=sum(before) + 15,
    )
    assert page.evaluate("() => scrollY") == 0
