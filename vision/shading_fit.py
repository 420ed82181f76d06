"""Each placed disc moved to where a model of the light along its rounded edge fits the photo best.

An edge alone misplaces a disc: its lit rounding may look like the board, its shaded one like its shadow. Here the light
is modelled (analysis by synthesis): what a rounded solid sends out under any light, what lies beside it, and the blur.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.disc_position import Placed
from vision.edge_light import OF_DISC, SIDE_LOSS, EdgeLight, edge_light
from vision.outline import NORMALS, Solids, linear_light, outline_mm, profiles
from vision.rounded_edge import rounded_edge

FloatArray = NDArray[np.float64]
Along = NDArray[np.float32]

# What is compared: this much of the face and of the board; of a tall side, what lies within reach of the outline.
FACE_MM, BESIDE_MM, REACH_MM = 1.5, 2.5, 8.0
STEP_MM = 0.3
# Blur in pixels, from a sharp photo's to a soft one's; the one that fits a few discs best serves for all.
BLURS_PX = (0.4, 0.6, 0.8, 1.0)
BLUR_DISCS = 3
# Gauss-Newton steps, each no longer than this: farther away the model's slope says nothing.
STEPS, BLUR_STEPS = 3, 2
LONGEST_STEP_MM = 0.3
# How much of each part is to be expected, one sigma. As a share of the face's light: what its slope does to the
# rounding's. As shares of the light of the board around: a lamp's mirror image; then gloss elsewhere, the board's own
# light, the dark corner, a line, and how much brighter or darker than elsewhere the disc may be on one normal. Errors
# on scenes of known truth change by up to 0.02 mm when one of them is halved or doubled.
SLOPE_SHARE = 0.45
LAMP_SHARE = 0.6
OWN_SHARES = (0.3, 10.0, 2.0, 2.0, 1.0)
# Light as a share of white: noise before it is measured, the least noise, the least light of a face or of the board.
NOISE, LEAST_NOISE, DARKEST = 0.02, 1e-3, 1e-3
# Misfits are alike along a normal, beside it and in all channels: one sample in 60 is a witness of its own. Measured on
# scenes of known truth: errors are as large as the resulting standard deviations.
WITNESSES = 1 / 60
# A rounding of 1 to 2 mm must be wider than a pixel.
COARSEST_MM_PER_PX = 1.2
# Where edges and light put a disc in two places it is less sure by this share of what lies between. Measured likewise.
DISAGREEMENT = 0.25
# Board beside a disc from here on, and the share of directions that show it in plain light.
BOARD_MM, LIT_SHARE = 0.9, 0.7
# A lamp whose shadows take less than this share of the light is none.
LEAST_SHADOW = 0.03


@dataclass(frozen=True, eq=False, kw_only=True)
class _Fitted:
    """shift_mm : (M, 2). covariance_mm2 : (M, 2, 2). misfit : (M,) mean square of the light not explained."""

    shift_mm: FloatArray
    covariance_mm2: FloatArray
    misfit: FloatArray


def place_by_shading(bgr: NDArray[np.uint8], view: BoardView, placed: Placed) -> Placed:
    """Refine discs of known shape that are placed to within a few tenths of a mm; leave those seen too coarsely."""
    fine = np.flatnonzero(view.coarsest_mm_per_px(placed.solids.xy_mm) < COARSEST_MM_PER_PX)
    if not len(fine):
        return placed
    solids = placed.solids.taken(fine)
    few = solids.taken(np.arange(min(BLUR_DISCS, len(fine))))
    misfit = [np.log(_fit(bgr, view, few, blur_px, BLUR_STEPS).misfit).sum() for blur_px in BLURS_PX]
    fitted = _fit(bgr, view, solids, BLURS_PX[int(np.argmin(misfit))], STEPS)
    xy_mm, covariance_mm2 = placed.solids.xy_mm.copy(), placed.covariance_mm2.copy()
    xy_mm[fine] += fitted.shift_mm
    apart_mm = DISAGREEMENT * fitted.shift_mm
    covariance_mm2[fine] = fitted.covariance_mm2 + apart_mm[:, :, None] * apart_mm[:, None, :]
    return replace(placed, solids=replace(placed.solids, xy_mm=xy_mm), covariance_mm2=covariance_mm2)


def _fit(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, blur_px: float, steps: int) -> _Fitted:
    """Gauss-Newton over the discs' places and what they send out; what each normal has for itself is fitted away."""
    offsets_mm = _offsets_mm(solids, view)
    light = _light(bgr, view, solids, offsets_mm)
    plain, towards_lamp = _board_light(light, offsets_mm)
    blur_mm = blur_px * float(view.mm_per_px(solids.xy_mm).mean())
    parts = edge_light(solids, view, offsets_mm, blur_mm, towards_lamp)
    compared = _compared(parts, offsets_mm)
    usual = _usual_amounts(light * (offsets_mm < parts.face_mm[..., None])[..., None] * compared.seen)
    stiffness = _stiffness(usual, plain)
    own_stiffness = 1.0 / (np.array(OWN_SHARES) * plain[:, None]) ** 2
    amounts, shift_mm, noise2 = usual, np.zeros_like(solids.xy_mm), np.full(len(light), NOISE**2)
    for step in range(steps):
        if step:
            light = _light(bgr, view, replace(solids, xy_mm=solids.xy_mm + shift_mm), offsets_mm)
        equations = _equations(light, parts, compared, amounts, noise2[:, None] / WITNESSES * own_stiffness)
        noise2 = equations.noise2
        more, move_mm, covariance_mm2 = _solve(equations, stiffness, usual - amounts)
        length_mm = np.linalg.norm(move_mm, axis=1, keepdims=True)
        shift_mm = shift_mm + move_mm * np.minimum(1.0, LONGEST_STEP_MM / np.maximum(length_mm, 1e-9))
        amounts = amounts + more
    return _Fitted(shift_mm=shift_mm, covariance_mm2=covariance_mm2, misfit=noise2)


def _offsets_mm(solids: Solids, view: BoardView) -> FloatArray:
    """(T,) offsets from the outline that reach all that is compared on any normal."""
    edge = rounded_edge(solids, view, np.array([0.0, STEP_MM]))
    first_mm = max(-REACH_MM, float(edge.face_mm.min()) - FACE_MM)
    return np.arange(first_mm, float(edge.end_mm.max()) + BESIDE_MM + STEP_MM, STEP_MM)


def _light(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, offsets_mm: FloatArray) -> Along:
    return linear_light(profiles(bgr, view, outline_mm(solids, view), offsets_mm))


def _board_light(light: Along, offsets_mm: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(M,) light of the plain board beside each disc, and the unit vector towards the lamp, 0 without one."""
    beside = light[:, :, offsets_mm > BOARD_MM].mean(axis=(2, 3)).astype(np.float64)
    plain = np.maximum(np.quantile(beside, LIT_SHARE, axis=1), DARKEST)
    # First harmonic of the light that the shadow takes; the median leaves out neighbours and lines beside a few.
    from_shadow = -np.median(1.0 - beside / plain[:, None], axis=0) @ NORMALS * (2 / len(NORMALS))
    depth = float(np.hypot(*from_shadow))
    return plain, from_shadow / depth if depth > LEAST_SHADOW else np.zeros(2)


def _usual_amounts(face_light: Along) -> FloatArray:
    """(M, P, 3) what a disc sends out whose side is darker than its face by as much as usual."""
    samples = np.maximum((face_light > 0).sum(axis=(1, 2)), 1)
    face = np.maximum(face_light.sum(axis=(1, 2)) / samples, DARKEST)
    amounts = np.zeros((len(face), OF_DISC, 3))
    amounts[:, 0], amounts[:, 3] = face, SIDE_LOSS * face
    return amounts


def _stiffness(usual: FloatArray, plain: FloatArray) -> FloatArray:
    """(M, P, 3) one over the variance of each amount; the face's own light is free."""
    stiffness = np.zeros_like(usual)
    stiffness[:, 1:-1] = 1.0 / (SLOPE_SHARE * usual[:, :1]) ** 2
    stiffness[:, -1] = 1.0 / (LAMP_SHARE * plain[:, None]) ** 2
    return stiffness


@dataclass(frozen=True, eq=False, kw_only=True)
class _Compared:
    """seen : (M, ANGLES, T, 1) what is compared, 1 or 0. of_disc, of_normal: the parts of the light there."""

    seen: Along
    of_disc: Along
    of_normal: Along


def _compared(parts: EdgeLight, offsets_mm: FloatArray) -> _Compared:
    near = (offsets_mm > parts.face_mm[..., None] - FACE_MM) & (offsets_mm < parts.end_mm[..., None] + BESIDE_MM)
    seen = near[..., None].astype(np.float32)
    return _Compared(seen=seen, of_disc=parts.of_disc * seen, of_normal=parts.of_normal * seen)


@dataclass(frozen=True, eq=False, kw_only=True)
class _Equations:
    """Normal equations of M discs: P amounts per channel and two coordinates.

    amounts : (M, P, P). cross : (M, 3, P, 2). right : (M, 3, P). place : (M, 2, 2). pull : (M, 2). noise2 : (M,).
    """

    amounts: FloatArray
    cross: FloatArray
    right: FloatArray
    place: FloatArray
    pull: FloatArray
    noise2: FloatArray


def _equations(
    light: Along, parts: EdgeLight, compared: _Compared, amounts: FloatArray, own_ridge: FloatArray
) -> _Equations:
    """Linearise the model where the discs are now. own_ridge : (M, parts of a normal) stiffness in units of noise."""
    seen, of_disc, of_normal = compared.seen, compared.of_disc, compared.of_normal
    transposed = of_normal.swapaxes(2, 3)
    ridge = (own_ridge[:, None, :, None] * np.eye(of_normal.shape[-1])).astype(np.float32)
    own_fit = np.linalg.inv(transposed @ of_normal + ridge) @ transposed

    def cleared(profiles_seen: Along) -> Along:
        return np.asarray(profiles_seen - of_normal @ (own_fit @ profiles_seen), np.float32)

    modelled = parts.of_disc @ amounts[:, None].astype(np.float32)
    rest = (light - modelled) * seen
    # A disc moved outward shows at each place what was farther inside.
    change = -np.gradient(modelled + parts.of_normal @ (own_fit @ rest), STEP_MM, axis=2) * seen
    rest_cleared, change_cleared = cleared(rest), cleared(change)
    misfit = (rest * rest_cleared).sum(axis=(2, 3)) / np.maximum(3.0 * seen.sum(axis=(2, 3)), 1.0)
    noise2 = np.maximum(np.median(misfit, axis=1), LEAST_NOISE**2).astype(np.float64)
    # Cauchy weights: where a neighbour or a peg hides the edge the model does not hold.
    weight = WITNESSES / noise2[:, None] / (1.0 + misfit / (2.0 * noise2[:, None]))

    def flat(along: Along) -> Along:
        return along.reshape(len(along), -1, along.shape[-1])

    weighted = flat(of_disc * weight[..., None, None].astype(np.float32)).swapaxes(1, 2)
    by_normal = (of_disc.swapaxes(2, 3) @ change_cleared) * weight[..., None, None]
    cross = np.einsum("mkpc,ki->mcpi", by_normal, NORMALS, optimize=True)
    stiff = weight * (change * change_cleared).sum(axis=(2, 3))
    pull = weight * (change * rest_cleared).sum(axis=(2, 3))
    return _Equations(
        amounts=(weighted @ flat(cleared(of_disc))).astype(np.float64),
        cross=cross,
        right=(weighted @ flat(rest_cleared)).swapaxes(1, 2).astype(np.float64),
        place=np.einsum("mk,ki,kj->mij", stiff, NORMALS, NORMALS),
        pull=pull @ NORMALS,
        noise2=noise2,
    )


def _solve(
    equations: _Equations, stiffness: FloatArray, to_usual: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Steps of the amounts (M, P, 3) and the place (M, 2), and the place's covariance (M, 2, 2)."""
    count = stiffness.shape[1]
    prior = stiffness.swapaxes(1, 2)
    matrix = equations.amounts[:, None] + prior[..., None] * np.eye(count)
    right = equations.right + prior * to_usual.swapaxes(1, 2)
    solved = np.linalg.solve(matrix, np.concatenate([equations.cross, right[..., None]], axis=-1))
    by_place, at_once = solved[..., :2], solved[..., 2]
    place = equations.place - np.einsum("mcpi,mcpj->mij", equations.cross, by_place) + 1e-6 * np.eye(2)
    pull = equations.pull - np.einsum("mcpi,mcp->mi", equations.cross, at_once)
    covariance_mm2 = np.linalg.inv(place)
    move_mm = np.einsum("mij,mj->mi", covariance_mm2, pull)
    more = at_once - np.einsum("mcpi,mi->mcp", by_place, move_mm)
    return more.swapaxes(1, 2), move_mm, covariance_mm2
