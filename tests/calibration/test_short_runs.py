"""Short runs across the board drawn as parabolas."""

import numpy as np
import pytest
from synthetic import scene_at

from calibration.camera.lens import Lens, apply_homography
from calibration.short_runs import along_runs

HALF_MM = 11.0
LINE_MM = 304.8


@pytest.mark.parametrize("tilt_deg", [0.0, 45.0, 70.0])
def test_a_run_lies_where_the_camera_sees_it(tilt_deg):
    camera = scene_at(tilt_deg, 30.0, width=4000).camera
    px_from_mm = camera.matrix @ np.column_stack([camera.rotation[:, :2], camera.translation_mm])
    x_px, y_px = camera.centre_px
    lens = Lens(x_px=x_px, y_px=y_px, focal_px=camera.focal_px, k1=-0.1, k2=0.0)
    azimuth = np.linspace(0.0, 2 * np.pi, 120, endpoint=False)
    ray = np.column_stack([np.cos(azimuth), np.sin(azimuth)])
    places = np.linspace(-1.0, 1.0, 41)

    def seen(at):
        return lens.distort(apply_homography(px_from_mm, (LINE_MM + HALF_MM * at) * ray))

    drawn = np.stack(along_runs(np.stack([seen(at) for at in (-1.0, 0.0, 1.0)]), places), axis=-1)
    exact = np.stack([seen(at) for at in places], axis=1)
    # What the docstring promises, and what single precision leaves of 4000 px.
    assert np.abs(drawn - exact).max() < 0.01 + 4000 * np.finfo(np.float32).eps
