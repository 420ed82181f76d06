"""The radius that all discs share, where their faces are of two colours."""

import functools
from dataclasses import replace

import numpy as np
import pytest
from synthetic import DISCS, PLACES_MM, scene_at, true_solids

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Inlay
from vision.placing.shared_radius import SET_RADIUS_SIGMA_MM, find_shared_radius

WHITE = (235.0, 232.0, 225.0)
# Shares of the radius within which a face is white; the circle is then as clear as the disc's own outline.
FACES = (0.72, 0.8, 0.86)


@functools.cache
def seen(face):
    """Photo, view and true solids of five discs that are white within this share of their radius."""
    inlay = Inlay(inner=0.0, outer=face, colour=WHITE) if face else None
    scene = scene_at(8.0, 35.0, tuple(replace(disc, inlay=inlay) for disc in DISCS))
    bgr = render(scene, seed=5)
    view = locate_board(bgr)
    return bgr, view, true_solids(scene, view)


@pytest.mark.parametrize("face", [None, *FACES])
@pytest.mark.parametrize("guess", [1.0, 0.84, None])
def test_a_disc_is_as_wide_as_its_rim(face, guess):
    bgr, view, solids = seen(face)
    # Fitted one by one discs are often as wide as the clearest circle, or as their faces without the rounding.
    as_fitted = replace(solids, radius_mm=solids.radius_mm * (guess or face or 1.0))
    # Three standard deviations: what is found is good to one.
    found_mm = find_shared_radius(bgr, view, as_fitted, np.zeros(len(DISCS), np.intp))
    assert found_mm == pytest.approx(float(np.mean(solids.radius_mm)), abs=3 * SET_RADIUS_SIGMA_MM)


def test_a_team_with_a_circle_on_its_faces_does_not_draw_the_others_to_it():
    plain = [replace(DISCS[i % len(DISCS)], x_mm=x, y_mm=y) for i, (x, y) in enumerate(PLACES_MM[:4])]
    inlay = Inlay(inner=0.0, outer=0.8, colour=WHITE)
    # Around the circle they are of the board's own wood, which hardly draws them.
    wood = scene_at(8.0, 35.0).board.surface
    inlaid = [replace(DISCS[0], x_mm=-x, y_mm=-y, finish=wood, inlay=inlay) for x, y in PLACES_MM[:4]]
    scene = scene_at(8.0, 35.0, (*inlaid, *plain))
    bgr = render(scene, seed=5)
    view = locate_board(bgr)
    solids = true_solids(scene, view)
    as_fitted = replace(solids, radius_mm=solids.radius_mm * np.repeat([inlay.outer, 1.0], 4))
    found_mm = find_shared_radius(bgr, view, as_fitted, np.repeat([0, 1], 4))
    assert found_mm == pytest.approx(float(np.mean(solids.radius_mm)), abs=3 * SET_RADIUS_SIGMA_MM)
