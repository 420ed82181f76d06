"""A bottom painted in a team's colour lies deeper than a disc that fills the hole."""

import functools
from dataclasses import replace

import numpy as np
import pytest
from synthetic import DISCS, LAMP, RED, scene_at

from benchmarks.holes import outcome
from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc
from vision.hole.depth import explain_by_bottom, explain_by_level_disc, fit_bottom, fit_level_disc, wall_seen_mm
from vision.hole.fit import hole_limits
from vision.hole.picture import picture_hole
from vision.read_board import read_board

HEADING_DEG = 35.0
SLANTED = pytest.mark.parametrize(
    "tilt_deg", [pytest.param(22.0, marks=pytest.mark.slow), 32.0, pytest.param(48.0, marks=pytest.mark.slow)]
)


@functools.lru_cache
def photo_of_hole(tilt_deg, *, full):
    """A board whose hole is painted red, as the discs of one team are, with such a disc in it or without."""
    scene = scene_at(tilt_deg, HEADING_DEG, DISCS)
    board = replace(scene.board, hole_floor=RED)
    sunken = Disc(x_mm=0.5, y_mm=-0.4, team="red", finish=RED, place="hole", base_z_mm=-board.hole_depth_mm)
    scene = replace(scene, board=board, lighting=LAMP, discs=(*DISCS, sunken) if full else DISCS)
    bgr = render(scene, seed=4)
    return bgr, locate_board(bgr)


@SLANTED
def test_a_painted_bottom_is_empty_and_nobody_is_asked(tilt_deg):
    reading = read_board(*photo_of_hole(tilt_deg, full=False))
    assert not [disc for disc in reading.discs if disc.place in ("hole", "lip")]
    assert not [doubt for doubt in reading.doubts if doubt.code == "hole"]


@SLANTED
def test_a_disc_over_a_bottom_of_its_colour_is_a_disc_and_nobody_is_asked(tilt_deg):
    reading = read_board(*photo_of_hole(tilt_deg, full=True))
    assert [disc.place for disc in reading.discs if disc.place in ("hole", "lip")] == ["hole"]
    assert not [doubt for doubt in reading.doubts if doubt.code == "hole"]


def test_the_wall_shows_by_depth_times_slope():
    bgr, view = photo_of_hole(32.0, full=False)
    # Seen from a slope of 32 degrees, which is found to a degree without EXIF: 8 mm * tan(32 deg) = 5.0 mm.
    assert wall_seen_mm(picture_hole(bgr, view, np.zeros((0, 2)), 15.875)) == pytest.approx(5.0, abs=0.2)


@pytest.mark.parametrize("full", [True, False])
def test_the_better_picture_of_the_hole_wins(full):
    bgr, view = photo_of_hole(32.0, full=full)
    picture = picture_hole(bgr, view, np.zeros((0, 2)), 15.875)
    limits = hole_limits(picture, 15.875)
    level, bottom = fit_level_disc(picture, limits, 15.875), fit_bottom(picture, limits)
    assert (level.misfit < bottom.misfit) == full


def test_light_from_one_side_tells_a_bottom_from_a_level_face():
    # Straight above nothing else does: the hole's left is lighter than its right, which no level face can be.
    _, view = photo_of_hole(32.0, full=False)
    picture = picture_hole(np.full((900, 1000, 3), 128, np.uint8), view, np.zeros((0, 2)), 15.875)
    lit = np.full_like(picture.colours, 60.0)
    lit -= 1.5 * picture.inside[..., None] * picture.xy_mm[..., :1]
    picture = replace(picture, colours=lit)
    bottom, level = (
        explain_by_bottom(picture, from_aside=True),
        explain_by_level_disc(picture, np.array([0.0, 0.0, picture.hole_radius_mm, 0.0, 0.0]), 15.875, from_aside=True),
    )
    assert bottom.misfit < 0.5 * level.misfit


@pytest.mark.parametrize("tilt_deg", [6.0, 32.0])
def test_a_team_whose_only_disc_lies_in_the_hole_is_asked_about(tilt_deg):
    scene = scene_at(tilt_deg, HEADING_DEG, DISCS[:2])
    sunken = Disc(x_mm=0.5, y_mm=-0.4, team="red", finish=RED, place="hole", base_z_mm=-scene.board.hole_depth_mm)
    bgr = render(replace(scene, lighting=LAMP, discs=(*DISCS[:2], sunken)), seed=4)
    assert [doubt for doubt in read_board(bgr, locate_board(bgr)).doubts if doubt.code == "hole"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "content"),
    # In the last, seen at 6 degrees, a shadow's edge on the bottom is 62 % of the outline of a disc.
    [(51, "lip"), (54, "hole"), (70, "lip"), (79, "lip"), (81, "lip"), (108, "empty")],
)
def test_holes_once_read_wrong_without_a_question(seed, content):
    assert outcome(seed, content) in ("right", "asked")
