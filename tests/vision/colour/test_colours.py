"""Colours of discs and of what lies around them."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import rendered

from calibration.board import TOURNAMENT_DISC
from vision.colour.colour_space import lab
from vision.colour.colours import surround_colours
from vision.placing.outline import Solids, outline_mm

WOOD_BGR, PURPLE_BGR = (60.0, 90.0, 130.0), (170.0, 60.0, 140.0)
BESIDE_MM = TOURNAMENT_DISC.radius_mm + 5.0
ON_DIAGONAL_MM = np.sqrt(0.5) * np.array([(1.0, 1.0)])


def pictured(view, painted):
    """A board of bare wood, purple where (N, 2) places are painted."""
    width, height = view.size_px
    xy_px = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1)
    xy_mm = view.mm(xy_px.reshape(-1, 2).astype(np.float64)).reshape(height, width, 2)
    return np.where(painted(xy_mm)[..., None], PURPLE_BGR, WOOD_BGR).astype(np.uint8)


@pytest.fixture(scope="module")
def view():
    """Lines as wide as a disc."""
    seen = rendered(32.0, 35.0)[2]
    fifteen, ten, outer = (replace(line, width_mm=30.0) for line in seen.lines)
    return replace(seen, lines=(fifteen, ten, outer))


def lines(view):
    def painted(xy_mm):
        radius_mm = np.hypot(xy_mm[..., 0], xy_mm[..., 1])
        across_mm = np.abs(np.abs(xy_mm[..., 0]) - np.abs(xy_mm[..., 1])) / np.sqrt(2)
        between = (radius_mm > view.lines[1].radius_mm) & (radius_mm < view.lines[2].radius_mm)
        on_ring = [np.abs(radius_mm - line.radius_mm) < line.width_mm / 2 for line in view.lines]
        return np.any(on_ring, axis=0) | (between & (across_mm < view.lines[2].width_mm / 2))

    return painted


def around(view, bgr, xy_mm):
    """(3,) around a disc at (1, 2)."""
    solids = Solids.alike(
        xy_mm,
        radius_mm=TOURNAMENT_DISC.radius_mm,
        rounding_mm=TOURNAMENT_DISC.rounding_mm,
        thickness_mm=TOURNAMENT_DISC.thickness_mm,
    )
    return surround_colours(bgr, view, outline_mm(solids, view))[0]


def test_lines_that_cross_the_surroundings_are_no_part_of_the_board_s_colour(view):
    """In the corners between a quadrant line and the outer one bare wood passed for two discs: purple around them."""
    corner_mm = (view.lines[2].radius_mm - BESIDE_MM) * ON_DIAGONAL_MM + BESIDE_MM * ON_DIAGONAL_MM * (1.0, -1.0)
    wood = lab(np.float32([[WOOD_BGR]]))[0, 0]
    np.testing.assert_allclose(around(view, pictured(view, lines(view)), corner_mm), wood, atol=1.0)


def test_what_surrounds_a_disc_on_three_sides_is_the_board_s_colour_there(view):
    """A painted field is no line."""
    field = pictured(view, lambda xy_mm: xy_mm[..., 0] < 60.0)
    purple = lab(np.float32([[PURPLE_BGR]]))[0, 0]
    np.testing.assert_allclose(around(view, field, np.array([(50.0, 20.0)])), purple, atol=1.0)


def test_a_disc_on_nothing_but_lines_has_their_colour_around_it(view):
    wide = replace(view, lines=tuple(replace(line, width_mm=90.0) for line in view.lines))
    purple = lab(np.float32([[PURPLE_BGR]]))[0, 0]
    at_mm = np.array([(view.lines[1].radius_mm, 0.0)])
    np.testing.assert_allclose(around(wide, pictured(wide, lines(wide)), at_mm), purple, atol=1.0)
