"""A hole drilled off the middle of the lines, and wider than a regular one, is read all the same."""

import functools
from dataclasses import replace

import numpy as np
import pytest
from synthetic import DISCS, LAMP, RED, scene_at

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc
from vision.hole.depth import fit_bottom, fit_level_disc
from vision.hole.fit import hole_limits
from vision.hole.picture import picture_hole
from vision.read_board import read_board

# The lines lie so far off the hole, which the renderer puts in the middle.
OFF_MM, HOLE_MM, DISC_MM = np.array([1.6, -2.0]), 18.5, 15.875
OFFSET_MM = np.array([0.6, 1.0])
FULL = pytest.mark.parametrize("full", [True, False])


@functools.lru_cache
def photo_of_hole(full):
    """A board with such a hole, its bottom painted like the discs, and a disc in it or none."""
    scene = scene_at(32.0, 35.0, DISCS)
    lines = tuple(replace(line, offset_mm=tuple(OFF_MM)) for line in scene.board.lines)
    board = replace(scene.board, lines=lines, hole_radius_mm=HOLE_MM, hole_floor=RED)
    x_mm, y_mm = OFFSET_MM
    sunken = Disc(x_mm=x_mm, y_mm=y_mm, team="red", finish=RED, place="hole", base_z_mm=-board.hole_depth_mm)
    scene = replace(scene, board=board, lighting=LAMP, discs=(*DISCS, sunken) if full else DISCS)
    bgr = render(scene, seed=4)
    return bgr, locate_board(bgr)


@FULL
def test_what_lies_in_it_is_read_and_nobody_is_asked(full):
    reading = read_board(*photo_of_hole(full))
    assert [disc.place for disc in reading.discs if disc.place in ("hole", "lip")] == (["hole"] if full else [])
    assert not [doubt for doubt in reading.doubts if doubt.code == "hole"]


@FULL
def test_its_circle_and_the_disc_are_found_to_half_a_pixel(full):
    bgr, view = photo_of_hole(full)
    picture = picture_hole(bgr, view, np.zeros((0, 2)), DISC_MM)
    limits = hole_limits(picture, DISC_MM)
    fit = fit_level_disc(picture, limits, DISC_MM) if full else fit_bottom(picture, limits)
    found = np.array([np.hypot(*fit.at[:2]), fit.at[2]])
    half_px_mm = 0.5 * view.middle_mm_per_px
    assert found == pytest.approx([np.hypot(*OFF_MM), HOLE_MM], abs=half_px_mm)
    if full:
        assert np.hypot(*(fit.at[3:] - fit.at[:2])) == pytest.approx(np.hypot(*OFFSET_MM), abs=half_px_mm)
