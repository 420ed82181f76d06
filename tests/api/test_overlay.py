"""The overlay and the JSON show where something was seen that was not counted."""

import json
import math

import numpy as np
import pytest
from synthetic import ROOT

from api.document import to_document
from api.photo import Photo, read_photo
from api.score_photo import draw_overlay, score_photo
from benchmarks.mirrored_lamps import with_lamp
from calibration.directions import directions
from calibration.locate_board import locate_board
from vision.drawing.board_alone import SIDE_PX, board_alone
from vision.drawing.overlay import DOUBT, Mark, draw_marks

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
    before, shown = board_alone(photo.bgr, scored.view)
    x, y = (round(v) for v in shown.px(scored.view.mm(np.array(disc["px"]))))
    radius_px = disc["r_px"] * scored.view.middle_mm_per_px / shown.middle_mm_per_px
    reach = round(2 * radius_px)
    around = (slice(y - reach, y + reach), slice(x - reach, x + reach))

    def in_doubt(picture):
        return (np.abs(picture[around].astype(int) - DOUBT).max(axis=2) < 30).sum()

    # A ring 1.35 radii wide, three lines of a pixel or more each.
    assert in_doubt(overlay) - in_doubt(before) > 2 * math.pi * 1.35 * radius_px


def test_the_picture_shows_the_board_where_it_says():
    photo = read_photo(SAMPLE)
    view = locate_board(photo.bgr)
    picture, shown = board_alone(photo.bgr, view)
    assert max(picture.shape) == SIDE_PX
    assert shown.size_px == picture.shape[1::-1]
    # Enlarged, the board is found a tenth of a pixel of the photo off.
    again = locate_board(picture)
    lines_px = shown.px(view.radii_mm[2] * directions(np.linspace(0.0, 2 * np.pi, 8, endpoint=False)))
    off_mm = np.hypot(*again.mm(lines_px).T) - again.radii_mm[2]
    assert np.abs(off_mm).max() < 0.2 * view.middle_mm_per_px


def test_no_label_hides_its_discs_ring():
    """From over the table discs are small in the photo; each ring shows in its team's colour."""
    photo = read_photo(SAMPLE)
    scored = score_photo(photo)
    overlay = draw_overlay(photo, scored)
    _, shown = board_alone(photo.bgr, scored.view)
    rgb = {entry.team.id: entry.team.rgb for entry in scored.teams}
    around = directions(np.linspace(0.0, 2 * np.pi, 36, endpoint=False))
    for disc in scored.discs:
        ring_px = shown.px(np.array([disc.seen.x_mm, disc.seen.y_mm]) + disc.seen.radius_mm * around)
        ring = overlay[tuple(np.round(ring_px).astype(int).T[::-1])]
        # Lines are two pixels wide and blend into their edges.
        assert np.mean(np.abs(ring.astype(int) - rgb[disc.seen.team][::-1]).max(axis=1) < 60) > 0.9


def test_a_question_beside_a_disc_leaves_its_value_free(slanted):
    """As about a disc that lies half on another."""
    bgr, _, view = slanted
    disc = Mark(x_mm=60.0, y_mm=-40.0, radius_mm=15.9, rgb=(0, 0, 0), label="15", doubtful=False)
    plain, asked = (draw_marks(bgr, view, [disc], places, []) for places in ([], [(68.0, -40.0)]))
    _, shown = board_alone(bgr, view)
    x, y = (round(v) for v in shown.px(np.array([60.0, -40.0])))
    value = (slice(y - 8, y + 8), slice(x - 8, x + 8))
    np.testing.assert_array_equal(asked[value], plain[value])
    assert (np.abs(asked.astype(int) - DOUBT).max(axis=2) < 30).any()
