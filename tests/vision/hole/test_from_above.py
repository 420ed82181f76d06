"""What fills the hole, or only seems to, seen from above: right, or asked about."""

from dataclasses import replace

import pytest
from synthetic import DARK, DISCS, LAMP, scene_at

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc, Finish, Inlay
from vision.read_board import read_board

WOOD = Finish(colour=(205, 165, 115))
PALE = Finish(colour=(235, 232, 225))
DOT = Inlay(inner=0.0, outer=0.35, colour=(66.0, 62.0, 48.0))


def read(tilt_deg, discs, floor=None, width=1000):
    """What the hole is read as, and whether that is asked about."""
    scene = replace(scene_at(tilt_deg, 35.0, discs, width), lighting=LAMP)
    if floor:
        scene = replace(scene, board=replace(scene.board, hole_floor=floor))
    bgr = render(scene, seed=5)
    reading = read_board(bgr, locate_board(bgr))
    places = [disc.place for disc in reading.discs if disc.place in ("hole", "lip")]
    return places, any(doubt.code == "hole" for doubt in reading.doubts)


@pytest.mark.parametrize("inlay", [None, DOT], ids=["plain", "with a dot"])
@pytest.mark.parametrize("tilt_deg", [0.0, pytest.param(12.0, marks=pytest.mark.slow)])
def test_a_dark_disc_in_the_hole_is_never_overlooked(tilt_deg, inlay):
    depth_mm = scene_at(tilt_deg, 35.0).board.hole_depth_mm
    in_hole = Disc(x_mm=0.6, y_mm=-0.5, base_z_mm=-depth_mm, place="hole", team="dark", finish=DARK)
    discs = tuple(replace(disc, inlay=inlay) if disc.team == "dark" else disc for disc in (*DISCS, in_hole))
    places, asked = read(tilt_deg, discs)
    assert asked or places == ["hole"]


@pytest.mark.parametrize("tilt_deg", [pytest.param(0.0, marks=pytest.mark.slow), 12.0])
def test_a_dark_hole_of_another_colour_is_empty_without_a_question(tilt_deg):
    assert read(tilt_deg, DISCS) == ([], False)


@pytest.mark.parametrize("tilt_deg", [0.0, pytest.param(7.0, marks=pytest.mark.slow)])
def test_a_rims_shadow_on_a_bottom_like_the_discs_is_no_disc(tilt_deg):
    discs = tuple(replace(disc, finish=WOOD) if disc.team == "dark" else disc for disc in DISCS)
    places, asked = read(tilt_deg, discs, floor=WOOD, width=1300)
    assert asked or not places


# The second as on a real board, hole and discs.
@pytest.mark.parametrize(("larger", "hole_mm"), [(1.0, 17.46), (1.14, 21.8)])
def test_a_pale_disc_in_the_hole_is_one_however_wide_the_discs_are(larger, hole_mm):
    """In holes for larger discs it ended where a tournament board's painted bottom does."""
    depth_mm = scene_at(2.0, 35.0).board.hole_depth_mm
    in_hole = Disc(x_mm=0.6, y_mm=-0.5, base_z_mm=-depth_mm, place="hole", team="dark", finish=PALE)
    discs = [replace(disc, finish=PALE) if disc.team == "dark" else disc for disc in DISCS]
    scene = replace(scene_at(2.0, 35.0, (*discs, in_hole)), lighting=LAMP)
    shape = scene.shape
    wide = replace(shape, radius_mm=larger * shape.radius_mm, base_radius_mm=larger * shape.base_radius_mm)
    scene = replace(scene, shape=wide, board=replace(scene.board, hole_radius_mm=hole_mm))
    bgr = render(scene, seed=5)
    reading = read_board(bgr, locate_board(bgr))
    assert [disc.place for disc in reading.discs if disc.place != "surface"] == ["hole"]
    assert "hole" not in {doubt.code for doubt in reading.doubts}
