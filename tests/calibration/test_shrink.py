"""A copy shows everything where its scale says."""

import numpy as np
import pytest

from calibration.camera.lens import apply_homography
from calibration.shrink import copy_from_px, shrink, with_even_sides

SPOT_PX = np.array([961.3, 402.7])


def middle_of_light(picture):
    weight = picture[..., 0].astype(np.float64)
    y, x = np.indices(weight.shape)
    return np.array([(x * weight).sum(), (y * weight).sum()]) / weight.sum()


@pytest.mark.parametrize(("width", "height"), [(1600, 1200), (1999, 1501), (1203, 803)])
@pytest.mark.parametrize("scale", [0.5, 0.2505, 640 / 1999, 0.9])
def test_a_spot_is_where_the_scale_puts_it(width, height, scale):
    """Within half a pixel, for sides are rounded."""
    assert off_px(spot(width, height), scale) <= 0.5


@pytest.mark.parametrize(("width", "height"), [(1600, 1200), (1999, 1501), (1203, 803)])
def test_half_a_picture_with_even_sides_shows_it_exactly_there(width, height):
    # Rounded to grey levels, thousands of pixels of light.
    assert off_px(with_even_sides(spot(width, height)), 0.5) < 0.02


def spot(width, height):
    y, x = np.indices((height, width))
    light = 250 * np.exp(-((x - SPOT_PX[0]) ** 2 + (y - SPOT_PX[1]) ** 2) / (2 * 12.0**2))
    return np.repeat(np.rint(light)[..., None], 3, axis=2).astype(np.uint8)


def off_px(picture, scale):
    return np.abs(middle_of_light(shrink(picture, scale)) - apply_homography(copy_from_px(scale), SPOT_PX)).max()
