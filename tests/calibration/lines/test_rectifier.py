"""Planes turned back so that their circles are concentric."""

import numpy as np
import pytest

from calibration.camera.lens import apply_homography
from calibration.lines.edges import EdgePoints
from calibration.lines.rectifier import Rectifier, miss_angle, miss_angle_and_slope, rectifiers
from calibration.lines.tilt_hough import TiltedCentre

SIDE_PX = 640.0
RADII_PX = (55.0, 110.0, 165.0)
# As measured on a home photo whose camera was turned away by 12 degrees.
TRUE = Rectifier(x_px=243.0, y_px=288.0, aspect=0.95, azimuth_rad=1.57, perspective_per_px=(1.4e-4, 7.8e-4))


def edges():
    """The three circles in the picture, and clutter twice as many."""
    rng = np.random.default_rng(2)
    azimuth = np.linspace(0.0, 2 * np.pi, 200, endpoint=False)
    ray = np.column_stack([np.cos(azimuth), np.sin(azimuth)])
    px_from_plane = np.linalg.inv(TRUE.plane_from_px())
    points, normals = [], []
    for radius in RADII_PX:
        xy_px = apply_homography(px_from_plane, radius * ray)
        along = np.roll(xy_px, -1, axis=0) - np.roll(xy_px, 1, axis=0)
        points.append(xy_px)
        normals.append(np.column_stack([along[:, 1], -along[:, 0]]) / np.linalg.norm(along, axis=1, keepdims=True))
    turn = rng.uniform(0, 2 * np.pi, 1200)
    points.append(rng.uniform(0, SIDE_PX, (1200, 2)))
    normals.append(np.column_stack([np.cos(turn), np.sin(turn)]))
    return EdgePoints(xy_px=np.concatenate(points), normal=np.concatenate(normals))


def unevenness(rectifier):
    """How much the outer circle's radius varies on the turned-back plane, as a share."""
    outer = apply_homography(rectifier.plane_from_px(), edges().xy_px[400:600])
    radius = np.hypot(*outer.T)
    return float(np.ptp(radius) / radius.mean())


def test_circles_off_the_cameras_axis_are_turned_back():
    # As the tilt stack has it: a cell of a 56th of the picture and a step of the tilts away.
    centre = TiltedCentre(x_px=254.0, y_px=280.0, aspect=0.91, azimuth_rad=-1.57, peak=1.0)
    on_axis, off_axis = rectifiers([centre], edges(), SIDE_PX)
    # A ring pattern follows a line by 2 of 600 columns either way: by 4 in 250, where a board's outer line mostly is.
    assert unevenness(off_axis) < 0.016 < unevenness(on_axis)


# Of x_px, y_px, aspect, azimuth_rad and the two of perspective_per_px: what moves the outer circle by about a pixel.
UNITS = (1.0, 1.0, 1 / SIDE_PX, 1 / SIDE_PX, 1 / SIDE_PX**2, 1 / SIDE_PX**2)


def changed(column, units):
    """The true plane, one of its parameters changed."""
    values = [TRUE.x_px, TRUE.y_px, TRUE.aspect, TRUE.azimuth_rad, *TRUE.perspective_per_px]
    values[column] += units * UNITS[column]
    x_px, y_px, aspect, azimuth_rad, along, across = values
    perspective = (along, across)
    return Rectifier(x_px=x_px, y_px=y_px, aspect=aspect, azimuth_rad=azimuth_rad, perspective_per_px=perspective)


@pytest.mark.parametrize("column", range(len(UNITS)))
def test_slopes_are_those_of_small_changes(column):
    seen, step = edges(), 1e-3
    change = (miss_angle(seen, changed(column, step)) - miss_angle(seen, changed(column, -step))) / (2 * step)
    miss, slopes = miss_angle_and_slope(seen, TRUE)
    slope = slopes[:, column] * UNITS[column]
    np.testing.assert_array_equal(miss, miss_angle(seen, TRUE))
    # Central differences err by the square of the step over the distance to the centre; nearer than 10 px is clutter.
    far = np.hypot(*(seen.xy_px - (TRUE.x_px, TRUE.y_px)).T) > 10.0
    np.testing.assert_allclose(slope[far], change[far], atol=1e-6 * np.abs(change[far]).max())


def test_a_middle_far_from_all_edges_is_left_where_votes_put_it():
    """As of a close-up, where it may lie outside the picture."""
    far = TiltedCentre(x_px=9.0 * SIDE_PX, y_px=0.0, aspect=0.7, azimuth_rad=0.3, peak=1.0)
    planes = list(rectifiers([far], edges(), SIDE_PX))
    assert [(plane.x_px, plane.y_px, plane.aspect) for plane in planes] == 2 * [(far.x_px, far.y_px, far.aspect)]
