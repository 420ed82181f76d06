"""Doubts about a place that come from the camera and from blur, on a rendered board."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import scene_at, true_solids

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc, Finish
from vision.shading.placing_doubts import ASIDE_BY_THICKNESS, by_thickness_mm, lean_mm2, softness_mm2

SPOTS_MM = ((60.0, -40.0), (-150.0, 70.0), (30.0, 250.0))
# At the exposure below the sensor cuts the first one's light off, and none of the board's.
WALNUT = Finish(colour=(110, 72, 48))
COLOURS = ((250, 250, 250), (40, 38, 36), (120, 60, 50))


@pytest.fixture(scope="module")
def seen():
    """A photo with one blown face and two others, its view, and the true solids."""
    discs = tuple(
        Disc(x_mm=x, y_mm=y, team="a", finish=Finish(colour=colour))
        for (x, y), colour in zip(SPOTS_MM, COLOURS, strict=True)
    )
    scene = scene_at(20.0, -80.0, discs, 1200)
    sensor = replace(scene.camera.sensor, exposure=1.6, psf_sigma_px=0.8)
    board = replace(scene.board, surface=WALNUT, ink=Finish(colour=COLOURS[0]))
    scene = replace(scene, board=board, camera=replace(scene.camera, sensor=sensor))
    bgr = render(scene, seed=5)
    view = locate_board(bgr, 28.0)
    return bgr, view, true_solids(scene, view)


def test_places_are_in_doubt_by_as_much_as_a_doubtful_camera_moves_what_stands_where_it_is_seen(seen):
    _, view, solids = seen
    half_mm = solids.thickness_mm / 2
    seen_mm = view.apparent_mm(solids.xy_mm, half_mm)
    change = np.array([0.01, 0.004, -0.006])
    moved_mm = view.with_camera(change, view.camera.covariance).stand_mm(seen_mm, half_mm) - solids.xy_mm
    doubtful = view.with_camera(np.zeros(3), np.outer(change, change))
    moved_mm2 = moved_mm[:, :, None] * moved_mm[:, None, :]
    # A change of a hundredth leaves a few hundredths to the second order.
    np.testing.assert_allclose(lean_mm2(solids, doubtful), moved_mm2, rtol=0.0, atol=0.04 * moved_mm2.max())


def test_a_softer_photo_leaves_more_open(seen):
    bgr, view, solids = seen
    dark = solids.taken(np.array([1, 2]))
    by_light = np.ones(2, bool)
    softer = softness_mm2(bgr, replace(view, blur_px=2 * view.blur_px), dark, by_light)
    # An edge moves by the blur's variance.
    np.testing.assert_allclose(softer, 2**4 * softness_mm2(bgr, view, dark, by_light))


def softness_in_blurs(bgr, view, solids, *, by_light):
    """(M,) standard deviation of softness along either axis, over the blur's."""
    covariance_mm2 = softness_mm2(bgr, view, solids, np.full(len(solids.xy_mm), by_light))
    return np.sqrt(np.trace(covariance_mm2, axis1=1, axis2=2) / 2) / (view.blur_px * view.mm_per_px(solids.xy_mm))


def test_blown_faces_placed_by_their_edges_are_unsure_by_a_share_of_the_blur(seen):
    blown, *others = softness_in_blurs(*seen, by_light=False)
    assert blown > 0.4
    assert max(others) < 0.2


def test_a_model_of_the_light_allows_for_blown_faces(seen):
    blown, *others = softness_in_blurs(*seen, by_light=True)
    assert max(others) < blown < 0.2


def test_beside_a_board_that_is_blown_no_model_of_the_light_helps(seen):
    bgr, view, solids = seen
    whole = np.full_like(bgr, 255)
    assert (softness_in_blurs(whole, view, solids, by_light=True) > 0.4).all()
    # Half of the first disc's surroundings.
    half = bgr.copy()
    x_px = int(view.px(solids.xy_mm[:1])[0, 0])
    half[:, x_px:] = 255
    assert softness_in_blurs(half, view, solids, by_light=True)[0] > 0.4


def test_thickness_is_in_doubt_where_discs_are_seen_aside():
    scene = scene_at(40.0, -90.0, (Disc(x_mm=30.0, y_mm=0.0, team="a", finish=Finish(colour=COLOURS[1])),))
    view = locate_board(render(scene, seed=5), 28.0)
    (thicker_mm,) = by_thickness_mm(true_solids(scene, view), view, 0.7)
    # A point is seen aside by its height times the tangent of the angle at which the camera sees it.
    aside_mm = ASIDE_BY_THICKNESS * 0.7 * np.tan(np.radians(40.0))
    assert np.hypot(*thicker_mm) == pytest.approx(aside_mm, rel=0.05)
