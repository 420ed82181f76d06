"""The JSON object, field by field."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from synthetic import ROOT

from api.board_in import board_in
from api.document import to_document
from api.photo import read_photo
from api.score_photo import score_photo
from api.scorekeeping.board_px import board_px
from calibration.camera.camera import changed
from calibration.camera.lens import Lens

PHOTO = ROOT / "sample_images" / "phone_01.jpg"


@pytest.fixture(scope="module")
def document():
    return json.loads(json.dumps(to_document(score_photo(read_photo(PHOTO))), allow_nan=False))


def test_top_level(document):
    assert document["schema"] == "crokinole.score/1"
    assert document["status"] in ("scored", "needs_review")
    assert document["ruleset"] == "nca"
    assert set(document) >= {"image", "reasons", "board", "camera", "teams", "discs", "result"}


def test_board_and_camera_agree(document):
    """The homography is what the camera does to the plane, up to scale: pose and homography tell one story."""
    camera, board = document["camera"], document["board"]
    rotation = np.array(camera["rotation"])
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], camera["translation_mm"]])
    from_camera = np.array(camera["matrix"]) @ plane
    homography = np.array(board["homography"])
    # The homography has two degrees of freedom more than a pose; a corner of the board agrees to a few px.
    corner = np.array([250.0, 150.0, 1.0])
    a, b = from_camera @ corner, homography @ corner
    assert np.allclose(a[:2] / a[2], b[:2] / b[2], atol=4.0)
    assert [line["name"] for line in board["lines"]] == ["15", "10", "outer"]
    assert camera["source"] in ("exif", "homography", "default")


def test_a_cropped_picture_lies_where_its_document_says():
    """Its lens bends about the picture's middle, which its optical axis does not meet."""
    photo = read_photo(PHOTO)
    located = board_in(photo, None)
    width, height = located.size_px
    lens = Lens(x_px=(width - 1) / 2, y_px=(height - 1) / 2, focal_px=float(max(width, height)), k1=-0.06, k2=0.02)
    camera = changed(located.camera, located.px_from_mm, np.array([0.2, 0.1, -0.05]), located.camera.covariance)
    scored = score_photo(photo)
    bent = replace(scored, view=replace(scored.view, lens=lens, camera=camera))
    document = json.loads(json.dumps(to_document(bent)))
    places_mm = np.array([[0.0, 0.0], [300.0, 0.0], [0.0, -300.0], [-200.0, 150.0]])
    np.testing.assert_allclose(board_px(document, places_mm), bent.view.px(places_mm), atol=1e-6)


def test_the_camera_is_the_one_that_the_discs_told_of():
    """A photo from straight above without EXIF: the board alone leaves the focal length to a guess."""
    photo = read_photo(ROOT / "sample_images" / "overhead_01.jpg")
    guessed, told = board_in(photo, None).camera, score_photo(photo).view.camera
    assert guessed.source == told.source == "default"
    assert told.focal_sigma < guessed.focal_sigma
    assert told.matrix[0, 0] != guessed.matrix[0, 0]


def test_discs_land_on_their_pixels(document):
    homography = np.array(document["board"]["homography"])
    for disc in document["discs"]:
        x, y, w = homography @ (disc["x_mm"], disc["y_mm"], 1.0)
        # The lens moves a point of this picture by less than 3 % of its distance from the middle.
        assert math.dist((x / w, y / w), disc["px"]) < 25


def test_values_follow_from_gaps(document):
    for disc in document["discs"]:
        if disc["place"] != "surface":
            continue
        assert disc["call"] in ("clear", "touching", "too_close")
        assert (disc["other_value"] is not None) == (disc["call"] == "too_close")
        expected = 0.5 * math.erfc(disc["gap_mm"] / disc["gap_sigma_mm"] / math.sqrt(2))
        assert disc["p_touch"] == pytest.approx(expected, abs=0.01)


def test_totals_add_up(document):
    for team in document["teams"]:
        own = [disc for disc in document["discs"] if disc["team"] == team["id"]]
        on_board = sum(disc["value"] for disc in own if disc["place"] != "hole")
        assert team["board_points"] == on_board
        assert team["total"] == on_board + 20 * team["twenties"]


def test_every_question_names_a_disc_or_a_place(document):
    ids = {disc["id"] for disc in document["discs"]}
    for reason in document["reasons"]:
        assert reason["message"].endswith(("?", ".", "all."))
        assert reason["disc"] is None or reason["disc"] in ids
