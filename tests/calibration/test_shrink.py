"""A copy shows everything where its scale says, whatever its sides."""

import numpy as np
import pytest

from calibration.camera.lens import apply_homography
from calibration.shrink import copy_from_px, shrink

SPOT_PX = np.array([961.3, 402.7])


def middle_of_light(picture):
    weight = picture[..., 0].astype(np.float64)
    y, x = np.indices(weight.shape)
    return np.array([(x * weight).sum(), (y * weight).sum()]) / weight.sum()


@pytest.mark.parametrize(("width", "height"), [(1600, 1200), (1999, 1501), (1203, 803)])
@pytest.mark.parametrize("scale", [0.5, 0.2505, 640 / 1999, 0.9])
def test_a_spot_is_where_the_scale_puts_it(width, height, scale):
    y, x = np.indices((height, width))
    light = 250 * np.exp(-((x - SPOT_PX[0]) ** 2 + (y - SPOT_PX[1]) ** 2) / (2 * 12.0**2))
    small = shrink(np.repeat(np.rint(light)[..., None], 3, axis=2).astype(np.uint8), scale)
    seen = middle_of_light(small) - apply_homography(copy_from_px(scale), SPOT_PX)
    # Rounded to grey levels, thousands of pixels of light.
    assert np.abs(seen).max() < 0.02
    assert np.abs(np.array(small.shape[1::-1]) - scale * np.array([width, height])).max() <= 1.0
