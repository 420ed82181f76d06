"""Discs of the board's own colour, which only their shading tells, against the renderer's exact truth."""

import math
from dataclasses import replace

import numpy as np
import pytest
from synthetic import DARK, rendered, scene_at, true_solids

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc, Lamp, Lighting
from sample_images.render.truth import truth
from vision.discs.likeness import MOVES_MM, _most_alike, find_alike, moved, shared_shading
from vision.read_board import read_board

DARK_PLACES = ((60.0, -80.0), (-150.0, 70.0), (30.0, 230.0))
BOARD_PLACES = ((-40.0, -160.0), (220.0, 120.0), (-230.0, -60.0))
LAMP = Lighting(
    ambient=(0.5, 0.5, 0.5),
    contact_shadows=True,
    lamps=(Lamp(position_mm=(-900.0, 1200.0, 1500.0), radius_mm=180.0, colour=(0.5, 0.5, 0.5)),),
)


def scene_with(places, tilt_deg):
    """Three dark discs, and discs at some places of the very wood that the board is made of, grain turned."""
    wood = replace(scene_at(tilt_deg, -80.0).board.surface, grain_azimuth_deg=40.0)
    discs = [Disc(x_mm=x, y_mm=y, team="dark", finish=DARK) for x, y in DARK_PLACES]
    discs += [Disc(x_mm=x, y_mm=y, team="wood", finish=wood) for x, y in places]
    return replace(scene_at(tilt_deg, -80.0, tuple(discs)), lighting=LAMP)


@pytest.fixture(scope="module", params=[pytest.param(0.0, marks=pytest.mark.slow), 30.0])
def read(request):
    """Scene, view and reading of a board with three discs of its own wood."""
    scene = scene_with(BOARD_PLACES, request.param)
    bgr = render(scene, seed=9)
    view = locate_board(bgr)
    return scene, view, read_board(bgr, view)


def test_discs_of_the_boards_own_wood_are_found_and_are_a_team(read):
    scene, _, reading = read
    for disc in truth(scene)["discs"]:
        near = [found for found in reading.discs if math.dist(found.px, disc["px"]) < 0.5 * disc["r_px"]]
        assert len(near) == 1, disc
    assert len(reading.discs) == len(scene.discs)
    sizes = sorted(sum(disc.team == team.id for disc in reading.discs) for team in reading.teams)
    assert sizes == [3, 3]


def test_their_gaps_keep_their_promise(read):
    scene, _, reading = read
    for disc in truth(scene)["discs"]:
        found = min(reading.discs, key=lambda one: math.dist(one.px, disc["px"]))
        for gap in found.gaps:
            # Four sigmas: 1 in 16,000.
            assert abs(gap.gap_mm - disc["gaps_mm"][gap.line]) < 4 * gap.sigma_mm


def test_the_player_is_asked_whether_all_of_them_were_found_unless_they_show_plainly(read):
    """Seen from above this lamp draws all of their rims, so that a fourth could not hide; tilted it does not."""
    _, view, reading = read
    asked = "board_coloured" in {doubt.code for doubt in reading.doubts}
    assert asked is (view.camera.tilt_deg > 20.0)


@pytest.mark.parametrize("tilt_deg", [pytest.param(0.0, marks=pytest.mark.slow), 30.0])
def test_bare_wood_and_the_hole_are_no_discs(tilt_deg):
    bgr = render(scene_with((), tilt_deg), seed=9)
    assert len(read_board(bgr, locate_board(bgr)).discs) == len(DARK_PLACES)


def test_where_a_peg_stands_none_is_however_alike():
    scene = scene_with(BOARD_PLACES, 30.0)
    bgr = render(scene, seed=9)
    view = locate_board(bgr)
    solids = true_solids(scene, view)
    dark, wood = np.arange(len(DARK_PLACES)), len(DARK_PLACES) + np.arange(len(BOARD_PLACES))
    assert find_alike(bgr, view, solids, dark, dark, dark).index.tolist() == wood.tolist()
    # Beside a disc's middle, so that the peg hides little of its outline.
    x, y = solids.xy_mm[wood[0]] * (1 - 6.0 / np.hypot(*solids.xy_mm[wood[0]]))
    pegs_on = replace(view.line_maps[0], radius_mm=float(np.hypot(x, y)))
    with_peg = replace(view, line_maps=(pegs_on, *view.line_maps[1:]), peg_azimuth_rad=float(np.arctan2(y, x)))
    assert find_alike(bgr, with_peg, solids, dark, dark, dark).index.tolist() == wood[1:].tolist()


def test_a_place_of_which_nothing_can_be_said_is_not_moved():
    bgr, scene, view = rendered(32.0, 35.0)
    discs = true_solids(scene, view)
    templates = moved(shared_shading(bgr, view, discs), MOVES_MM)
    blank = np.full_like(bgr, 128)
    correlation, xy_mm = _most_alike(blank, view, discs, discs, templates)
    assert (correlation == -1.0).all()
    np.testing.assert_array_equal(xy_mm, discs.xy_mm)
