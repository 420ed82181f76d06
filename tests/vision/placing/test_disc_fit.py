"""The solid of a disc on a picture drawn from its own outline."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import rendered, true_solids

from vision.gaps import FLOOR_MM
from vision.placing.disc_fit import fit_solids
from vision.placing.disc_position import place_discs

# Offsets of the start that a vote may leave.
STARTS_MM = [(0.0, 0.0), (1.2, -0.8), (-1.0, 1.0)]


@pytest.mark.parametrize("start_mm", STARTS_MM)
@pytest.mark.parametrize("tilt_deg", [0.0, 25.0])
def test_fit_returns_from_a_wrong_start(start_mm, tilt_deg):
    bgr, scene, view = rendered(tilt_deg, -90.0 if tilt_deg == 0 else -80.0)
    true = true_solids(scene, view)
    solids = replace(true, xy_mm=true.xy_mm + start_mm)
    fits = fit_solids(bgr, view, solids)
    assert (fits.support > 0.5).all()
    placed = place_discs(bgr, view, solids)
    error_mm = np.linalg.norm(placed.solids.xy_mm - true.xy_mm, axis=1)
    # A third of a pixel: rounding and highlights shift the edge of a rendered disc by as much as a real one's.
    assert np.median(error_mm) < 0.33 * view.middle_mm_per_px
    # 95 % of all points lie within 2.45 standard deviations in the plane; highlights add the floor of the line calls.
    sigma_mm = np.sqrt(np.trace(placed.covariance_mm2, axis1=1, axis2=2) / 2 + FLOOR_MM**2)
    assert np.mean(error_mm < 2.45 * sigma_mm) > 0.85
