"""A disc that lies flat in a hole shallower than itself stands proud of the board: that is no leaning one."""

from dataclasses import replace

import pytest

from benchmarks.holes import hole_scene
from calibration.locate_board import locate_board
from sample_images.render.photo import render
from vision.read_board import read_board

# A quarter of an inch, as the shallowest holes are; discs are 9.2 to 9.9 mm thick here.
SHALLOW_MM = 6.35


@pytest.mark.slow
@pytest.mark.parametrize("seed", [22, 34, 36])
def test_a_proud_disc_is_one_in_the_hole_or_asked_about(seed):
    scene = hole_scene(seed, "hole")
    flat = [replace(disc, base_z_mm=-SHALLOW_MM) if disc.place == "hole" else disc for disc in scene.discs]
    shallow = replace(scene, board=replace(scene.board, hole_depth_mm=SHALLOW_MM), discs=tuple(flat))
    bgr = render(shallow, seed=seed)
    reading = read_board(bgr, locate_board(bgr))
    asked = any(doubt.code == "hole" for doubt in reading.doubts)
    assert asked or "hole" in [disc.place for disc in reading.discs]
