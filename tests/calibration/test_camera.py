"""Focal lengths from homographies of known cameras."""

import numpy as np
import pytest

from calibration.camera import DEFAULT_FOCAL, DEFAULT_FOCAL_SIGMA, solve_camera

SIZE_PX = (1600, 1200)


def homography(tilt_deg, focal, stretched=1.0):
    """Of a plane 1 m away, turned a little, its rings wider one way than the other by a factor."""
    tilt, turn = np.deg2rad([tilt_deg, 25.0])
    about_x = np.array([[1, 0, 0], [0, -np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), -np.cos(tilt)]])
    about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    rotation = about_x @ about_z
    width, height = SIZE_PX
    matrix = np.array([[focal * width, 0, (width - 1) / 2], [0, focal * width, (height - 1) / 2], [0, 0, 1.0]])
    columns = np.column_stack([rotation[:, 0] * stretched, rotation[:, 1], [0.0, 0.0, 1000.0]])
    return matrix @ columns


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
    camera = solve_camera(homography(30.0, 1.0), SIZE_PX, 28.0)
    assert camera.source == "exif"
    assert camera.matrix[0, 0] == pytest.approx(28.0 / 43.267 * np.hypot(*SIZE_PX))
