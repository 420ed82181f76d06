"""A disc that lies flat with its middle over the hole counts as any on the surface, until it would tip."""

import functools
import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import DISCS, LAMP, RED, candidates, scene_at

from benchmarks.holes import hole_scene, outcome, tips_mm
from calibration.board import HOLE_RADIUS_MM
from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Board, Disc, DiscShape
from vision.colour.colour_space import lab
from vision.colour.topdown import TopDown
from vision.discs.choose import may_be_the_rim
from vision.discs.over_hole import is_in_hole
from vision.placing.disc_position import unplaced
from vision.placing.outline import ANGLES
from vision.read_board import read_board

TIPS_MM = tips_mm(Board(), DiscShape())
AZIMUTH = math.radians(70.0)
PX_PER_MM, MIDDLE_PX = 1.2, 500
WOOD_BGR, RED_BGR = (120, 170, 210), (40, 40, 185)


class View:
    """A board seen from straight above, of which only the hole is asked for."""

    hole_radius_mm = HOLE_RADIUS_MM

    def apparent_mm(self, xy_mm, height_mm):
        return xy_mm


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


def stays(off_mm, base_mm):
    """Whether a disc's middle is above the convex hull of what of its base's rim lies on the surface."""
    turn = np.linspace(0, 2 * np.pi, 36_001)
    rim_mm = base_mm * np.column_stack([np.cos(turn), np.sin(turn)]) + (off_mm, 0.0)
    rests_mm = cv2.convexHull(rim_mm[np.hypot(*rim_mm.T) > HOLE_RADIUS_MM].astype(np.float32))
    return cv2.pointPolygonTest(rests_mm, (off_mm, 0.0), measureDist=False) > 0


@pytest.mark.parametrize("off_mm", np.arange(8.0, 17.0, 0.5))
def test_only_what_stays_on_the_surface_is_a_disc_over_the_edge(off_mm):
    above = np.full((2 * MIDDLE_PX + 1, 2 * MIDDLE_PX + 1, 3), WOOD_BGR, np.uint8)
    cv2.circle(above, (round(MIDDLE_PX + off_mm * PX_PER_MM), MIDDLE_PX), round(15.9 * PX_PER_MM), RED_BGR, -1)
    red_lab = lab(np.array([[RED_BGR]], np.float32)).reshape(3)
    thing = candidates([0.8], [red_lab], places_mm=np.array([(off_mm, 0.0)]))
    thing = replace(thing, top_down=TopDown(bgr=above, px_per_mm=PX_PER_MM))
    solids = thing.fits.solids
    assert is_in_hole(thing, solids, View())[0] != stays(off_mm, float(solids.radius_mm[0] - solids.rounding_mm[0]))


@pytest.mark.parametrize(
    ("off_mm", "rim_drawn", "support", "asked"),
    [(16.0, 0.48, 0.47, True), (16.0, 0.38, 0.47, False), (19.0, 0.48, 0.47, False), (16.0, 0.48, 0.97, False)],
    ids=["a rim as clear as the disc", "a disc that hides most of it", "not seen over the hole", "a sure outline"],
)
def test_what_is_drawn_no_clearer_than_the_rim_may_be_the_rim(off_mm, rim_drawn, support, asked):
    """A hole painted blue, seen aslant, passed for a disc before it."""
    thing = candidates([0.4], [(40.0, 21.0, -60.0)], places_mm=np.array([(off_mm, 0.0)]))
    thing = replace(thing, fits=replace(thing.fits, support=np.array([support])))
    placed = replace(unplaced(thing.fits.solids), merit=ANGLES * np.log(np.array([0.48])))
    np.testing.assert_allclose(placed.drawn, 0.48)
    assert may_be_the_rim(thing, placed, View(), rim_drawn).tolist() == [asked]


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
def test_a_leaning_disc_explains_what_is_seen_of_its_colour_beside_the_hole():
    assert outcome(13, "lip") == "right"


@pytest.mark.slow
def test_a_bottom_seen_at_a_slant_covers_no_board():
    near, _ = at_hole(render(hole_scene(20, "empty"), seed=20))
    assert not near
