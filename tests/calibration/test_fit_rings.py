"""The derivatives that the ring fit follows."""

import numpy as np

from calibration.fit_rings import BEND, HOMOGRAPHY, PARAMETERS, RADII, RingFit, ring_problem
from calibration.lens import Lens

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
