"""Each supposed disc fitted to the edges of its outline, its radius free: is one there, about where, how wide?"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.placing.between_samples import steps_to_top
from vision.placing.outline import (
    ANGLES,
    NORMALS,
    OFFSETS_MM,
    STEP_MM,
    Solids,
    linear_light,
    outline_and_side_mm,
    over_channels,
    profiles,
)

FloatArray = NDArray[np.float64]

# The search narrows: the votes are good to 2 mm, one fit to a few tenths.
REACH_MM = (2.5, 1.2, 0.8)
CHECK_MM = 1.5
# Edges this far from the fitted outline are another thing's.
AGREES_MM = 0.8
# One sigma of one disc's radius about the votes', whose step is 6 %; discs of one set differ by less.
ONE_RADIUS_SIGMA_MM = 0.8
# A side narrower than this blurs into one edge with the outline.
MIN_SIDE_MM = 1.2
# Noise is judged on every second normal: more than a thousand samples of each disc. An edge is steeper than so many
# times their median.
NOISE_NORMALS, NOISE_TIMES = 2, 1.5
# A normal counts in full from the steepness on that two in five reach; less, the farther its edge lies off the outline,
# beside how far most do, and beside this at least.
TYPICAL, LEAST_SPREAD_MM = 0.6, 0.2
# The prior on the radius counts so many times over its variance, as much as six of the sixty normals in full. The other
# keeps equations solvable where hardly any normal counts.
PRIOR_WEIGHT, STIFFNESS = 4.0, 1e-3
# With half and twice of each of the last five the same discs are read on the twelve sample pictures (TYPICAL with 0.3
# and 0.9); twice NOISE_TIMES, and half of PRIOR_WEIGHT, change what is asked on one.
# One sigma of normal errors is so many times their median size.
OF_MEDIAN = 1.5
# Difference of both neighbours, per mm, along a normal that is smoothed by a quarter, a half, a quarter.
SMOOTHED_SLOPE: NDArray[np.float32] = np.array([[-0.25, -0.5, 0.0, 0.5, 0.25]], np.float32) / np.float32(2 * STEP_MM)
# The edge in linear light lies within this many steps of the edge in stored levels.
NEAR_STEPS = 3


@dataclass(frozen=True, eq=False, kw_only=True)
class DiscFits:
    """M fitted discs. solids: where they lie, to a few tenths of a mm. support : (M,) share of the outline seen."""

    solids: Solids
    support: FloatArray


def fit_solids(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> DiscFits:
    """Move each disc (and adjust its radius) until its outline lies on the photo's edges.

    Gauss-Newton with Cauchy weights; the edge of each normal is the steepest place near the present outline.
    """
    if not len(solids.xy_mm):  # nothing to filter is an error to OpenCV
        return DiscFits(solids=solids, support=np.zeros(0))
    prior_mm = solids.radius_mm
    for reach_mm in REACH_MM:
        edge_mm, strength, noise = _edges(bgr, view, solids, reach_mm)
        step = _solve(edge_mm, _weights(edge_mm, strength, noise), prior_mm - solids.radius_mm)
        solids = replace(solids, xy_mm=solids.xy_mm + step[:, :2], radius_mm=solids.radius_mm + step[:, 2])
    return DiscFits(solids=solids, support=edges_agree(bgr, view, solids).mean(axis=1))


def edges_agree(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> NDArray[np.bool_]:
    """(M, ANGLES) whether the photo has an edge where each disc has its outline, or the rim of its face."""
    if not len(solids.xy_mm):
        return np.zeros((0, ANGLES), np.bool_)
    edge_mm, strength, noise = _edges(bgr, view, solids, CHECK_MM)
    return np.asarray((np.abs(edge_mm) < AGREES_MM) & (strength > noise[:, None]))


def _edges(
    bgr: NDArray[np.uint8], view: BoardView, solids: Solids, reach_mm: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Offset and strength of the steepest place within reach on each normal, and each disc's noise level.

    The edge is chosen in grey levels as stored, where dark discs show, and placed in linear light, where blur leaves
    the steepest place of an edge where it is: in stored levels it moves towards the dark side by a third of a pixel.
    """
    outline, side = outline_and_side_mm(solids, view)
    colours = profiles(bgr, view, outline)
    offsets = OFFSETS_MM[1:-1]
    steepness = _steepness(colours)
    favour = np.exp(-0.5 * (offsets / reach_mm) ** 2).astype(np.float32)
    peak = (steepness * favour).argmax(axis=2)[..., None]
    strength = np.take_along_axis(steepness, peak, axis=2)[..., 0]
    linear = _steepness(linear_light(colours))
    near = np.clip(peak + np.arange(-NEAR_STEPS, NEAR_STEPS + 1), 0, offsets.size - 1)
    steepest = np.take_along_axis(linear, near, axis=2).argmax(axis=2)[..., None]
    inner = np.clip(np.take_along_axis(near, steepest, axis=2), 1, offsets.size - 2)
    steps = steps_to_top(*(np.take_along_axis(linear, inner + k, axis=2)[..., 0] for k in (-1, 0, 1)))
    edge_mm = offsets[inner[..., 0]] + np.clip(steps, -1, 1) * STEP_MM
    noise = NOISE_TIMES * np.median(steepness[:, ::NOISE_NORMALS].reshape(len(steepness), -1), axis=1)
    return (
        _from_outline_or_rim(edge_mm, side),
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
    rows = colours.reshape(-1, *colours.shape[2:])
    change = cv2.filter2D(rows, -1, SMOOTHED_SLOPE, borderType=cv2.BORDER_REPLICATE)
    steepness = np.sqrt(over_channels(change * change))
    return np.asarray(steepness.reshape(colours.shape[:3])[:, :, 1:-1], np.float32)


def _weights(edge_mm: FloatArray, strength: FloatArray, noise: FloatArray) -> FloatArray:
    typical = np.maximum(np.quantile(strength, TYPICAL, axis=1, keepdims=True), 1e-6)
    spread = np.maximum(OF_MEDIAN * np.median(np.abs(edge_mm), axis=1, keepdims=True), LEAST_SPREAD_MM)
    seen = np.minimum(strength / typical, 1.0) * (strength > noise[:, None])
    return np.asarray(seen / (1.0 + (edge_mm / spread) ** 2))


def _solve(edge_mm: FloatArray, weight: FloatArray, to_prior_mm: FloatArray) -> FloatArray:
    """(M, 3) steps of x, y and radius by weighted least squares, with the prior on the radius."""
    design = np.column_stack([NORMALS, np.ones(ANGLES)])
    normal = np.einsum("mk,ki,kj->mij", weight, design, design)
    right = np.einsum("mk,ki,mk->mi", weight, design, edge_mm)
    stiffness = PRIOR_WEIGHT / ONE_RADIUS_SIGMA_MM**2
    normal[:, 2, 2] += stiffness
    right[:, 2] += stiffness * to_prior_mm
    normal[:, [0, 1], [0, 1]] += STIFFNESS
    return np.asarray(np.linalg.solve(normal, right[..., None])[..., 0])
