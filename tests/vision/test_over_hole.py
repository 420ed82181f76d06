"""A disc that lies flat with its middle over the hole counts as any on the surface, until it would tip."""

import functools
import math
from dataclasses import replace

import pytest
from synthetic import DISCS, LAMP, RED, scene_at

from benchmarks.holes import hole_scene
from calibration.board import HOLE_RADIUS_MM, TOURNAMENT_DISC
from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc
from vision.read_board import read_board

# Of the project's own renderer.
BASE_RADIUS_MM = 14.5
TIPS_MM = math.sqrt(HOLE_RADIUS_MM**2 - BASE_RADIUS_MM**2)
AZIMUTH = math.radians(70.0)


@functools.lru_cache
def read(tilt_deg, off_mm, *, painted):
    """What is seen around a hole with a red disc over its edge, its bottom painted red or not, and what is asked."""
    scene = scene_at(tilt_deg, 35.0, DISCS)
    over = Disc(x_mm=off_mm * math.cos(AZIMUTH), y_mm=off_mm * math.sin(AZIMUTH), team="red", finish=RED)
    board = replace(scene.board, hole_floor=RED) if painted else scene.board
    return at_hole(render(replace(scene, board=board, lighting=LAMP, discs=(*DISCS, over)), seed=4))


def at_hole(bgr):
    reading = read_board(bgr, locate_board(bgr))
    names = {team.id: team.name for team in reading.teams}
    discs = [replace(disc, team=names[disc.team]) for disc in reading.discs]
    near = [disc for disc in discs if math.hypot(disc.x_mm, disc.y_mm) < HOLE_RADIUS_MM + 1.0]
    return near, [doubt for doubt in reading.doubts if doubt.code == "hole" or doubt.xy_mm]


def test_a_disc_tips_where_its_middle_is_nearer_than_the_chord_between_the_points_it_rests_on():
    """A circle of radius b about (d, 0) crosses one of radius h about the origin at x = (h^2 - b^2 + d^2) / 2d."""
    crosses_mm = (HOLE_RADIUS_MM**2 - BASE_RADIUS_MM**2 + TIPS_MM**2) / (2 * TIPS_MM)
    assert crosses_mm == pytest.approx(TIPS_MM)
    usual_mm = TOURNAMENT_DISC.radius_mm - TOURNAMENT_DISC.rounding_mm
    assert pytest.approx(usual_mm, abs=0.2) == BASE_RADIUS_MM


@pytest.mark.parametrize("painted", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("share", [0.3, pytest.param(0.8, marks=pytest.mark.slow)])
@pytest.mark.parametrize("tilt_deg", [12.0, pytest.param(45.0, marks=pytest.mark.slow)])
def test_a_disc_over_the_edge_is_counted_and_nobody_is_asked_what_is_in_the_hole(tilt_deg, share, painted):
    off_mm = TIPS_MM + share * (HOLE_RADIUS_MM - TIPS_MM)
    near, asked = read(tilt_deg, off_mm, painted=painted)
    assert [(disc.place, disc.team) for disc in near] == [("surface", "red")]
    assert math.hypot(near[0].x_mm, near[0].y_mm) == pytest.approx(off_mm, abs=1.0)
    assert not asked


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12])
def test_discs_once_overlooked_without_a_question_are_found(seed):
    near, _ = at_hole(render(hole_scene(seed, "edge"), seed=seed))
    assert [disc.place for disc in near] == ["surface"]


@pytest.mark.slow
def test_a_bottom_seen_at_a_slant_covers_no_board():
    near, _ = at_hole(render(hole_scene(20, "empty"), seed=20))
    assert not near
