"""A plane that carries concentric circles: the map from the picture to the plane, fitted to the edges' directions."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.lines.edges import EdgePoints
from calibration.lines.tilt_hough import TiltedCentre
from calibration.robust_fit import fit_robustly

FloatArray = NDArray[np.float64]
# Six unknowns from as many edges as one needs among mostly outliers.
VOTERS = 2000
# How far from the centre edges count, along the longer axis, as a share of the picture: the outer line of a board that
# fills a picture of 4 : 3. Farther out the edges are mostly others. Measured: of 60 boards drawn by lot the first
# search then shows 40 for sure, with half of the picture 23. From the better start that this gives, perspective across
# the squeeze is fitted to half of the picture: it shows in far edges, and a board may fill a square.
REACH, REACH_OFF_AXIS = 0.35, 0.5
# How far the fit may go, in its own steps: an eighth of the picture, 0.3 of aspect, 70 degrees of azimuth, and a
# distance that changes by three times itself over the picture: a tilt of 69 degrees at the usual focal length.
FARTHEST: FloatArray = np.array([12.0, 12.0, 6.0, 12.0, 30.0, 30.0])
# Edges that miss the centre by angles with these sines are as likely another's: at first, and when the plane is nearly
# turned back. Steps of each fit, as good as eight of SciPy's; the first is no longer than its unit.
OUTLIERS, STEPS, LONGEST = (0.15, 0.05), 8, 1.0


@dataclass(frozen=True, kw_only=True)
class Rectifier:
    """Turns a tilted plane back, up to a turn about the centre and a scale.

    x_px, y_px: image of the circles' centre. aspect, azimuth_rad: squeeze there and its direction in the picture.
    perspective_per_px: growth of the distance to the camera along that direction and across it, relative to the
    centre's; across it where the circles lie off the camera's axis.
    """

    x_px: float
    y_px: float
    aspect: float
    azimuth_rad: float
    perspective_per_px: tuple[float, float]

    def plane_from_px(self) -> FloatArray:
        """(3, 3) homography: picture -> plane; centre to the origin, unit scale there across the squeeze."""
        c, s = np.cos(self.azimuth_rad), np.sin(self.azimuth_rad)
        turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
        shift = np.array([[1, 0, -self.x_px], [0, 1, -self.y_px], [0, 0, 1.0]])
        squeeze = np.array([[1 / self.aspect, 0, 0], [0, 1, 0], [*self.perspective_per_px, 1.0]])
        return np.asarray(turn.T @ squeeze @ turn @ shift)


@dataclass(frozen=True, eq=False, kw_only=True)
class _TurnedBack:
    """Edges on a turned-back plane. offset, normal : (2, N) along the squeeze and across it, in the picture; on_plane,
    plane_normal : the same on the plane, the latter up to a factor. ahead : (N,) normal times offset.
    """

    offset: FloatArray
    normal: FloatArray
    ahead: FloatArray
    on_plane: FloatArray
    plane_normal: FloatArray

    def parts(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Products of lengths, and cross and dot product of each edge's ray from the centre with its normal, (N,)."""
        (a, b), (normal_a, normal_b) = self.on_plane, self.plane_normal
        # Eight times as fast as two of NumPy's hypot, which take care of squares too large for a float.
        length = np.sqrt((a * a + b * b) * (normal_a * normal_a + normal_b * normal_b)) + 1e-9
        return length, a * normal_b - b * normal_a, a * normal_a + b * normal_b


def _turn_back(edges: EdgePoints, rectifier: Rectifier) -> _TurnedBack:
    c, s = np.cos(rectifier.azimuth_rad), np.sin(rectifier.azimuth_rad)
    turn = np.array([[c, s], [-s, c]])
    offset = turn @ (edges.xy_px - (rectifier.x_px, rectifier.y_px)).T
    normal = turn @ edges.normal.T
    ahead = normal[0] * offset[0] + normal[1] * offset[1]
    k, (v, u) = rectifier.aspect, rectifier.perspective_per_px
    # J^-T n for J = d(plane)/d(picture), up to a factor; the plane point is (a / k, b) / (1 + v a + u b).
    return _TurnedBack(
        offset=offset,
        normal=normal,
        ahead=ahead,
        on_plane=np.stack([offset[0] / k, offset[1]]),
        plane_normal=np.stack([k * (normal[0] + v * ahead), normal[1] + u * ahead]),
    )


def miss_angle(edges: EdgePoints, rectifier: Rectifier) -> FloatArray:
    """(N,) sine of the angle between each edge's normal and the ray from the centre, on the turned-back plane."""
    length, cross, _ = _turn_back(edges, rectifier).parts()
    return np.asarray(cross / length)


def miss_angle_and_slope(edges: EdgePoints, rectifier: Rectifier) -> tuple[FloatArray, FloatArray]:
    """(N,) sines as miss_angle has them, and their (N, 6) derivatives by x_px, y_px, aspect, azimuth_rad and the two of
    perspective_per_px.
    """
    c, s = np.cos(rectifier.azimuth_rad), np.sin(rectifier.azimuth_rad)
    k, (v, u) = rectifier.aspect, rectifier.perspective_per_px
    edge = _turn_back(edges, rectifier)
    (a, b), (normal_a, normal_b), q = edge.offset, edge.normal, edge.ahead
    (plane_a, plane_b), (plane_normal_a, plane_normal_b) = edge.on_plane, edge.plane_normal
    x_normal, y_normal = edges.normal.T
    none, one = np.zeros_like(a), np.ones_like(a)
    # How the four coordinates change with each parameter, (6, N).
    by_plane_a = np.stack([-c / k * one, -s / k * one, -a / k**2, b / k, none, none])
    by_plane_b = np.stack([s * one, -c * one, none, -a, none, none])
    by_normal_a = np.stack([-k * v * x_normal, -k * v * y_normal, normal_a + v * q, k * normal_b, k * q, none])
    by_normal_b = np.stack([-u * x_normal, -u * y_normal, none, -normal_a, none, q])
    ray_turns = (plane_a * by_plane_b - plane_b * by_plane_a) / (plane_a**2 + plane_b**2 + 1e-9)
    normal_turns = plane_normal_a * by_normal_b - plane_normal_b * by_normal_a
    normal_turns /= plane_normal_a**2 + plane_normal_b**2 + 1e-9
    length, cross, dot = edge.parts()
    return cross / length, (dot / length * (normal_turns - ray_turns)).T


def rectifiers(centres: list[TiltedCentre], edges: EdgePoints, side_px: float) -> Iterator[Rectifier]:
    """The planes that the circles of these centres may lie on, then the same for circles off the camera's axis.

    side_px : longer side of the picture.
    """
    on_axis = []
    for centre in centres:
        on_axis.append(_refine(_turned_back(centre), edges, side_px, off_axis=False))
        yield on_axis[-1]
    for rectifier in on_axis:
        yield _refine(rectifier, edges, side_px, off_axis=True)


def _refine(start: Rectifier, edges: EdgePoints, side_px: float, *, off_axis: bool) -> Rectifier:
    """Least squares on the edges' directions; most edges are outliers. The start, where hardly any are near it.

    off_axis : whether perspective across the squeeze is fitted as well: among many outliers that needs a better start.
    """
    first = _as_vector(start)
    scale = np.array([0.01 * side_px, 0.01 * side_px, 0.05, 0.1, 0.1 / side_px, 0.1 / side_px])
    offset = edges.xy_px - first[:2]
    along = offset @ (np.cos(first[3]), np.sin(first[3])) / first[2]
    across = offset @ (-np.sin(first[3]), np.cos(first[3]))
    near = np.hypot(along, across) < (REACH_OFF_AXIS if off_axis else REACH) * side_px
    chosen = np.random.default_rng(0).permutation(np.flatnonzero(near))[:VOTERS]
    subset = EdgePoints(xy_px=edges.xy_px[chosen], normal=edges.normal[chosen])
    free = 6 if off_axis else 5
    if len(chosen) < free:
        return start

    def rectifier_at(x: FloatArray) -> Rectifier:
        return _as_rectifier(first + np.pad(x, (0, 6 - free)) * scale)

    def linearised(x: FloatArray) -> tuple[FloatArray, FloatArray]:
        miss, slope = miss_angle_and_slope(subset, rectifier_at(x))
        return miss, (slope * scale)[:, :free]

    x = np.zeros(free)
    limit = FARTHEST[:free]
    upper = limit.copy()
    upper[2] = (1.0 - first[2]) / scale[2] + 1e-6
    for outlier in OUTLIERS:
        x = fit_robustly(linearised, x, outlier, LONGEST, STEPS, limits=(-limit, upper))
    return rectifier_at(x)


def _turned_back(centre: TiltedCentre) -> Rectifier:
    """A peak of the tilt stack, which knows no perspective."""
    return Rectifier(
        x_px=centre.x_px,
        y_px=centre.y_px,
        aspect=centre.aspect,
        azimuth_rad=centre.azimuth_rad,
        perspective_per_px=(0.0, 0.0),
    )


def _as_vector(rectifier: Rectifier) -> FloatArray:
    along, across = rectifier.perspective_per_px
    return np.array([rectifier.x_px, rectifier.y_px, rectifier.aspect, rectifier.azimuth_rad, along, across])


def _as_rectifier(x: FloatArray) -> Rectifier:
    x_px, y_px, aspect, azimuth_rad, along, across = (float(value) for value in x)
    return Rectifier(x_px=x_px, y_px=y_px, aspect=aspect, azimuth_rad=azimuth_rad, perspective_per_px=(along, across))
