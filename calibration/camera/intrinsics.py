"""Focal length, optical axis and shape of the pixels that are most likely for the homography of a plane."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

FloatArray = NDArray[np.float64]

# How far rings are from round, as a share of their radius: drawn by hand they miss by a mm or so of their 300.
RINGS_SIGMA = 0.004


@dataclass(frozen=True, kw_only=True)
class Intrinsics:
    """What is usual. focal_px, axis_px: where the optical axis meets the picture. focal_sigma: of the focal length's
    logarithm; axis_sigma: of the axis in x and in y, in focal lengths; aspect_sigma: of the logarithm of how much
    wider than high a pixel is, 0 for square ones.
    """

    focal_px: float
    axis_px: tuple[float, float]
    focal_sigma: float
    axis_sigma: float
    aspect_sigma: float = 0.0

    def matrix(self, change: FloatArray) -> FloatArray:
        """K (3, 3), changed by (4,) in units of the sigmas: focal length's logarithm, axis, aspect's logarithm."""
        x_px, y_px = np.array(self.axis_px) + change[1:3] * self.focal_px
        across_px, down_px = self.focal_px * np.exp(change[0] - change[3] * np.array([0.5, -0.5]))
        return np.array([[across_px, 0.0, x_px], [0.0, down_px, y_px], [0.0, 0.0, 1.0]])


@dataclass(frozen=True, eq=False, kw_only=True)
class Likely:
    """matrix : K (3, 3). covariance : (3, 3) of focal length's logarithm and axis. misfit: chi-square, by which all of
    it departs from what is usual.
    """

    matrix: FloatArray
    covariance: FloatArray
    misfit: float


def most_likely(px_from_mm: FloatArray, usual: Intrinsics) -> Likely:
    """The intrinsics that make the plane's rings round and are least unusual.

    px_from_mm : (3, 3) homography from the plane's right-handed frame to undistorted px. Two orthogonal axes of the
    plane, equally long, must be so in the camera's frame (Zhang, 2000): two equations, so that a tilted plane tells
    two of the unknowns.
    """
    sigma = np.array([usual.focal_sigma, usual.axis_sigma, usual.axis_sigma, usual.aspect_sigma])

    def residual(unusual: FloatArray) -> FloatArray:
        x_axis, y_axis = (np.linalg.inv(usual.matrix(unusual * sigma)) @ px_from_mm[:, :2]).T
        square = np.array([x_axis @ x_axis, y_axis @ y_axis])
        out_of_round = np.array([2 * x_axis @ y_axis, square[0] - square[1]]) / square.sum()
        return np.concatenate([unusual, out_of_round / RINGS_SIGMA])

    fit = least_squares(residual, np.zeros(len(sigma)), method="lm")
    slope = np.asarray(fit.jac, np.float64)
    return Likely(
        matrix=usual.matrix(fit.x * sigma),
        covariance=np.asarray(np.linalg.inv(slope.T @ slope) * np.outer(sigma, sigma), np.float64)[:3, :3],
        misfit=2 * float(fit.cost),
    )
