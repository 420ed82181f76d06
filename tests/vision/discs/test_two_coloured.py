"""Discs with faces of two colours, and what one of them looks like in the hole."""

import functools
import math
from dataclasses import replace

import pytest
from synthetic import DISCS, LAMP, RED, scene_at

from calibration.board import HOLE_DEPTH_MM
from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc, Inlay
from sample_images.render.truth import truth
from vision.discs.find_discs import find_discs
from vision.read_board import read_board

WHITE = (235.0, 232.0, 225.0)
# Shares of the radius between which the red discs are white: a middle, a narrow and a wide ring.
INLAYS = ((0.0, 0.4), (0.0, 0.6), (0.45, 0.65), (0.6, 0.9))
SLOW = [pytest.param(between, marks=pytest.mark.slow) for between in (INLAYS[0], INLAYS[2])]
SOME_SLOW = [INLAYS[1], INLAYS[3], *SLOW]


@functools.cache
def seen(between, tilt_deg, *, full=True):
    """Photo and view of dark discs and red ones with white between these shares of their radius, one in a full hole."""
    inlay = Inlay(inner=between[0], outer=between[1], colour=WHITE) if between else None
    in_hole = Disc(x_mm=0.6, y_mm=-0.5, base_z_mm=-HOLE_DEPTH_MM, place="hole", team="red", finish=RED)
    lying = (*DISCS, in_hole) if full else DISCS
    discs = [replace(disc, inlay=inlay) if disc.team == "red" else disc for disc in lying]
    bgr = render(replace(scene_at(tilt_deg, 35.0, tuple(discs)), lighting=LAMP), seed=5)
    return bgr, locate_board(bgr)


@pytest.mark.parametrize("between", [None, *SOME_SLOW])
def test_teams_of_two_colours_are_known(between):
    bgr, view = seen(between, 12.0)
    patterns = find_discs(bgr, view, None).patterns
    assert len(patterns.team) == (1 if between else 0)


def test_a_wide_dot_is_known_with_its_size():
    """Within what the blur of its edge and the rings' distance leave."""
    [inlay] = find_discs(*seen((0.0, 0.6), 12.0), None).patterns.inlays
    assert 0.45 < inlay.share < 0.62


@pytest.mark.parametrize("tilt_deg", [12.0, 28.0])
@pytest.mark.parametrize("between", SOME_SLOW)
def test_such_a_disc_in_the_hole_is_seen_or_asked_about(between, tilt_deg):
    reading = read_board(*seen(between, tilt_deg))
    asked = any(doubt.code == "hole" for doubt in reading.doubts)
    assert asked or any(disc.place == "hole" for disc in reading.discs)


@pytest.mark.parametrize("between", SOME_SLOW)
def test_an_empty_hole_is_not_asked_about(between):
    reading = read_board(*seen(between, 12.0, full=False))
    assert not [doubt for doubt in reading.doubts if doubt.code == "hole"]


@pytest.mark.parametrize("tilt_deg", [12.0, 28.0])
def test_teams_with_the_same_middle_are_told_apart_by_their_rims(tilt_deg):
    middle = Inlay(inner=0.0, outer=0.65, colour=WHITE)
    scene = scene_at(tilt_deg, 35.0, tuple(replace(disc, inlay=middle) for disc in DISCS))
    bgr = render(replace(scene, lighting=LAMP), seed=5)
    discs = read_board(bgr, locate_board(bgr)).discs
    true = truth(scene)["discs"]
    read = [min(discs, key=lambda found: math.dist(found.px, disc["px"])).team for disc in true]
    assert len(set(read)) == 2
    assert len({(disc["team"], team) for disc, team in zip(true, read, strict=True)}) == 2
