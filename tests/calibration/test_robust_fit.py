"""The robust fit finds what most residuals agree on, whatever the others say."""

import numpy as np
import pytest
from scipy.optimize import least_squares

from calibration.robust_fit import NO_OUTLIER, fit_robustly

TRUE = np.array([2.0, -0.5])
X = np.linspace(0.0, 10.0, 200)
OUTLIER = 0.1


def line_through(y):
    """Residuals of a line's points, and their slopes by its height and rise."""
    return lambda at: (at[0] + at[1] * X - y, np.column_stack([np.ones_like(X), X]))


def points():
    """A line with noise of a twentieth, and two points in five anywhere."""
    rng = np.random.default_rng(1)
    y = TRUE[0] + TRUE[1] * X + rng.normal(0.0, 0.05, X.size)
    stray = rng.permutation(X.size)[:80]
    y[stray] = rng.uniform(-5.0, 5.0, stray.size)
    return y


def test_it_comes_to_what_scipy_comes_to():
    linearised = line_through(points())
    found = fit_robustly(linearised, np.array([1.5, -0.3]), OUTLIER, longest=1.0, steps=50)
    scipys = least_squares(
        lambda at: linearised(at)[0], found, loss="cauchy", f_scale=OUTLIER, xtol=1e-12, ftol=1e-12, gtol=1e-12
    ).x
    np.testing.assert_allclose(found, scipys, atol=1e-5)
    # Of 120 good points each is good to 0.05: the height at an end to twice that over their root.
    np.testing.assert_allclose(found, TRUE, atol=4 * 0.1 / np.sqrt(120))


def test_residuals_that_are_no_outliers_count_in_full():
    y = points()
    found = fit_robustly(line_through(y), np.zeros(2), NO_OUTLIER, longest=100.0, steps=5)
    np.testing.assert_allclose(found, np.polyfit(X, y, 1)[::-1], atol=1e-6)


def test_it_stays_within_limits():
    low, high = np.array([-9.0, -0.4]), np.array([9.0, 9.0])
    found = fit_robustly(line_through(points()), np.zeros(2), OUTLIER, longest=1.0, steps=50, limits=(low, high))
    assert found[1] == pytest.approx(-0.4)


def test_a_step_that_leads_to_worse_parameters_is_shortened():
    """From 2 the tangent of the arctangent leads beyond -3, and from there ever farther away."""

    def linearised(at):
        return np.arctan(at), np.diag(1.0 / (1.0 + at**2))

    found = fit_robustly(linearised, np.array([2.0]), NO_OUTLIER, longest=100.0, steps=20)
    assert abs(found[0]) < 1e-6
