"""A board seen aslant in a picture that was straightened: only its discs still lean."""

import cv2
import numpy as np
import pytest
from synthetic import DARK, RED, rendered, scene_at

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc
from sample_images.render.truth import truth
from vision.read_board import read_board
from vision.straightened import LEAN_SIGMA

# As large as boards are in photos, and all of the surface in the picture.
PX_PER_MM, SIDE_PX = 1.3, 940
SPOTS_MM = (
    (60.0, -40.0), (-150.0, 70.0), (30.0, 250.0), (150.0, -140.0), (-60.0, 160.0), (-250.0, -60.0),
    (-40.0, -160.0), (220.0, 120.0), (-140.0, -190.0), (140.0, 40.0), (-60.0, 30.0), (90.0, -250.0),
)  # fmt: skip
DISCS = tuple(
    Disc(x_mm=x, y_mm=y, team="dark" if i < 6 else "red", finish=DARK if i < 6 else RED)
    for i, (x, y) in enumerate(SPOTS_MM)
)


def straightened(bgr, view):
    """The picture as if from straight above, and the homography that makes it so."""
    to_px = np.array([[PX_PER_MM, 0.0, SIDE_PX / 2], [0.0, -PX_PER_MM, SIDE_PX / 2], [0.0, 0.0, 1.0]])
    straighten = to_px @ np.linalg.inv(view.px_from_mm)
    return cv2.warpPerspective(bgr, straighten, (SIDE_PX, SIDE_PX), flags=cv2.INTER_CUBIC), straighten


@pytest.mark.parametrize(("tilt_deg", "heading_deg"), [(40.0, -70.0), (45.0, -100.0)])
def test_discs_tell_where_the_camera_stood(tilt_deg, heading_deg):
    scene = scene_at(tilt_deg, heading_deg, DISCS)
    bgr = render(scene, seed=5)
    taken = locate_board(bgr)
    picture, straighten = straightened(bgr, taken)
    view = locate_board(picture)
    reading = read_board(picture, view)
    assert view.camera.slant_deg < 1.0
    # The camera's foot lies where it truly does, as seen from its height: within three of the sigmas that are said.
    told, true = (camera.centre_mm[:2] / camera.centre_mm[2] for camera in (reading.view.camera, taken.camera))
    assert np.linalg.norm(told - true) < 3 * LEAN_SIGMA
    found = [disc for disc in reading.discs if disc.place == "surface"]
    assert len(found) == len(DISCS)
    for disc in truth(scene)["discs"]:
        at_px = cv2.perspectiveTransform(np.array([[disc["px"]]]), straighten)[0, 0]
        nearest = min(found, key=lambda one: np.linalg.norm(np.array(one.px) - at_px))
        for gap in nearest.gaps:
            assert abs(gap.gap_mm - disc["gaps_mm"][gap.line]) < 4 * gap.sigma_mm


def test_a_board_seen_from_straight_above_is_left_as_it_is():
    bgr, _, view = rendered(0.0, -90.0)
    assert not read_board(bgr, view).view.camera.is_of_cropped_picture
