"""Ellipses among edge points: one unbroken circle of a board is enough to find it among many other edges."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lines.edges import EdgePoints

FloatArray = NDArray[np.float64]

# A run of edge points is a sixth of the smallest circle sought, or longer; so many of the longest are looked at.
LEAST_RUN_PX, MOST_RUNS = 60, 40
# Three points with their tangents make an ellipse. Where half of a run lies on one, so many threes all miss it once in
# five thousand runs.
TRIES = 64
# Edge points of one curve lie this near to it at first, and to the fitted one, and their normals within 25 degrees.
NEAR_AT_FIRST_PX, NEAR_PX, ALIGNED = 3.0, 1.5, 0.9
# A short arc's ellipse finds its other arcs step by step, as long as points are gained.
MOST_ROUNDS = 12
# Semi-axes, as shares of the picture's longer side, and the least of their ratio, that of a circle tilted by 78
# degrees.
SHORTEST, LONGEST, FLATTEST = 0.1, 0.7, 0.2
# Discs and hands hide at most half of the clearest circle.
SECTORS, LEAST_SEEN = 90, 0.5
# Ellipses that differ by less than this share of their size are one.
SAME = 0.02


@dataclass(frozen=True, eq=False, kw_only=True)
class Ellipse:
    """conic : (3, 3), negative inside. centre : (2,). semi_axes : (2,), the longer first. their directions : (2, 2)."""

    conic: FloatArray
    centre: FloatArray
    semi_axes: FloatArray
    directions: FloatArray


def find_ellipses(edges: EdgePoints, size_px: tuple[int, int], keep: int) -> list[Ellipse]:
    """The `keep` ellipses that are seen along the most of their round.

    size_px : (width, height) of the picture. Source: Fischler and Bolles, Random sample consensus, 1981.
    """
    rng = np.random.default_rng(0)
    found: list[tuple[float, Ellipse]] = []
    for run in _longest_runs(edges, size_px):
        ellipse = _on_run(edges.xy_px[run], edges.normal[run], max(size_px), rng)
        ellipse = _refined(ellipse, edges, max(size_px)) if ellipse else None
        if ellipse:
            found.append((_share_seen(ellipse, edges), ellipse))
    found.sort(key=lambda seen_ellipse: -seen_ellipse[0])
    kept: list[Ellipse] = []
    for seen, ellipse in found:
        if seen >= LEAST_SEEN and len(kept) < keep and not any(_are_one(ellipse, other) for other in kept):
            kept.append(ellipse)
    return kept


def as_ellipse(conic: FloatArray) -> Ellipse | None:
    """A conic (3, 3) as the ellipse that it is, if it is one."""
    matrix, vector = conic[:2, :2], conic[:2, 2]
    if np.linalg.det(matrix) <= 1e-15 * np.abs(matrix).max() ** 2:
        return None
    centre = np.asarray(-np.linalg.solve(matrix, vector), np.float64)
    depth = -(conic[2, 2] + vector @ centre)
    if depth <= 0:
        return None
    value, directions = np.linalg.eigh(matrix / depth)
    if value[0] <= 0:
        return None
    return Ellipse(conic=conic, centre=centre, semi_axes=1 / np.sqrt(value), directions=directions)


def _are_one(ellipse: Ellipse, other: Ellipse) -> bool:
    apart = max(np.abs(ellipse.centre - other.centre).max(), np.abs(ellipse.semi_axes - other.semi_axes).max())
    return bool(apart < SAME * other.semi_axes[0])


def _longest_runs(edges: EdgePoints, size_px: tuple[int, int]) -> list[NDArray[np.intp]]:
    """Indices of the edge points of each connected run, the longest first."""
    x, y = edges.xy_px.astype(np.intp).T
    mask = np.zeros(size_px[::-1], np.uint8)
    mask[y, x] = 1
    run = cv2.connectedComponents(mask, connectivity=8)[1][y, x]
    length = np.bincount(run, minlength=1)
    longest = [label for label in np.argsort(-length, kind="stable")[:MOST_RUNS] if length[label] >= LEAST_RUN_PX]
    return [np.flatnonzero(run == label) for label in longest]


def _on_run(xy_px: FloatArray, normal: FloatArray, side_px: float, rng: np.random.Generator) -> Ellipse | None:
    """The ellipse through most of a run's (N, 2) points."""
    threes = rng.integers(len(xy_px), size=(TRIES, 3))
    best, most = None, 0
    for conic in _through(xy_px[threes], normal[threes]):
        ellipse = _as_sought(conic, side_px)
        if ellipse:
            on_it = int(_near(ellipse, xy_px, normal, NEAR_AT_FIRST_PX).sum())
            best, most = (ellipse, on_it) if on_it > most else (best, most)
    return best


def _refined(ellipse: Ellipse, edges: EdgePoints, side_px: float) -> Ellipse | None:
    """The ellipse fitted to all edge points near it, as long as that gains some, and to the nearest of them at last."""
    on_it = np.zeros(len(edges.xy_px), np.bool_)
    for _ in range(MOST_ROUNDS):
        near = _near(ellipse, edges.xy_px, edges.normal, NEAR_AT_FIRST_PX)
        if near.sum() <= on_it.sum():
            break
        on_it = near
        fitted = _fitted(edges, near, side_px)
        if fitted is None:
            return None
        ellipse = fitted
    return _fitted(edges, _near(ellipse, edges.xy_px, edges.normal, NEAR_PX), side_px)


def _fitted(edges: EdgePoints, chosen: NDArray[np.bool_], side_px: float) -> Ellipse | None:
    """The ellipse of the chosen (N,) edge points, if they are one that is sought."""
    if chosen.sum() < LEAST_RUN_PX:
        return None
    return _as_sought(_through(edges.xy_px[None, chosen], edges.normal[None, chosen])[0], side_px)


def _through(xy_px: FloatArray, normal: FloatArray) -> FloatArray:
    """(T, 3, 3) conics, each through N points (T, N, 2) at right angles to their normals as nearly as may be."""
    middle = xy_px.mean(axis=1, keepdims=True)
    unit_px = np.abs(xy_px - middle).max(axis=(1, 2)) + 1e-9
    x, y = np.moveaxis((xy_px - middle) / unit_px[:, None, None], -1, 0)
    normal_x, normal_y = np.moveaxis(normal, -1, 0)
    none, one = np.zeros_like(x), np.ones_like(x)
    on_curve = np.stack([x * x, x * y, y * y, x, y, one], axis=-1)
    # The curve's gradient has no part along the tangent (-normal_y, normal_x).
    along = [-2 * normal_y * x, normal_x * x - normal_y * y, 2 * normal_x * y, -normal_y, normal_x, none]
    conditions = np.concatenate([on_curve, np.stack(along, axis=-1)], axis=1)
    a, b, c, d, e, f = np.linalg.svd(conditions, full_matrices=False)[2][:, -1].T
    conic = np.array([[a, b / 2, d / 2], [b / 2, c, e / 2], [d / 2, e / 2, f]]).transpose(2, 0, 1)
    conic = conic * np.where(a + c < 0, -1.0, 1.0)[:, None, None]
    to_unit = np.zeros_like(conic)
    to_unit[:, 0, 0] = to_unit[:, 1, 1] = 1 / unit_px
    to_unit[:, :2, 2], to_unit[:, 2, 2] = -middle[:, 0] / unit_px[:, None], 1.0
    return np.asarray(to_unit.transpose(0, 2, 1) @ conic @ to_unit)


def _as_sought(conic: FloatArray, side_px: float) -> Ellipse | None:
    """A conic as an ellipse, if it is one and as large and as round as a board's circles may be."""
    ellipse = as_ellipse(conic)
    if ellipse is None:
        return None
    longer, shorter = ellipse.semi_axes
    return ellipse if SHORTEST * side_px < longer < LONGEST * side_px and shorter > FLATTEST * longer else None


def _near(ellipse: Ellipse, xy_px: FloatArray, normal: FloatArray, near_px: float) -> NDArray[np.bool_]:
    """(N,) which edge points (N, 2) lie on the curve and run along it, to first order."""
    value_slope = np.column_stack([xy_px, np.ones(len(xy_px))]) @ ellipse.conic
    value = np.sum(value_slope[:, :2] * xy_px, axis=1) + value_slope[:, 2]
    slope = 2 * value_slope[:, :2]
    steepness = np.linalg.norm(slope, axis=1) + 1e-12
    across = np.abs(np.sum(slope * normal, axis=1))
    return np.asarray((np.abs(value) < near_px * steepness) & (across > ALIGNED * steepness))


def _share_seen(ellipse: Ellipse, edges: EdgePoints) -> float:
    """Share of an ellipse's round along which edge points lie."""
    near = _near(ellipse, edges.xy_px, edges.normal, NEAR_PX)
    across, along = ((edges.xy_px[near] - ellipse.centre) @ ellipse.directions / ellipse.semi_axes).T
    sector = ((np.arctan2(along, across) / (2 * np.pi) + 0.5) * SECTORS).astype(np.intp) % SECTORS
    return len(np.unique(sector)) / SECTORS
