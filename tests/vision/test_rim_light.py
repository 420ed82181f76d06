"""Discs in slanting light on a rendered board: bright ones seem to stand off their shadow."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import scene_at

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc, DiscShape, Finish, Lamp, Lighting
from sample_images.render.truth import truth
from vision.disc_position import place_discs
from vision.gaps import FLOOR_MM
from vision.outline import Solids
from vision.rim_light import without_rim_light

SPOTS_MM = ((60.0, -40.0), (-150.0, 70.0), (30.0, 250.0), (-40.0, -160.0), (220.0, 120.0), (-200.0, -100.0))
TOWARDS_LAMP = np.array([-0.6, 0.8])
FROM_A_WINDOW = Lighting(
    ambient=(0.4, 0.4, 0.4),
    contact_shadows=True,
    lamps=(Lamp(position_mm=(-900.0, 1200.0, 1500.0), radius_mm=180.0, colour=(0.5, 0.5, 0.5)),),
)
MATT_BLACK = Finish(colour=(40, 38, 36))
BRIGHT = Finish(colour=(238, 236, 230), gloss=0.2)


def _read(finish: Finish, lighting: Lighting) -> tuple[np.ndarray, np.ndarray]:
    """Mean error of the discs towards the shadow, mm, before and after."""
    discs = tuple(Disc(x_mm=x, y_mm=y, team="a", finish=finish) for x, y in SPOTS_MM)
    scene = replace(scene_at(12.0, -80.0, discs), lighting=lighting)
    bgr = render(scene, seed=3)
    view = locate_board(bgr)
    true_mm = view.mm(np.array([disc["px"] for disc in truth(scene)["discs"]]))
    count, shape = len(true_mm), scene.shape
    solids = Solids(
        xy_mm=true_mm,
        radius_mm=np.full(count, shape.radius_mm),
        rounding_mm=np.full(count, shape.rounding_mm),
        thickness_mm=np.full(count, shape.thickness_mm),
        height_mm=np.zeros(count),
    )
    placed = place_discs(bgr, view, solids)
    moved = without_rim_light(bgr, view, placed, np.zeros(count, np.intp))
    return placed.solids.xy_mm - true_mm, moved.solids.xy_mm - true_mm


def test_a_bright_team_is_drawn_off_its_shadow_and_moved_back():
    before_mm, after_mm = _read(BRIGHT, FROM_A_WINDOW)
    before, after = (float((error @ TOWARDS_LAMP).mean()) for error in (before_mm, after_mm))
    # Half of the rounding at most lies in shade on one side, which moves the middle by half of that.
    assert 0.0 < before < DiscShape().rounding_mm / 4 + FLOOR_MM
    assert abs(after) < 0.75 * before


@pytest.mark.parametrize(("finish", "lighting"), [(MATT_BLACK, FROM_A_WINDOW), (BRIGHT, Lighting())])
def test_what_light_does_not_draw_aside_is_left(finish, lighting):
    """A black rounding is as black in the light, and without a lamp no side is darker."""
    before_mm, after_mm = _read(finish, lighting)
    assert np.abs(after_mm - before_mm).max() < FLOOR_MM / 4
