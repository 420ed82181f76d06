"""Half a picture shows everything where it should, whatever the sides were."""

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
def test_half_a_picture_with_even_sides_shows_it_exactly_there(width, height):
    # Rounded to grey levels, thousands of pixels of light.
    assert half_off_px(with_even_sides(spot(width, height))) < 0.02


def spot(width, height):
    y, x = np.indices((height, width))
    light = 250 * np.exp(-((x - SPOT_PX[0]) ** 2 + (y - SPOT_PX[1]) ** 2) / (2 * 12.0**2))
    return np.repeat(np.rint(light)[..., None], 3, axis=2).astype(np.uint8)


def half_off_px(picture):
    return np.abs(middle_of_light(shrink(picture, 0.5)) - apply_homography(copy_from_px(0.5), SPOT_PX)).max()
