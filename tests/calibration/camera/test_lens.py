from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.camera.lens import Lens


@pytest.mark.parametrize("k1", [-0.12, 0.0, 0.08])
def test_distortion_agrees_with_opencv_and_is_undone(k1):
    lens = Lens(x_px=500.0, y_px=400.0, focal_px=1000.0, k1=k1, k2=0.0)
    ideal_px = np.random.default_rng(1).uniform(0, 900, (50, 2))
    matrix = np.array([[1000.0, 0, 500.0], [0, 1000.0, 400.0], [0, 0, 1.0]])
    rays = np.column_stack([(ideal_px - (500.0, 400.0)) / 1000.0, np.ones(50)])
    expected, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), matrix, np.array([k1, 0, 0, 0]))
    assert np.allclose(lens.distort(ideal_px), expected.reshape(-1, 2), atol=1e-9)
    # Six fixed-point steps, each shrinking the error by 3 k1 r^2 < 0.15: 0.15^6 of some tens of px.
    assert np.allclose(lens.undistort(lens.distort(ideal_px)), ideal_px, atol=1e-3)


@pytest.mark.parametrize("k1", [-2.0, -50.0, -1e6, 1e6])
def test_bends_that_no_lens_has_still_give_places(k1):
    """A fit may try any on its way: what comes back must be numbers."""
    lens = Lens(x_px=500.0, y_px=400.0, focal_px=1000.0, k1=k1, k2=0.0)
    seen_px = np.random.default_rng(1).uniform(-500, 1500, (50, 2))
    with np.errstate(all="raise"):
        ideal_px = lens.undistort(seen_px)
        assert np.isfinite(ideal_px).all()
        assert np.isfinite(lens.undistort_by_k1(ideal_px)).all()


def test_no_lower_k1_shows_places_without_turning_back():
    """A lens shows each direction once: what it bends, and straightens again, comes back."""
    straight = Lens(x_px=500.0, y_px=400.0, focal_px=1000.0, k1=0.0, k2=0.0)
    seen_px = np.random.default_rng(1).uniform(0, 1000, (50, 2))
    lowest = straight.lowest_k1(seen_px)
    shows, turns_back = (replace(straight, k1=times * lowest) for times in (1.0, 1.1))
    np.testing.assert_allclose(shows.distort(shows.undistort(seen_px)), seen_px, atol=0.01)
    assert np.abs(turns_back.distort(turns_back.undistort(seen_px)) - seen_px).max() > 1.0
