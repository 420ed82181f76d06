"""A lamp mirrored over the hole: what lies there has no team's colour then, and is asked about."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.holes import hole_scene
from benchmarks.mirrored_lamps import GAMMA
from calibration.locate_board import locate_board
from sample_images.render.photo import render
from vision.hidden.glare import WASHES_OUT, Glare
from vision.hole.read_hole import HoleReading, under_mirrored_light
from vision.read_board import read_board

EMPTY = HoleReading(content="empty", doubtful=False, team=-1, face_lab=np.zeros(3), base_mm=np.zeros(3), radius_mm=15.9)


@pytest.mark.parametrize(("light", "asked"), [(0.0, False), (WASHES_OUT - 0.01, False), (WASHES_OUT + 0.01, True)])
def test_light_that_washes_colours_out_leaves_the_hole_in_doubt(light, asked):
    glare = Glare(light=np.full((50, 50), light, np.float32), px_per_mm=0.1)
    assert under_mirrored_light(EMPTY, glare).doubtful is asked
    assert under_mirrored_light(replace(EMPTY, doubtful=True), glare).doubtful


def lit(bgr, view, share):
    """The photo with a lamp of that share of white mirrored over the hole."""
    (x_px, y_px), spread_mm = view.px(np.zeros(2)), 40.0
    spread_px = spread_mm / float(view.mm_per_px(np.zeros((1, 2)))[0])
    height, width = bgr.shape[:2]
    away = np.hypot(np.arange(width) - x_px, (np.arange(height) - y_px)[:, None]) / spread_px
    light = (bgr / 255.0) ** GAMMA + (share * np.exp(-(away**2) / 2))[..., None]
    return np.asarray(255 * np.minimum(light, 1.0) ** (1 / GAMMA), np.uint8)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 6, 11))])
def test_a_disc_in_the_hole_under_a_lamp_is_asked_about(seed):
    bgr = render(hole_scene(seed, "hole"), seed=seed)
    view = locate_board(bgr)
    as_it_is, under_lamp = (read_board(picture, view) for picture in (bgr, lit(bgr, view, 0.5)))
    assert [disc.place for disc in as_it_is.discs].count("hole") == 1
    asked = next(doubt for doubt in under_lamp.doubts if doubt.code == "hole")
    assert asked.disc is not None or asked.xy_mm == (0, 0)
