"""A disc that leans on the lip of the hole counts 15; one that lies flat in it 20."""

import functools
import math
from dataclasses import replace

import numpy as np
import pytest
from synthetic import DISCS, LAMP, RED, scene_at

from benchmarks.holes import leaning
from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc
from vision.hole.fit import hole_limits
from vision.hole.lean import fit_leaning
from vision.hole.picture import picture_hole
from vision.read_board import read_board

RADIUS_MM = 15.875
LEANS = pytest.mark.parametrize(
    ("tilt_deg", "azimuth_deg", "off_mm"),
    [
        (35.0, 200.0, 6.0),
        pytest.param(4.0, 80.0, 6.0, marks=pytest.mark.slow),
        pytest.param(50.0, -60.0, 4.5, marks=pytest.mark.slow),
        pytest.param(62.0, 110.0, 6.0, marks=pytest.mark.slow),
    ],
)


@functools.lru_cache
def photo_of_leaning(tilt_deg, azimuth_deg, off_mm):
    """A board on which one disc of a team leans on the lip of the hole."""
    scene = scene_at(tilt_deg, 35.0, DISCS)
    disc = Disc(x_mm=0.0, y_mm=0.0, team="red", finish=RED)
    disc = leaning(disc, scene.board, scene.shape, math.radians(azimuth_deg), off_mm)
    bgr = render(replace(scene, lighting=LAMP, discs=(*DISCS, disc)), seed=4)
    return bgr, locate_board(bgr)


@LEANS
def test_a_leaning_disc_leans_and_nobody_is_asked(tilt_deg, azimuth_deg, off_mm):
    reading = read_board(*photo_of_leaning(tilt_deg, azimuth_deg, off_mm))
    (disc,) = [disc for disc in reading.discs if disc.place in ("hole", "lip")]
    assert disc.place == "lip"
    assert not [doubt for doubt in reading.doubts if doubt.code == "hole"]
    # Where it leans is known to what depths of holes differ by, 8 to 9.6 mm, at the slope of some 20 to 30 degrees.
    true_mm = off_mm * np.array([math.cos(math.radians(azimuth_deg)), math.sin(math.radians(azimuth_deg))])
    # The board may be read a quarter turn round, as nothing but its pegs tells its sides apart.
    turned = [
        (true_mm[0], true_mm[1]),
        (-true_mm[1], true_mm[0]),
        (-true_mm[0], -true_mm[1]),
        (true_mm[1], -true_mm[0]),
    ]
    assert min(math.dist((disc.x_mm, disc.y_mm), at) for at in turned) < 2.5


def test_alone_on_the_board_it_is_counted_and_asked_about():
    scene = scene_at(35.0, 35.0, ())
    disc = Disc(x_mm=0.0, y_mm=0.0, team="red", finish=RED)
    disc = leaning(disc, scene.board, scene.shape, math.radians(200.0), 6.0)
    bgr = render(replace(scene, lighting=LAMP, discs=(disc,)), seed=4)
    reading = read_board(bgr, locate_board(bgr))
    assert [disc.place for disc in reading.discs] == ["lip"]
    assert len(reading.teams) == 1
    assert [doubt for doubt in reading.doubts if doubt.code == "hole"]


def test_of_a_colour_that_no_other_disc_has_it_is_another_teams():
    dark = tuple(disc for disc in DISCS if disc.team == "dark")
    scene = scene_at(35.0, 35.0, dark)
    disc = leaning(Disc(x_mm=0.0, y_mm=0.0, team="red", finish=RED), scene.board, scene.shape, math.radians(200.0), 6.0)
    bgr = render(replace(scene, lighting=LAMP, discs=(*dark, disc)), seed=4)
    reading = read_board(bgr, locate_board(bgr))
    assert [(disc.place, disc.team) for disc in reading.discs if disc.place != "surface"] == [("lip", "B")]
    assert {disc.team for disc in reading.discs if disc.place == "surface"} == {"A"}
    assert [doubt for doubt in reading.doubts if doubt.code == "hole"]


def test_the_fitted_disc_touches_bottom_and_rim():
    bgr, view = photo_of_leaning(35.0, 200.0, 6.0)
    picture = picture_hole(bgr, view, np.zeros((0, 2)), RADIUS_MM)
    limits = hole_limits(picture, RADIUS_MM)
    found = fit_leaning(picture, limits, limits.starts(), RADIUS_MM)
    # The base is over the bottom by its radius times the sine of a slope of 17 to 40 degrees.
    assert 14.0 * math.sin(math.radians(17)) < found.base_mm[2] + 8.0 < 14.8 * math.sin(math.radians(40))


@pytest.mark.parametrize("tilt_deg", [4.0, pytest.param(45.0, marks=pytest.mark.slow)])
def test_a_level_disc_does_not_lean(tilt_deg):
    scene = scene_at(tilt_deg, 35.0, DISCS)
    level = Disc(x_mm=0.8, y_mm=-0.6, team="red", finish=RED, place="hole", base_z_mm=-scene.board.hole_depth_mm)
    bgr = render(replace(scene, lighting=LAMP, discs=(*DISCS, level)), seed=4)
    reading = read_board(bgr, locate_board(bgr))
    assert [disc.place for disc in reading.discs if disc.place in ("hole", "lip")] == ["hole"]
    assert not [doubt for doubt in reading.doubts if doubt.code == "hole"]
