"""The hole seen at a slant passes for a disc that stands before it; a disc that does stand there hides half of it."""

import math
from dataclasses import replace

import numpy as np
import pytest
from synthetic import DISCS, LAMP, RED, scene_at

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc
from vision.read_board import read_board

HEADING_DEG = -80.0
NEAR_HOLE_MM = 60.0
TILTS = pytest.mark.parametrize(
    "tilt_deg", [35.0, *(pytest.param(tilt_deg, marks=pytest.mark.slow) for tilt_deg in (45.0, 55.0, 62.0))]
)


def near_hole(tilt_deg, discs):
    """What is read within 60 mm of the middle of a board whose hole is painted in a team's colour."""
    scene = scene_at(tilt_deg, HEADING_DEG, DISCS + discs)
    scene = replace(scene, board=replace(scene.board, hole_floor=RED), lighting=LAMP)
    bgr = render(scene, seed=3)
    reading = read_board(bgr, locate_board(bgr))
    return [disc for disc in reading.discs if math.hypot(disc.x_mm, disc.y_mm) < NEAR_HOLE_MM]


@TILTS
def test_an_empty_hole_is_no_disc(tilt_deg):
    assert near_hole(tilt_deg, ()) == []


@TILTS
@pytest.mark.parametrize("distance_mm", [20.0, pytest.param(26.0, marks=pytest.mark.slow)])
def test_a_disc_before_the_hole_is_one_disc(tilt_deg, distance_mm):
    towards = np.radians(HEADING_DEG)
    x_mm, y_mm = distance_mm * np.cos(towards), distance_mm * np.sin(towards)
    found = near_hole(tilt_deg, (Disc(x_mm=float(x_mm), y_mm=float(y_mm), team="red", finish=RED),))
    assert [disc.place for disc in found] == ["surface"]
    # Half a disc's width away it would be another thing.
    assert math.dist((found[0].x_mm, found[0].y_mm), (x_mm, y_mm)) < 8.0
