"""A board that a player placed by hand, on a picture with known truth."""

import numpy as np
import pytest

from calibration.board import LINE_NAMES, Line, MeasuredSet
from calibration.board_from_handles import board_from_handles
from calibration.view import BoardNotFound
from sample_images.render.camera import project

ENDS_RAD = np.deg2rad([135.0, 45.0, -45.0, -135.0])
# What a finger on a phone's screen misses by: 8 mm on a screen 65 mm wide, of a picture 1000 px wide, is 12 px.
FINGER_PX = np.array([[12.0, -5.0], [-8.0, 9.0], [3.0, 12.0], [-12.0, -2.0]])


def ends_mm(scene):
    radius_mm = scene.board.lines[2].radius_mm
    return np.column_stack([radius_mm * np.cos(ENDS_RAD), radius_mm * np.sin(ENDS_RAD), np.zeros(4)])


def test_handles_are_refined_on_the_rings(slanted):
    bgr, scene, located = slanted
    handles_px = project(scene.camera, ends_mm(scene)) + FINGER_PX
    view = board_from_handles(bgr, handles_px.tolist())
    azimuth = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring_mm = 203.2 * np.column_stack([np.cos(azimuth), np.sin(azimuth)])
    # The same lines, sampled along other rays from another start: two fits, each good to 0.08 px across the ring (as in
    # test_locate_board.py), lie within twice the root of two of that.
    on_ring_mm = view.mm(located.px(ring_mm))
    off_px = (np.hypot(*on_ring_mm.T) - 203.2) / view.mm_per_px(on_ring_mm)
    assert np.abs(off_px).max() < 2 * np.sqrt(2) * 0.08


def test_without_rings_the_board_is_where_the_handles_are():
    blank = np.full((600, 800, 3), 128, np.uint8)
    handles_px = [(300.0, 150.0), (520.0, 170.0), (560.0, 420.0), (260.0, 400.0)]
    view = board_from_handles(blank, handles_px)
    assert view.ring_share == (0.0, 0.0, 0.0)
    ends = view.px(view.lines[2].radius_mm * np.column_stack([np.cos(ENDS_RAD), np.sin(ENDS_RAD)]))
    gaps = np.linalg.norm(ends[:, None] - np.array(handles_px)[None], axis=2)
    np.testing.assert_allclose(gaps.min(axis=1), 0.0, atol=1e-3)


def test_without_rings_a_measured_set_moves_no_handle():
    """Noise all over: the set's radii fit it as well as any, at another place."""
    noise = np.random.default_rng(1).integers(90, 160, (700, 700, 3)).astype(np.uint8)
    handles_px = [(350.0, 100.0), (600.0, 350.0), (350.0, 600.0), (100.0, 350.0)]
    lines = [Line(name=name, radius_mm=r, width_mm=2.0) for name, r in zip(LINE_NAMES, (95, 200, 300), strict=True)]
    view = board_from_handles(noise, handles_px, measured=MeasuredSet(name="club", lines=tuple(lines)))
    assert view.ring_share == (0.0, 0.0, 0.0)
    assert view.radii_mm == (95, 200, 300)
    ends = view.px(300.0 * np.column_stack([np.cos(ENDS_RAD), np.sin(ENDS_RAD)]))
    gaps = np.linalg.norm(ends[:, None] - np.array(handles_px)[None], axis=2)
    np.testing.assert_allclose(gaps.min(axis=1), 0.0, atol=1e-3)


def test_handles_along_one_straight_line_are_refused():
    edge_on = [(100.0, 300.0), (400.0, 297.0), (700.0, 300.0), (400.0, 303.0)]
    with pytest.raises(BoardNotFound, match="handles"):
        board_from_handles(np.full((600, 800, 3), 128, np.uint8), edge_on)


@pytest.mark.parametrize("handles_px", [[(0, 0), (1, 1)], [(0, 0), (0, 9), (9, 9), (9, 0)], [(5, 5)] * 4])
def test_handles_that_span_no_board_are_refused(handles_px):
    with pytest.raises(BoardNotFound, match="handles"):
        board_from_handles(np.zeros((20, 20, 3), np.uint8), handles_px)
