"""A board seen aslant in a picture that was straightened: only its discs still lean."""

import cv2
import numpy as np
import pytest
from synthetic import TWELVE_DISCS, rendered, scene_at, straightened

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.truth import truth
from vision.read_board import read_board
from vision.standpoint.straightened import LEAN_SIGMA


@pytest.mark.parametrize(
    ("tilt_deg", "heading_deg"),
    [
        (40.0, -70.0),
        pytest.param(20.0, 20.0, marks=pytest.mark.slow),
        *(pytest.param(*at, marks=pytest.mark.slow) for at in ((45.0, -100.0), (52.0, 110.0))),
    ],
)
def test_discs_tell_where_the_camera_stood(tilt_deg, heading_deg):
    scene = scene_at(tilt_deg, heading_deg, TWELVE_DISCS)
    bgr = render(scene, seed=5)
    taken = locate_board(bgr)
    picture, straighten = straightened(bgr, taken)
    view = locate_board(picture)
    reading = read_board(picture, view)
    assert view.camera.slant_deg < 1.0
    # The camera's foot lies where it truly does, as seen from its height: within three of the sigmas that are said,
    # and within half of how far aside that is: an axis that is not told at all is off by all of it.
    told, true = (camera.centre_mm[:2] / camera.centre_mm[2] for camera in (reading.view.camera, taken.camera))
    assert np.linalg.norm(told - true) < min(3 * LEAN_SIGMA, 0.5 * np.linalg.norm(true))
    found = [disc for disc in reading.discs if disc.place == "surface"]
    assert len(found) == len(TWELVE_DISCS)
    for disc in truth(scene)["discs"]:
        at_px = cv2.perspectiveTransform(np.array([[disc["px"]]]), straighten)[0, 0]
        nearest = min(found, key=lambda one: np.linalg.norm(np.array(one.px) - at_px))
        for gap in nearest.gaps:
            assert abs(gap.gap_mm - disc["gaps_mm"][gap.line]) < 4 * gap.sigma_mm


def test_a_board_seen_from_straight_above_is_left_as_it_is():
    bgr, _, view = rendered(0.0, -90.0)
    assert not read_board(bgr, view).view.camera.is_of_cropped_picture
