"""A colour that too few discs have to be a team's may be that of the disc in the hole."""

from dataclasses import replace

import pytest
from synthetic import LAMP, RED, scene_at

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc, Finish
from vision.read_board import read_board

PALE_RED, GREEN = Finish(colour=(235, 150, 140)), Finish(colour=(30, 140, 60))
IN_DITCH_MM = 345.0
REDS = (
    Disc(x_mm=60.0, y_mm=-40.0, team="red", finish=RED),
    Disc(x_mm=-150.0, y_mm=70.0, team="red", finish=RED),
    Disc(x_mm=30.0, y_mm=250.0, team="red", finish=RED),
)


@pytest.mark.parametrize("floor", [GREEN, None], ids=["of its colour", "of another"])
def test_a_hole_of_its_colour_is_asked_about(floor):
    """Two colours show once each, in the ditch: one passes for the second team, the other for nobody's."""
    scene = scene_at(12.0, 35.0)
    depth_mm = scene.board.ditch_depth_mm
    lone = [
        Disc(x_mm=x, y_mm=0.0, base_z_mm=-depth_mm, place="ditch", team=team, finish=finish)
        for x, team, finish in ((IN_DITCH_MM, "red", PALE_RED), (-IN_DITCH_MM, "green", GREEN))
    ]
    board = replace(scene.board, hole_floor=floor) if floor else scene.board
    bgr = render(replace(scene, lighting=LAMP, board=board, discs=(*REDS, *lone)), seed=5)
    reading = read_board(bgr, locate_board(bgr))
    assert any(doubt.code == "hole" for doubt in reading.doubts) == (floor is GREEN)
