"""Pictures on rays from a centre."""

import numpy as np

from calibration.lines.polar import unroll


def test_wide_pictures_are_sampled_to_their_end():
    width = 12_000
    picture = np.repeat(np.linspace(0, 200, width).astype(np.uint8)[None, :, None], 300, axis=0).repeat(3, axis=2)
    middle = np.array([[1.0, 0.0, width - 100.0], [0.0, 1.0, 150.0], [0.0, 0.0, 1.0]])
    view = unroll(picture, middle, 90.0, 90)
    columns = np.round(width - 100.0 + np.arange(90)).astype(int)
    # The first ray runs along the rows; bilinear sampling of whole columns is exact.
    np.testing.assert_array_equal(view.samples[0, :, 0], picture[150, columns, 0])
    assert view.seen[0].all()
