"""A disc that leans on another is asked about: what lies flat overlaps nothing."""

import math
from dataclasses import replace

import numpy as np
import pytest
from synthetic import DISCS, ROOT, SHARED, scene_at

from api.photo import read_photo
from benchmarks.stacked_scene import leaning_on
from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.truth import truth
from vision.read_board import read_board

# Half a radius: nobody who looks there takes other discs for the two.
NEAR_MM = 8.0
# Photos beside the repository in which hard shadows of discs end in as round an edge, and are as dark as a team.
SHADOWS = (
    ("real", "bot_vn_crokinole_top_view.jpg"),
    ("rendered", "overhead_005.jpg"),
    ("rendered", "phone_005.jpg"),
)


def stacked_mm(bgr, view):
    return [doubt.xy_mm for doubt in read_board(bgr, view).doubts if doubt.code == "stacked"]


@pytest.mark.parametrize(
    ("tilt_deg", "azimuth_deg", "lean_deg"), [(0.0, 20.0, 28.0), (25.0, 140.0, 38.0), (25.0, 260.0, 28.0)]
)
def test_a_disc_that_leans_on_another_is_asked_about(tilt_deg, azimuth_deg, lean_deg):
    scene = scene_at(tilt_deg, 35.0)
    upper = leaning_on(DISCS[0], DISCS[1], scene.shape, math.radians(azimuth_deg), math.radians(lean_deg))
    scene = replace(scene, discs=(*DISCS, upper))
    bgr = render(scene, seed=3)
    view = locate_board(bgr)
    (found_mm,) = stacked_mm(bgr, view)
    lower_px, *_, upper_px = (disc["px"] for disc in truth(scene)["discs"])
    pair_mm = view.mm(np.array([lower_px, upper_px]))
    assert np.linalg.norm(pair_mm - found_mm, axis=1).min() < NEAR_MM


@pytest.mark.parametrize("name", ["overhead_01.jpg", "phone_01.jpg"])
def test_shadows_and_false_outlines_beside_flat_discs_are_not(name):
    """Two overlap counted discs on each of these pictures, of no team's colour or of a shadow's."""
    bgr = read_photo(ROOT / "sample_images" / name).bgr
    assert stacked_mm(bgr, locate_board(bgr)) == []


@pytest.mark.parametrize(("folder", "name"), SHADOWS)
def test_nor_are_hard_shadows(folder, name):
    path = SHARED / folder / name
    if not path.exists():
        pytest.skip(f"{path.name} is not beside the repository")
    bgr = read_photo(path).bgr
    assert stacked_mm(bgr, locate_board(bgr)) == []
