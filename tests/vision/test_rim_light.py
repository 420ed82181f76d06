"""Discs in slanting light on a rendered board: bright ones seem to stand off their shadow."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import scene_at, true_solids

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Disc, Finish, Lamp, Lighting
from vision.disc_position import place_discs
from vision.gaps import FLOOR_MM
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


def _errors_mm(finish: Finish, lighting: Lighting) -> tuple[np.ndarray, np.ndarray]:
    """(M, 2) errors of the placed discs, mm, before and after."""
    discs = tuple(Disc(x_mm=x, y_mm=y, team="a", finish=finish) for x, y in SPOTS_MM)
    scene = replace(scene_at(12.0, -80.0, discs), lighting=lighting)
    bgr = render(scene, seed=3)
    view = locate_board(bgr)
    true = true_solids(scene, view)
    placed = place_discs(bgr, view, true)
    moved = without_rim_light(bgr, view, placed, np.zeros(len(discs), np.intp))
    return placed.solids.xy_mm - true.xy_mm, moved.solids.xy_mm - true.xy_mm


def test_bright_discs_seem_to_stand_off_their_shadow_and_every_one_is_moved_nearer_its_place():
    before_mm, after_mm = _errors_mm(BRIGHT, FROM_A_WINDOW)
    assert ((before_mm @ TOWARDS_LAMP) > 0.0).all()
    assert (np.abs(after_mm @ TOWARDS_LAMP) < before_mm @ TOWARDS_LAMP).all()


@pytest.mark.parametrize(("finish", "lighting"), [(MATT_BLACK, FROM_A_WINDOW), (BRIGHT, Lighting())])
def test_what_light_does_not_draw_aside_is_left(finish, lighting):
    """A black rounding is as black in the light, and without a lamp no side is darker."""
    before_mm, after_mm = _errors_mm(finish, lighting)
    # A quarter of the line calls' floor adds 3 % to it in quadrature: nothing.
    assert np.abs(after_mm - before_mm).max() < FLOOR_MM / 4
