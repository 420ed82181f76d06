"""Focal lengths and axes from homographies of known cameras."""

import numpy as np
import pytest
from scipy.stats import chi2

from calibration.camera.camera import DEFAULT_FOCAL, DEFAULT_FOCAL_SIGMA, solve_camera

SIZE_PX = (1600, 1200)
# An honest covariance fails so seldom.
RARE = 1e-3


def homography(tilt_deg, focal, stretched=1.0, axis=(0.0, 0.0), size_px=SIZE_PX):
    """Of a plane 1 m away, turned a little, its rings wider one way than the other by a factor.

    axis : how far the optical axis misses the picture's middle, in focal lengths; the plane stays in view.
    """
    tilt, turn = np.deg2rad([tilt_deg, 25.0])
    about_x = np.array([[1, 0, 0], [0, -np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), -np.cos(tilt)]])
    about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    rotation = about_x @ about_z
    width, height = size_px
    x_px, y_px = (width - 1) / 2 + axis[0] * focal * width, (height - 1) / 2 + axis[1] * focal * width
    matrix = np.array([[focal * width, 0, x_px], [0, focal * width, y_px], [0, 0, 1.0]])
    middle_mm = [-1000.0 * axis[0], -1000.0 * axis[1], 1000.0]
    return matrix @ np.column_stack([rotation[:, 0] * stretched, rotation[:, 1], middle_mm])


def off(camera, focal):
    return float(np.log(camera.matrix[0, 0] / (focal * SIZE_PX[0])))


@pytest.mark.parametrize("focal", [0.7, 1.2])
@pytest.mark.parametrize("tilt_deg", [5.0, 15.0, 30.0, 50.0])
def test_a_tilted_board_tells_the_focal_length_as_surely_as_it_says(tilt_deg, focal):
    camera = solve_camera(homography(tilt_deg, focal), SIZE_PX, None)
    assert abs(off(camera, focal)) < 2 * camera.focal_sigma
    assert camera.focal_sigma < DEFAULT_FOCAL_SIGMA
    assert camera.source == ("homography" if tilt_deg >= 15 else "default")


def test_the_more_a_board_tilts_the_surer_it_is():
    sigmas = [solve_camera(homography(tilt, 1.0), SIZE_PX, None).focal_sigma for tilt in (1.0, 5.0, 15.0, 30.0, 50.0)]
    assert sigmas == sorted(sigmas, reverse=True)
    assert sigmas[0] == pytest.approx(DEFAULT_FOCAL_SIGMA, rel=0.01)


@pytest.mark.parametrize("stretched", [0.997, 1.003])
@pytest.mark.parametrize("tilt_deg", [0.5, 1.0, 2.0])
def test_rings_a_millimetre_out_of_round_do_not_pass_for_a_lens(tilt_deg, stretched):
    camera = solve_camera(homography(tilt_deg, DEFAULT_FOCAL, stretched), SIZE_PX, None)
    assert abs(off(camera, DEFAULT_FOCAL)) < 2 * camera.focal_sigma


def test_exif_outweighs_the_board():
    exif = 28.0 / 43.267 * np.hypot(*SIZE_PX) / SIZE_PX[0]
    camera = solve_camera(homography(30.0, 1.04 * exif), SIZE_PX, 28.0)
    assert camera.source == "exif"
    assert abs(off(camera, exif)) < 0.02


@pytest.mark.parametrize("sensor", [(4, 3), (3, 2), (16, 9)])
@pytest.mark.parametrize("tilt_deg", [2.0, 30.0])
def test_a_wide_picture_may_be_cut_from_any_sensor(tilt_deg, sensor):
    """Related to the diagonal of 36 mm by 24, however much of the sensor's height the picture shows."""
    size_px, long_side = (1920, 1080), sensor[0] / np.hypot(*sensor)
    exif = 26.0 / np.hypot(36.0, 24.0) / long_side
    camera = solve_camera(homography(tilt_deg, exif, size_px=size_px), size_px, 26.0)
    assert camera.source == "exif"
    assert not camera.is_of_cropped_picture
    assert abs(np.log(camera.matrix[0, 0] / (exif * size_px[0]))) < 1.5 * camera.focal_sigma


def test_a_board_that_exif_cannot_explain_was_enlarged_from_a_part_of_the_photo():
    camera = solve_camera(homography(30.0, 1.6), SIZE_PX, 28.0)
    assert camera.source != "exif"
    assert camera.is_of_cropped_picture
    assert abs(off(camera, 1.6)) < 2 * camera.focal_sigma


@pytest.mark.parametrize("azimuth_deg", [0.0, 60.0, 120.0, 180.0, 240.0, 300.0])
@pytest.mark.parametrize("tilt_deg", [15.0, 30.0, 45.0])
def test_the_axis_of_a_cropped_photo_is_found_as_surely_as_it_says(tilt_deg, azimuth_deg):
    axis = 0.2 * np.array([np.cos(np.deg2rad(azimuth_deg)), np.sin(np.deg2rad(azimuth_deg))])
    camera = solve_camera(homography(tilt_deg, 1.0, axis=axis), SIZE_PX, None)
    # Along the tilt an axis that lies elsewhere looks like another focal length: there nothing may be noticed.
    across = abs(axis[0]) > 0.05
    assert camera.is_of_cropped_picture or not across
    if camera.is_of_cropped_picture:
        middle_px = (np.array(SIZE_PX) - 1) / 2
        missed = np.append(off(camera, 1.0), (camera.matrix[:2, 2] - middle_px) / SIZE_PX[0] - axis)
        assert missed @ np.linalg.solve(camera.covariance, missed) < chi2.isf(RARE, 3)
        assert np.linalg.norm(missed[1:]) < np.linalg.norm(axis)


@pytest.mark.parametrize("axis", [(0.01, 0.0), (0.0, -0.02), (0.015, 0.015)])
@pytest.mark.parametrize("tilt_deg", [2.0, 15.0, 30.0, 50.0])
def test_an_axis_as_cameras_have_it_is_no_cropped_photos(tilt_deg, axis):
    assert not solve_camera(homography(tilt_deg, 0.9, axis=axis), SIZE_PX, None).is_of_cropped_picture


@pytest.mark.parametrize("aspect", [0.75, 0.9, 4 / 3])
@pytest.mark.parametrize("tilt_deg", [0.0, 2.0, 4.0])
def test_a_stretched_picture_tells_how_much(tilt_deg, aspect):
    width, height = SIZE_PX
    size_px = (round(aspect * width), height)
    camera = solve_camera(np.diag([aspect, 1.0, 1.0]) @ homography(tilt_deg, 0.85), size_px, None)
    assert camera.stretched > 0.9
    # Rings are round to RINGS_SIGMA, and a tilt of 4 degrees shortens them by 0.002.
    assert camera.matrix[0, 0] / camera.matrix[1, 1] == pytest.approx(aspect, rel=0.01)
    assert camera.tilt_deg == pytest.approx(tilt_deg, abs=4.0)


def test_a_cropped_photo_is_not_held_for_stretched():
    assert solve_camera(homography(30.0, 1.0, axis=(0.2, 0.0)), SIZE_PX, None).stretched < 0.1
