"""Which circles of an unrolled picture are taken for a board's lines."""

import numpy as np

from calibration.board import LINE_RADII_MM
from calibration.lines.polar import AZIMUTHS, PolarView
from calibration.lines.rings import SLACK_COLUMNS, find_pattern

COLUMNS, OUTER_COLUMN, HALF_WIDTH = 600, 400, 1
WOOD, LINE, HALO = 200, 60, 225
# Rays on which a disc as dark as the line touches it from within.
COVERED, DISC_COLUMNS = 12, 40


def sharpened():
    """Dark lines as a camera that sharpens shows them, with light beside every edge."""
    samples = np.full((AZIMUTHS, COLUMNS, 3), WOOD, np.uint8)
    columns = np.round(np.multiply(LINE_RADII_MM, OUTER_COLUMN / LINE_RADII_MM[2])).astype(int)
    for column in columns:
        samples[:, column - HALF_WIDTH - 2 : column + HALF_WIDTH + 3] = HALO
        samples[:, column - HALF_WIDTH : column + HALF_WIDTH + 1] = LINE
        samples[:COVERED, column - DISC_COLUMNS : column] = LINE
    return PolarView(samples=samples, seen=np.ones((AZIMUTHS, COLUMNS), bool), step=1.0), columns


def test_the_light_beside_a_sharpened_line_is_not_the_line():
    view, columns = sharpened()
    pattern = find_pattern(view)
    assert pattern.dark
    np.testing.assert_allclose(pattern.radii, columns, atol=SLACK_COLUMNS + HALF_WIDTH)
