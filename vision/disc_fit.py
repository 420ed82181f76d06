"""The solid of each supposed disc fitted to the edges of its outline, all discs at once."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.outline import ANGLES, NORMALS, OFFSETS_MM, Solids, outline_mm, profiles

FloatArray = NDArray[np.float64]

# The search narrows: the votes are good to 2 mm, one fit to a few tenths.
REACH_MM = (2.5, 1.2, 0.8)
# Edges this far from the fitted outline are another thing's.
AGREES_MM = 0.8
# Discs of one set differ by less than this; the votes' step of the radius is 6 %.
RADIUS_SIGMA_MM = 0.8


@dataclass(frozen=True, eq=False, kw_only=True)
class DiscFits:
    """M fitted discs. solids: where they lie. edge_mm : (M, ANGLES) edge found minus outline. strength : (M, ANGLES)
    its gradient, grey levels per mm. agrees : (M, ANGLES) bool. support : (M,) share of the outline seen.
    sigma_mm : (M,) standard deviation of each coordinate.
    """

    solids: Solids
    edge_mm: FloatArray
    strength: FloatArray
    agrees: NDArray[np.bool_]
    support: FloatArray
    sigma_mm: FloatArray


def fit_solids(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, *, radius_free: bool) -> DiscFits:
    """Move each disc (and adjust its radius) until its outline lies on the photo's edges.

    Gauss-Newton with Cauchy weights; the edge of each normal is the steepest place near the present outline.
    """
    prior_mm = solids.radius_mm
    for reach_mm in REACH_MM:
        edge_mm, strength, noise = _edges(bgr, view, solids, reach_mm)
        weight = _weights(edge_mm, strength, noise)
        step = _solve(edge_mm, weight, prior_mm - solids.radius_mm, radius_free)
        solids = replace(solids, xy_mm=solids.xy_mm + step[:, :2], radius_mm=solids.radius_mm + step[:, 2])
    edge_mm, strength, noise = _edges(bgr, view, solids, 1.5)
    agrees = (np.abs(edge_mm) < AGREES_MM) & (strength > noise[:, None])
    weight = np.where(agrees, 1.0, 0.0)
    spread = np.sqrt((weight * edge_mm**2).sum(axis=1) / np.maximum(weight.sum(axis=1) - 3, 1))
    # Neighbouring normals share their pixels and their systematic errors: a sixth of them count as independent.
    sigma_mm = spread * np.sqrt(2.0 / np.maximum(weight.sum(axis=1) / 6.0, 1.0))
    return DiscFits(
        solids=solids,
        edge_mm=edge_mm,
        strength=strength,
        agrees=agrees,
        support=agrees.mean(axis=1),
        sigma_mm=sigma_mm,
    )


def _edges(
    bgr: NDArray[np.uint8], view: BoardView, solids: Solids, reach_mm: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Offset and strength of the steepest place within reach on each normal, and each disc's noise level."""
    colours = profiles(bgr, view, outline_mm(solids, view)).astype(np.float64)
    step_mm = OFFSETS_MM[1] - OFFSETS_MM[0]
    gradient = (colours[:, :, 2:] - colours[:, :, :-2]) / (2 * step_mm)
    steepness = np.sqrt((gradient**2).sum(axis=-1))
    offsets = OFFSETS_MM[1:-1]
    favour = steepness * np.exp(-0.5 * (offsets / reach_mm) ** 2)
    peak = favour.argmax(axis=2)[..., None]
    strength = np.take_along_axis(steepness, peak, axis=2)[..., 0]
    inner = np.clip(peak, 1, steepness.shape[2] - 2)
    a, b, c = (np.take_along_axis(steepness, inner + k, axis=2)[..., 0] for k in (-1, 0, 1))
    bend = a - 2 * b + c
    shift = np.where(bend < -1e-9, 0.5 * (a - c) / np.where(bend < -1e-9, bend, 1.0), 0.0)
    edge_mm = offsets[inner[..., 0]] + np.clip(shift, -1, 1) * step_mm
    noise = 1.5 * np.median(steepness.reshape(len(steepness), ANGLES * offsets.size), axis=1)
    return edge_mm, strength, noise


def _weights(edge_mm: FloatArray, strength: FloatArray, noise: FloatArray) -> FloatArray:
    typical = np.maximum(np.quantile(strength, 0.6, axis=1, keepdims=True), 1e-6)
    spread = np.maximum(1.5 * np.median(np.abs(edge_mm), axis=1, keepdims=True), 0.2)
    seen = np.minimum(strength / typical, 1.0) * (strength > noise[:, None])
    return np.asarray(seen / (1.0 + (edge_mm / spread) ** 2))


def _solve(edge_mm: FloatArray, weight: FloatArray, to_prior_mm: FloatArray, radius_free: bool) -> FloatArray:
    """(M, 3) steps of x, y and radius by weighted least squares, with the prior on the radius."""
    design = np.column_stack([NORMALS, np.ones(ANGLES)])
    normal = np.einsum("mk,ki,kj->mij", weight, design, design)
    right = np.einsum("mk,ki,mk->mi", weight, design, edge_mm)
    stiffness = 4.0 / RADIUS_SIGMA_MM**2 if radius_free else 1e9
    normal[:, 2, 2] += stiffness
    right[:, 2] += stiffness * to_prior_mm if radius_free else 0.0
    normal[:, [0, 1], [0, 1]] += 1e-3
    return np.asarray(np.linalg.solve(normal, right[..., None])[..., 0])
