"""Discs of the board's own wood, found by nothing but other discs' shading, against the renderer's exact truth."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import DARK, LAMP, scene_at, true_solids

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc
from vision.discs.camouflage import find_camouflaged
from vision.discs.likeness import shared_shading

DARK_PLACES = ((60.0, -80.0), (-150.0, 70.0), (30.0, 230.0))
WOOD_PLACES = ((-40.0, -160.0), (220.0, 120.0), (-230.0, -60.0))


def look(tilt_deg, wood_places, blown_mm=None):
    """What is found by the shading of three dark discs, and where discs of the board's wood truly lie, mm.

    blown_mm : corners of what the sensor cuts off all light of.
    """
    plain = scene_at(tilt_deg, -80.0)
    wood = replace(plain.board.surface, grain_azimuth_deg=40.0)
    discs = [Disc(x_mm=x, y_mm=y, team="dark", finish=DARK) for x, y in DARK_PLACES]
    discs += [Disc(x_mm=x, y_mm=y, team="wood", finish=wood) for x, y in wood_places]
    scene = replace(plain, discs=tuple(discs), lighting=LAMP)
    bgr = render(scene, seed=9)
    view = locate_board(bgr)
    solids = true_solids(scene, view)
    dark = solids.taken(np.arange(len(DARK_PLACES)))
    template = shared_shading(bgr, view, dark)
    if blown_mm is not None:
        bgr = cv2.fillPoly(bgr.copy(), [np.round(view.px(blown_mm)).astype(np.int32)], (255, 255, 255))
    found = find_camouflaged(bgr, view, template, dark, dark.xy_mm)
    return found.solids, solids.xy_mm[len(DARK_PLACES) :]


@pytest.mark.parametrize("tilt_deg", [pytest.param(0.0, marks=pytest.mark.slow), 30.0])
def test_each_is_found_where_it_lies(tilt_deg):
    found, true_mm = look(tilt_deg, WOOD_PLACES)
    assert len(found.xy_mm) == len(true_mm)
    away_mm = np.linalg.norm(true_mm[:, None] - found.xy_mm, axis=2).min(axis=1)
    # Nearer than half a radius no other disc can lie.
    assert (away_mm < found.radius_mm[0] / 2).all()


@pytest.mark.parametrize("tilt_deg", [0.0, pytest.param(30.0, marks=pytest.mark.slow)])
def test_bare_wood_pegs_and_the_hole_are_none(tilt_deg):
    found, _ = look(tilt_deg, ())
    assert not len(found.xy_mm)


def test_a_blown_part_of_the_board_hides_none_elsewhere():
    """Where no light differs nothing correlates with anything, and no number says how much."""
    found, true_mm = look(
        30.0, WOOD_PLACES, np.array([(-300.0, -300.0), (300.0, -300.0), (300.0, -95.0), (-300.0, -95.0)])
    )
    beyond = true_mm[true_mm[:, 1] > -80.0]
    away_mm = np.linalg.norm(beyond[:, None] - found.xy_mm, axis=2).min(axis=1, initial=np.inf)
    assert len(beyond) == 2
    assert away_mm.max() < 8.0
