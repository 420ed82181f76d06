"""Normal equations of the light along rounded edges: how places and amounts of light must change to fit the photo."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.edge_light import EdgeLight, RingLight
from vision.outline import NORMALS

FloatArray = NDArray[np.float64]
Along = NDArray[np.float32]

# Misfits are alike along a normal, beside it and in all channels: one sample in 60 is a witness of its own. Measured on
# scenes of known truth: errors are as large as the resulting standard deviations.
WITNESSES = 1 / 60
# Light as a share of white: rounding to grey levels alone leaves this.
LEAST_NOISE = 1e-3


@dataclass(frozen=True, eq=False, kw_only=True)
class Prior:
    """What is expected of M discs. amounts, stiffness : (M, P, 3) of their P parts, in light and one over its square.

    own_stiffness : (M, O) of the parts that each normal has for itself. place : (M, 2, 2) inverse covariance, 1 / mm2.
    """

    amounts: FloatArray
    stiffness: FloatArray
    own_stiffness: FloatArray
    place: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class Equations:
    """What the photo says of P amounts in each channel and of the place.

    amounts : (M, P, P). cross : (M, 3, P, 2). right : (M, 3, P). place : (M, 2, 2). pull : (M, 2). noise2 : (M,) mean
    square of the light not explained, its median over the normals.
    """

    amounts: FloatArray
    cross: FloatArray
    right: FloatArray
    place: FloatArray
    pull: FloatArray
    noise2: FloatArray


def linearise(
    light: Along,
    parts: EdgeLight,
    rings: RingLight,
    seen: Along,
    amounts: FloatArray,
    prior: Prior,
    noise2: FloatArray,
    step_mm: float,
) -> Equations:
    """Compare the light along the normals with the model where the discs are now.

    light : (M, ANGLES, T, 3), step_mm apart. seen : (M, ANGLES, T, 1) what is compared, 1 or 0. What each normal has
    for itself is fitted away, as far as the prior and the noise allow.
    """
    of_disc, own = np.concatenate([parts.of_disc, rings.seen[..., None]], axis=-1) * seen, parts.of_normal * seen
    transposed = own.swapaxes(2, 3)
    ridge = (noise2[:, None] / WITNESSES * prior.own_stiffness)[:, None, :, None] * np.eye(own.shape[-1])
    own_fit = np.linalg.inv(transposed @ own + ridge.astype(np.float32)) @ transposed

    def cleared(along: Along) -> Along:
        return np.asarray(along - own @ (own_fit @ along), np.float32)

    amount = amounts[:, None].astype(np.float32)
    rest = light * seen - of_disc @ amount
    # A disc moved outward shows at each place what was farther inside; the rings stay.
    moving = parts.of_disc @ amount[:, :, :-1] + parts.of_normal @ (own_fit @ rest)
    hidden = rings.hidden_per_mm[..., None] * amount[:, :, -1:]
    change = -(np.gradient(moving, step_mm, axis=2) + hidden) * seen
    rest_cleared, change_cleared = cleared(rest), cleared(change)
    misfit = (rest * rest_cleared).sum(axis=(2, 3)) / np.maximum(3.0 * seen.sum(axis=(2, 3)), 1.0)
    left2 = np.maximum(np.median(misfit, axis=1), LEAST_NOISE**2).astype(np.float64)
    # Cauchy weights: where a neighbour or a peg hides the edge the model does not hold.
    weight = WITNESSES / left2[:, None] / (1.0 + misfit / (2.0 * left2[:, None]))

    def flat(along: Along) -> Along:
        return along.reshape(len(along), -1, along.shape[-1])

    weighted = flat(of_disc * weight[..., None, None].astype(np.float32)).swapaxes(1, 2)
    by_normal = (of_disc.swapaxes(2, 3) @ change_cleared) * weight[..., None, None]
    return Equations(
        amounts=(weighted @ flat(cleared(of_disc))).astype(np.float64),
        cross=np.einsum("mkpc,ki->mcpi", by_normal, NORMALS, optimize=True),
        right=(weighted @ flat(rest_cleared)).swapaxes(1, 2).astype(np.float64),
        place=np.einsum("mk,ki,kj->mij", weight * (change * change_cleared).sum(axis=(2, 3)), NORMALS, NORMALS),
        pull=(weight * (change * rest_cleared).sum(axis=(2, 3))) @ NORMALS,
        noise2=left2,
    )


def solve(
    equations: Equations, prior: Prior, amounts: FloatArray, shift_mm: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Steps of the amounts (M, P, 3) and of the place (M, 2), and the place's covariance (M, 2, 2)."""
    stiffness = prior.stiffness.swapaxes(1, 2)
    matrix = equations.amounts[:, None] + stiffness[..., None] * np.eye(stiffness.shape[-1])
    right = equations.right + stiffness * (prior.amounts - amounts).swapaxes(1, 2)
    solved = np.linalg.solve(matrix, np.concatenate([equations.cross, right[..., None]], axis=-1))
    by_place, at_once = solved[..., :2], solved[..., 2]
    place = equations.place - np.einsum("mcpi,mcpj->mij", equations.cross, by_place) + prior.place
    pull = equations.pull - np.einsum("mcpi,mcp->mi", equations.cross, at_once)
    pull -= np.einsum("mij,mj->mi", prior.place, shift_mm)
    covariance_mm2 = np.linalg.inv(place)
    move_mm = np.einsum("mij,mj->mi", covariance_mm2, pull)
    more = at_once - np.einsum("mcpi,mi->mcp", by_place, move_mm)
    return more.swapaxes(1, 2), move_mm, covariance_mm2
