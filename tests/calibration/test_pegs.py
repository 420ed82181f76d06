"""Pegs stand upright: from aslant they are seen beside their feet, among discs that differ more from the board."""

import numpy as np
import pytest
from synthetic import DARK, RED, scene_at

from calibration.board import PEGS
from calibration.directions import directions
from calibration.locate_board import locate_board
from calibration.pegs import find_pegs
from sample_images.render.photo import render
from sample_images.render.scene import Disc

# Pegs stand 22.5 degrees off the quadrant lines; discs on alternate sides of them, a third of the way to the next peg.
BESIDE_PEGS_MM = 130.0 * directions(np.deg2rad(22.5 + 45.0 * np.arange(8) + np.tile([15.0, -15.0], 4)))


@pytest.mark.parametrize("heading_deg", [-90.0, 20.0])
@pytest.mark.parametrize("tilt_deg", [0.0, 45.0, 58.0])
def test_pegs_are_counted_among_discs_from_any_side(tilt_deg, heading_deg):
    discs = [
        Disc(x_mm=float(x), y_mm=float(y), team="dark" if i % 2 else "red", finish=DARK if i % 2 else RED)
        for i, (x, y) in enumerate(BESIDE_PEGS_MM)
    ]
    bgr = render(scene_at(tilt_deg, heading_deg, tuple(discs)), seed=5)
    pegs, azimuth_rad = find_pegs(bgr, locate_board(bgr))
    assert pegs == PEGS
    # To two places on the line, of half a degree each.
    assert abs((np.degrees(azimuth_rad) - 22.5 + 22.5) % 45 - 22.5) <= 1.0


def test_pegs_that_do_not_show_are_not_counted():
    bgr = render(scene_at(30.0, -90.0), seed=5)
    view = locate_board(bgr)
    nearer = bgr.copy()
    nearer[round(view.px(np.zeros(2))[1]) :] = np.median(bgr, axis=(0, 1))
    assert find_pegs(nearer, view)[0] == PEGS / 2
