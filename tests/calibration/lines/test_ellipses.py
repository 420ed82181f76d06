"""Ellipses among edge points, and the planes on which they are circles, against circles projected by a known camera."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from calibration.camera.lens import apply_homography
from calibration.lines.circle_planes import circle_planes
from calibration.lines.edges import EdgePoints
from calibration.lines.ellipses import as_ellipse, find_ellipses

SIZE_PX = (640, 480)
# One of the focal lengths that are tried.
FOCAL_PX = 640.0
RADIUS_MM, INNER_MM = 330.0, 200.0


def px_from_mm(tilt_deg):
    """A board 1.2 m away, off the camera's axis, as a pinhole camera sees it."""
    turned = Rotation.from_euler("ZX", [30.0, tilt_deg], degrees=True).as_matrix()
    camera = np.array([[FOCAL_PX, 0, 320.0], [0, FOCAL_PX, 240.0], [0, 0, 1.0]])
    return camera @ np.column_stack([turned[:, :2], (60.0, -40.0, 1200.0)])


def circle_px(tilt_deg, radius_mm, degrees=360.0):
    """Points along a circle's image, one a pixel or nearer, and its normals there."""
    azimuth = np.radians(np.arange(0.0, degrees, 0.25))
    xy_px = apply_homography(px_from_mm(tilt_deg), radius_mm * np.column_stack([np.cos(azimuth), np.sin(azimuth)]))
    along = np.gradient(xy_px, axis=0)
    return xy_px, np.column_stack([along[:, 1], -along[:, 0]]) / np.linalg.norm(along, axis=1, keepdims=True)


def edges_of(curves, clutter=0):
    """Edge points of curves as a detector gives them, unbroken runs of whole pixels, amid points of grain."""
    rng = np.random.default_rng(5)
    xy_px, normal = (np.concatenate(parts) for parts in zip(*curves, strict=True))
    xy_px = np.vstack([np.round(xy_px), rng.integers(0, 480, (clutter, 2))])
    turn = rng.uniform(0, 2 * np.pi, clutter)
    normal = np.vstack([normal, np.column_stack([np.cos(turn), np.sin(turn)])])
    xy_px, first = np.unique(xy_px, axis=0, return_index=True)
    return EdgePoints(xy_px=xy_px, normal=normal[first])


def true_conic(tilt_deg, radius_mm):
    mm_from_px = np.linalg.inv(px_from_mm(tilt_deg))
    return mm_from_px.T @ np.diag([1.0, 1.0, -(radius_mm**2)]) @ mm_from_px


@pytest.mark.parametrize("tilt_deg", [5.0, 30.0, 55.0])
@pytest.mark.parametrize("seen_deg", [360.0, 250.0])
def test_a_circle_is_found_among_grain(tilt_deg, seen_deg):
    edges = edges_of([circle_px(tilt_deg, RADIUS_MM, seen_deg)], clutter=3000)
    found = find_ellipses(edges, SIZE_PX, 3)[0]
    true = as_ellipse(true_conic(tilt_deg, RADIUS_MM))
    # Rounding is 0.3 px (one standard deviation) of some 600 points, so that stray ones within 1.5 px decide, which
    # pull by half of that at most, and more where a third of the circle is hidden.
    off_px = 0.75 if seen_deg == 360.0 else 1.5
    assert np.abs(found.centre - true.centre).max() < off_px
    assert np.abs(found.semi_axes - true.semi_axes).max() < off_px


def test_less_than_half_a_circle_is_none():
    assert find_ellipses(edges_of([circle_px(30.0, RADIUS_MM, 150.0)]), SIZE_PX, 3) == []


def test_nothing_is_found_among_nothing():
    nothing = EdgePoints(xy_px=np.zeros((0, 2)), normal=np.zeros((0, 2)))
    assert find_ellipses(nothing, SIZE_PX, 3) == []


def test_one_circle_is_one_ellipse_and_two_are_two():
    curves = [circle_px(30.0, RADIUS_MM), circle_px(30.0, INNER_MM)]
    assert len(find_ellipses(edges_of(curves[:1]), SIZE_PX, 5)) == 1
    assert len(find_ellipses(edges_of(curves), SIZE_PX, 5)) == 2


@pytest.mark.parametrize("tilt_deg", [5.0, 30.0, 55.0])
def test_the_boards_plane_is_among_those_of_a_circle(tilt_deg):
    edges = edges_of([circle_px(tilt_deg, RADIUS_MM), circle_px(tilt_deg, INNER_MM)])
    planes = circle_planes(as_ellipse(true_conic(tilt_deg, RADIUS_MM)), edges, SIZE_PX, 38)
    inner_px, _ = circle_px(tilt_deg, INNER_MM)
    middle_px = apply_homography(px_from_mm(tilt_deg), np.zeros(2))

    def unevenness(plane):
        radius = np.hypot(*apply_homography(plane.plane_from_px(), inner_px).T)
        return np.ptp(radius) / radius.mean()

    # Its focal length is tried: another circle is one there too, about the same middle, to rounding.
    exact = min(planes, key=unevenness)
    assert unevenness(exact) < 1e-6
    assert np.abs((exact.x_px, exact.y_px) - middle_px).max() < 1e-4
    # The edges of the inner circle, rounded to pixels, tell it from most of the others.
    assert planes.index(exact) < 8


def test_what_is_no_ellipse_is_none():
    hyperbola, imaginary = np.diag([1.0, -1.0, -1.0]), np.diag([1.0, 1.0, 1.0])
    assert as_ellipse(hyperbola) is None
    assert as_ellipse(imaginary) is None
