"""The derivatives that the ring fit follows."""

from dataclasses import replace

import numpy as np
from scipy.optimize import least_squares

from calibration.fit_rings import BEND, HOMOGRAPHY, PARAMETERS, RADII, RingFit, ring_problem
from calibration.lens import Lens, apply_homography

STEP = 1e-6


def test_jacobian_is_the_residuals_derivative():
    """Central differences of a step h are off by h^2 and by the rounding error over h: 1e-9 of the values' size."""
    rng = np.random.default_rng(3)
    start = RingFit(
        px_from_mm=np.array([[1.5, 0.1, 500.0], [-0.2, 1.3, 400.0], [1e-4, -2e-4, 1.0]]),
        lens=Lens(x_px=511.0, y_px=383.0, focal_px=1024.0, k1=-0.05, k2=0.02),
        radii_mm=(101.0, 204.0, 304.8),
        rms_px=1.0,
        share=(1.0, 1.0, 1.0),
    )
    samples_px = rng.uniform(100.0, 900.0, (40, 2))
    problem = ring_problem((samples_px, np.arange(40) % 3, rng.uniform(0.5, 2.0, 40)), start, (HOMOGRAPHY, RADII, BEND))
    x = rng.normal(0.0, 0.01, PARAMETERS)
    steps = STEP * np.eye(PARAMETERS)
    numeric = np.column_stack([(problem.residual(x + h) - problem.residual(x - h)) / (2 * STEP) for h in steps])
    np.testing.assert_allclose(problem.jacobian(x), numeric, atol=1e-5 * np.abs(numeric).max())


def test_measured_radii_tell_the_distortion():
    """Seen from straight above, rings of unknown radii leave distortion at nought; known ones tell it to rounding."""
    true = Lens(x_px=600.0, y_px=500.0, focal_px=1200.0, k1=-0.1, k2=0.0)
    px_from_mm = np.array([[1.5, 0.0, 600.0], [0.0, 1.5, 500.0], [0.0, 0.0, 1.0]])
    radii_mm = (101.0, 203.0, 304.8)
    azimuth = np.linspace(0.0, 2 * np.pi, 120, endpoint=False)
    circle = np.column_stack([np.cos(azimuth), np.sin(azimuth)])
    samples_px = true.distort(apply_homography(px_from_mm, np.concatenate([r * circle for r in radii_mm])))
    ring, weight = np.repeat(np.arange(3), len(azimuth)), np.full(3 * len(azimuth), 1.5)
    straight = RingFit(
        px_from_mm=px_from_mm, lens=replace(true, k1=0.0), radii_mm=radii_mm, rms_px=1.0, share=(1.0, 1.0, 1.0)
    )
    known = ring_problem((samples_px, ring, weight), straight, (HOMOGRAPHY, BEND))
    fit = least_squares(known.residual, np.zeros(PARAMETERS), jac=known.jacobian, loss="cauchy", f_scale=0.5)
    np.testing.assert_allclose(known.lens(fit.x).k1, true.k1, atol=1e-4)
    unknown = ring_problem((samples_px, ring, weight), straight, (HOMOGRAPHY, RADII, BEND))
    free = least_squares(unknown.residual, np.zeros(PARAMETERS), jac=unknown.jacobian, loss="cauchy", f_scale=0.5)
    assert abs(unknown.lens(free.x).k1) < 0.02
    assert np.abs(unknown.radii_mm(free.x) - radii_mm).max() > 0.3
