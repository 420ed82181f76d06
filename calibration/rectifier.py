"""A plane that carries concentric circles: the map from the picture to the plane, fitted to the edges' directions."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from calibration.edges import EdgePoints
from calibration.tilt_hough import TiltedCentre

FloatArray = NDArray[np.float64]
# Five unknowns from as many edges as one needs among mostly outliers.
VOTERS = 2000


@dataclass(frozen=True, kw_only=True)
class Rectifier:
    """Turns a tilted plane back, up to a turn about the centre and a scale.

    x_px, y_px: image of the circles' centre. aspect, azimuth_rad: squeeze there and its direction in the picture.
    perspective_per_px: growth of the distance to the camera along that direction, relative to the centre's.
    """

    x_px: float
    y_px: float
    aspect: float
    azimuth_rad: float
    perspective_per_px: float

    def plane_from_px(self) -> FloatArray:
        """(3, 3) homography: picture -> plane; centre to the origin, unit scale there across the squeeze."""
        c, s = np.cos(self.azimuth_rad), np.sin(self.azimuth_rad)
        turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
        shift = np.array([[1, 0, -self.x_px], [0, 1, -self.y_px], [0, 0, 1.0]])
        squeeze = np.array([[1 / self.aspect, 0, 0], [0, 1, 0], [self.perspective_per_px, 0, 1.0]])
        return np.asarray(turn.T @ squeeze @ turn @ shift)


def miss_angle(edges: EdgePoints, rectifier: Rectifier) -> FloatArray:
    """(N,) sine of the angle between each edge's normal and the ray from the centre, on the turned-back plane."""
    c, s = np.cos(rectifier.azimuth_rad), np.sin(rectifier.azimuth_rad)
    offset = edges.xy_px - (rectifier.x_px, rectifier.y_px)
    a, b = offset @ (c, s), offset @ (-s, c)
    normal_a, normal_b = edges.normal @ (c, s), edges.normal @ (-s, c)
    k, v = rectifier.aspect, rectifier.perspective_per_px
    w = 1.0 + v * a
    # J^-T n for J = d(plane)/d(picture), up to a factor; the plane point is (a / k, b) / w.
    plane_normal_a, plane_normal_b = k * normal_a * w + k * v * b * normal_b, normal_b
    plane_a, plane_b = a / k, b
    length = np.hypot(plane_normal_a, plane_normal_b) * np.hypot(plane_a, plane_b) + 1e-9
    return np.asarray((plane_a * plane_normal_b - plane_b * plane_normal_a) / length)


def refine(centre: TiltedCentre, edges: EdgePoints, side_px: float, reach_px: float) -> Rectifier:
    """Least squares on the edges' directions, from a peak of the tilt stack; most edges are outliers.

    side_px : longer side of the picture. reach_px : how far from the centre edges count, along the longer axis.
    """
    start = np.array([centre.x_px, centre.y_px, centre.aspect, centre.azimuth_rad, 0.0])
    scale = np.array([0.01 * side_px, 0.01 * side_px, 0.05, 0.1, 0.1 / side_px])

    def rectifier_at(x: FloatArray) -> Rectifier:
        return Rectifier(
            x_px=float(x[0]),
            y_px=float(x[1]),
            aspect=float(x[2]),
            azimuth_rad=float(x[3]),
            perspective_per_px=float(x[4]),
        )

    offset = edges.xy_px - start[:2]
    along = offset @ (np.cos(start[3]), np.sin(start[3])) / start[2]
    across = offset @ (-np.sin(start[3]), np.cos(start[3]))
    near = np.hypot(along, across) < reach_px
    chosen = np.flatnonzero(near)
    chosen = np.random.default_rng(0).permutation(chosen)[:VOTERS]
    subset = EdgePoints(xy_px=edges.xy_px[chosen], normal=edges.normal[chosen])
    x = np.zeros(5)

    def residual(x: FloatArray) -> FloatArray:
        return miss_angle(subset, rectifier_at(start + x * scale))

    for f_scale in (0.15, 0.05):
        fit = least_squares(
            residual,
            x,
            loss="cauchy",
            f_scale=f_scale,
            max_nfev=8,
            bounds=([-12, -12, -6, -12, -30], [12, 12, (1.0 - start[2]) / 0.05 + 1e-6, 12, 30]),
        )
        x = fit.x
    return rectifier_at(start + x * scale)
