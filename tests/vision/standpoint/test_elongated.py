"""Discs that look longer one way than across: seen aslant their sides show, which have the hue of the faces."""

import numpy as np
import pytest
from synthetic import TWELVE_DISCS, rendered, scene_at, straightened

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from vision.colour.topdown import look_from_above
from vision.discs.find_discs import find_discs
from vision.standpoint.elongated import CLEARLY, FEWEST, Elongation, measure_elongation

PX_PER_MM = 1.25


def elongation(picture, view, count=None):
    solids = find_discs(picture, view, None).discs.solids
    some = solids.taken(np.arange(len(solids.xy_mm))[:count])
    return measure_elongation(look_from_above(picture, view, PX_PER_MM), some)


@pytest.mark.parametrize(("tilt_deg", "heading_deg"), [(30.0, 20.0), (40.0, -70.0), (52.0, 110.0)])
def test_discs_tell_how_they_lean_but_not_which_way(tilt_deg, heading_deg):
    bgr = render(scene_at(tilt_deg, heading_deg, TWELVE_DISCS), seed=5)
    taken = locate_board(bgr)
    picture, _ = straightened(bgr, taken)
    long = elongation(picture, locate_board(picture))
    x_mm, y_mm, height_mm = taken.camera.centre_mm
    away = -np.array([x_mm, y_mm]) / height_mm
    assert long.is_clear
    off = min(np.linalg.norm(long.lean - lean) for lean in (away, -away))
    assert off < 3 * long.sigma


def test_from_straight_above_discs_are_round():
    long = elongation(render(scene_at(0.0, -90.0, TWELVE_DISCS), seed=5), rendered(0.0, -90.0)[2])
    assert np.isfinite(long.sigma)
    assert not long.is_clear
    assert np.linalg.norm(long.lean) < 3 * long.sigma


@pytest.mark.parametrize("count", [0, FEWEST - 1])
def test_few_discs_tell_nothing(count):
    bgr, _, view = rendered(0.0, -90.0)
    long = elongation(bgr, view, count)
    assert not long.is_clear
    assert not long.is_likely
    assert not long.excludes(np.array([2.0, 0.0]))


def test_a_lean_and_its_opposite_look_alike():
    long = Elongation(lean=np.array([0.0, 0.15]), sigma=0.1)
    assert CLEARLY * long.sigma > 0.15
    assert long.is_likely
    assert long.is_along(np.array([0.1, -0.4]))
    assert not long.is_along(np.array([0.4, 0.1]))
    assert long.excludes(np.array([0.0, -0.6]))
    assert not long.excludes(np.array([0.0, -0.4]))
    # The same length across the way in which they look longer.
    assert long.excludes(np.array([0.2, 0.0]))
