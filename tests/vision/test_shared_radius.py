"""The radius that all discs share, where their faces are of two colours."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import DISCS, scene_at, true_solids

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Inlay
from vision.shared_radius import RADIUS_SIGMA_MM, find_shared_radius

WHITE = (235.0, 232.0, 225.0)
# Shares of the radius within which a face is white; the circle is then as clear as the disc's own outline.
FACES = (0.72, 0.8, 0.86)


@pytest.mark.parametrize("face", [None, *FACES])
@pytest.mark.parametrize("guess", [1.0, None])
def test_a_disc_is_as_wide_as_its_rim(face, guess):
    inlay = Inlay(inner=0.0, outer=face, colour=WHITE) if face else None
    scene = scene_at(8.0, 35.0, tuple(replace(disc, inlay=inlay) for disc in DISCS))
    bgr = render(scene, seed=5)
    view = locate_board(bgr)
    solids = true_solids(scene, view)
    # Fitted one by one discs are often as wide as the clearest circle.
    as_fitted = replace(solids, radius_mm=solids.radius_mm * (guess or face or 1.0))
    # Three standard deviations: what is found is good to one.
    found_mm = find_shared_radius(bgr, view, as_fitted)
    assert found_mm == pytest.approx(float(np.mean(solids.radius_mm)), abs=3 * RADIUS_SIGMA_MM)
