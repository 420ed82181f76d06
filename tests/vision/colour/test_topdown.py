"""The board from straight above shows everything where it is, at any coarseness."""

import numpy as np
import pytest

from vision.colour.topdown import TopDown


@pytest.mark.parametrize("times", [2, 3, 5])
@pytest.mark.parametrize("at_mm", [(0.0, 0.0), (150.0, -80.0)])
def test_a_coarser_picture_keeps_places(times, at_mm):
    side_px, px_per_mm = 1017, 1.25
    axis_mm = (np.arange(side_px) - (side_px - 1) / 2) / px_per_mm
    light = 250 * np.exp(-((axis_mm - at_mm[0]) ** 2 + (-axis_mm[:, None] - at_mm[1]) ** 2) / (2 * 12.0**2))
    bgr = np.repeat(np.rint(light)[..., None], 3, axis=2).astype(np.uint8)
    coarse = TopDown(bgr=bgr, px_per_mm=px_per_mm).coarser(times)
    weight = coarse.bgr[..., 0].astype(np.float64)
    y, x = np.indices(weight.shape)
    middle_px = np.array([(x * weight).sum(), (y * weight).sum()]) / weight.sum()
    assert np.abs(coarse.mm(middle_px) - at_mm).max() < 0.05
