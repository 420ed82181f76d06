"""The solid of each supposed disc fitted to the edges of its outline, all discs at once."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.outline import ANGLES, NORMALS, OFFSETS_MM, Solids, outline_mm, profiles, side_mm

FloatArray = NDArray[np.float64]

# The search narrows: the votes are good to 2 mm, one fit to a few tenths.
REACH_MM = (2.5, 1.2, 0.8)
# Edges this far from the fitted outline are another thing's.
AGREES_MM = 0.8
# An outline runs through an edge when it is this near.
ON_IT_MM = 0.5
# Discs of one set differ by less than this; the votes' step of the radius is 6 %.
RADIUS_SIGMA_MM = 0.8
# Exponent from stored grey levels to light, close enough to sRGB's curve for placing an edge.
DISPLAY_GAMMA = 2.2
# A side narrower than this blurs into one edge with the outline.
MIN_SIDE_MM = 1.2
# The edge in linear light lies within this many steps of the edge in stored levels.
NEAR_STEPS = 3
# Seen at a slant the near rim of the face looks like the outline: a fit starts from both, this far apart.
STARTS_MM = (-5.0, -2.0, 1.5)
SLANT_DEG = 12.0


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
    solids = _moved(bgr, view, solids, radius_free=radius_free)
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


def _moved(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, *, radius_free: bool) -> Solids:
    prior_mm = solids.radius_mm
    for reach_mm in REACH_MM:
        edge_mm, strength, noise = _edges(bgr, view, solids, reach_mm)
        weight = _weights(edge_mm, strength, noise)
        step = _solve(edge_mm, weight, prior_mm - solids.radius_mm, radius_free)
        solids = replace(solids, xy_mm=solids.xy_mm + step[:, :2], radius_mm=solids.radius_mm + step[:, 2])
    return solids


def settle(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> tuple[Solids, FloatArray]:
    """Move discs of known radius from several starts along the line of sight and keep the best of each.

    Returns them and (M,) how well each outline is drawn, 0 to 1.
    """
    count = len(solids.radius_mm)
    away = solids.xy_mm - view.camera.centre_mm[:2]
    away /= np.linalg.norm(away, axis=1, keepdims=True) + 1e-9
    shifts = np.array(STARTS_MM) if view.camera.tilt_deg > SLANT_DEG else np.zeros(1)
    starts = solids.taken(np.tile(np.arange(count), len(shifts)))
    moved = starts.xy_mm + np.repeat(shifts, count)[:, None] * np.tile(away, (len(shifts), 1))
    ends = _moved(bgr, view, replace(starts, xy_mm=moved), radius_free=False)
    drawn = outline_clarity(bgr, view, ends)
    best = drawn.reshape(len(shifts), count).argmax(axis=0) * count + np.arange(count)
    return ends.taken(best), drawn[best]


def radius_errors(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> FloatArray:
    """(M,) how much larger each disc's outline is than supposed, mm: the median over all normals, seen from afar."""
    edge_mm, strength, noise = _edges(bgr, view, solids, REACH_MM[0])
    seen = strength > noise[:, None]
    return np.array([np.median(e[s]) if s.any() else 0.0 for e, s in zip(edge_mm, seen, strict=True)])


def outline_clarity(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> FloatArray:
    """(M,) how clearly the outline, and the face's rim on the near side, are drawn: 0 to 1.

    At every normal, the steepness there over the steepest within the window. The rim counts beside the outline, so that
    a fit that takes the rim for the outline finds no rim and loses.
    """
    steepness = _steepness(profiles(bgr, view, outline_mm(solids, view)))
    noise = 1.5 * np.median(steepness.reshape(len(steepness), ANGLES * (OFFSETS_MM.size - 2)), axis=1)[:, None]
    clarity = steepness / (steepness.max(axis=2, keepdims=True) + noise[..., None] + 3.0)
    offsets = OFFSETS_MM[1:-1]
    outline = np.where(np.abs(offsets) <= ON_IT_MM, clarity, 0.0).max(axis=2)
    side = side_mm(solids, view)
    has_rim = side > MIN_SIDE_MM
    rim = np.where(np.abs(offsets + side[..., None]) <= ON_IT_MM, clarity, 0.0).max(axis=2)
    return np.asarray((outline.sum(axis=1) + (rim * has_rim).sum(axis=1)) / (ANGLES + has_rim.sum(axis=1)))


def _edges(
    bgr: NDArray[np.uint8], view: BoardView, solids: Solids, reach_mm: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Offset and strength of the steepest place within reach on each normal, and each disc's noise level.

    The edge is chosen in grey levels as stored, where dark discs show, and placed in linear light, where blur leaves
    the steepest place of an edge where it is: in stored levels it moves towards the dark side by a third of a pixel.
    """
    colours = profiles(bgr, view, outline_mm(solids, view))
    offsets = OFFSETS_MM[1:-1]
    steepness = _steepness(colours)
    favour = np.exp(-0.5 * (offsets / reach_mm) ** 2).astype(np.float32)
    peak = (steepness * favour).argmax(axis=2)[..., None]
    strength = np.take_along_axis(steepness, peak, axis=2)[..., 0]
    linear = _steepness((colours / np.float32(255.0)) ** np.float32(DISPLAY_GAMMA))
    index = np.arange(offsets.size)
    linear *= np.abs(index - peak) <= NEAR_STEPS
    inner = np.clip(linear.argmax(axis=2)[..., None], 1, offsets.size - 2)
    a, b, c = (np.take_along_axis(linear, inner + k, axis=2)[..., 0] for k in (-1, 0, 1))
    bend = a - 2 * b + c
    curved = bend < -1e-12
    shift = np.where(curved, 0.5 * (a - c) / np.where(curved, bend, 1.0), 0.0)
    edge_mm = offsets[inner[..., 0]] + np.clip(shift, -1, 1) * (offsets[1] - offsets[0])
    noise = 1.5 * np.median(steepness.reshape(len(steepness), ANGLES * offsets.size), axis=1)
    return (
        _from_outline_or_rim(edge_mm, side_mm(solids, view)),
        strength.astype(np.float64),
        np.asarray(noise, np.float64),
    )


def _from_outline_or_rim(edge_mm: FloatArray, side: FloatArray) -> FloatArray:
    """Distance of each edge from the nearer of the two that the disc itself makes there: its outline, or the rim of
    its face where enough of its side is seen to tell the two apart.
    """
    from_rim_mm = edge_mm + side
    use_rim = (side > MIN_SIDE_MM) & (np.abs(from_rim_mm) < np.abs(edge_mm))
    return np.where(use_rim, from_rim_mm, edge_mm)


def _steepness(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """(M, ANGLES, STEPS - 2) length of the colour's change per mm along the normals, lightly smoothed."""
    smooth = 0.25 * (colours[:, :, :-2] + colours[:, :, 2:]) + 0.5 * colours[:, :, 1:-1]
    smooth = np.concatenate([colours[:, :, :1], smooth, colours[:, :, -1:]], axis=2)
    change = smooth[:, :, 2:] - smooth[:, :, :-2]
    blue, green, red = change[..., 0], change[..., 1], change[..., 2]
    return np.asarray(np.sqrt(blue * blue + green * green + red * red) / (2 * (OFFSETS_MM[1] - OFFSETS_MM[0])))


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
