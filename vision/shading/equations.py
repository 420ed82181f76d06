"""Normal equations of the light along rounded edges: what the photo says of discs, camera and amounts of light.

A disc's moves are its place, x and y, which are its own; its radius, and the ways in which camera and lens are in
doubt, which all discs share.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.placing.outline import NORMALS
from vision.shading.edge_light import BOARD, EdgeLight, RingLight
from vision.shading.noise import LEAST_NOISE, Noise, noise_left, trust
from vision.shading.own_light import OwnLight, own_light

FloatArray = NDArray[np.float64]
Along = NDArray[np.float32]

# Light along normals is compared at places so far apart.
STEP_MM = 0.3
# How far a disc's own moves and a wider radius take its outline outward on every normal, (ANGLES, 3); what the camera
# does has a flow of its own, and takes all of it as far.
OUTWARD = np.column_stack([NORMALS, np.ones(len(NORMALS))])
AS_IT_FLOWS = np.ones((len(NORMALS), 1))
# Misfits are alike along a normal, beside it and in all channels: one sample in 26 is a witness of its own. Measured on
# scenes of known truth: errors are as large as the resulting standard deviations.
WITNESSES = 1 / 26
# Discs of one photo err alike in what they share, the more so in one light: one in twenty is a witness of its own.
# Measured likewise.
DISC_WITNESSES = 1 / 20
# So many normals on either side lie in the same shadow or light, and no more or less light than this gets anywhere.
LIT_ALIKE, LIT_SHARES = 2, (0.1, 1.5)
# The sensor cuts off light from about here, as a share of white: noise and compression leave that much.
CUT_OFF = 0.93


@dataclass(frozen=True, eq=False, kw_only=True)
class Prior:
    """What is expected of M discs. amounts, stiffness : (M, P, 3) of their P parts, in light and one over its square.

    told : (M, P) how much of that shadows tell, 0 to 1; the rest is learned from the discs. own_stiffness : (M, O) of
    the parts that each normal has for itself. place : (M, 2, 2) inverse covariance, 1 / mm2. shared : (1 + K,)
    stiffness of the common radius, 1 / mm2, and of the K ways in which camera and lens are in doubt. witness : (M,)
    how much each disc has to say of them.
    """

    amounts: FloatArray
    stiffness: FloatArray
    told: FloatArray
    own_stiffness: FloatArray
    place: FloatArray
    shared: FloatArray
    witness: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class Equations:
    """What the photo says of P amounts in each channel and of the moves.

    amounts : (M, P, P). cross : (M, 3, P, 3 + K). right : (M, 3, P). moves : (M, 3 + K, 3 + K). pull : (M, 3 + K).
    noise: of the light not explained. lit : (M, ANGLES) the board's light along each normal, as a share of what is
    usual beside the disc.
    """

    amounts: FloatArray
    cross: FloatArray
    right: FloatArray
    moves: FloatArray
    pull: FloatArray
    noise: Noise
    lit: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class _Compared:
    """The photo's light beside the model's, as far as it is trusted. of_disc : (M, ANGLES, T, P) parts of which a disc
    has one amount. rest : (M, ANGLES, T, 3) what the model leaves, without what each normal has for itself. weight :
    (M, ANGLES) of each normal, one over the square of light.
    """

    of_disc: Along
    own: OwnLight
    rest: Along
    weight: FloatArray

    def weighted(self, along: Along) -> Along:
        """(M, ANGLES, ...) light, times the weights of its normals."""
        return np.asarray(along * self.weight[..., None, None].astype(np.float32), np.float32)


def linearise(
    light: Along,
    parts: EdgeLight,
    rings: RingLight,
    flows: Iterable[Along],
    seen: Along,
    amounts: FloatArray,
    prior: Prior,
    noise: Noise,
) -> Equations:
    """Compare the light along the normals with the model where the discs are now.

    light : (M, ANGLES, T, 3), STEP_MM apart. flows : (M, ANGLES, T) each, what the K ways in which camera and lens are
    in doubt move outward. seen : (M, ANGLES, T, 1) what is compared, 1 or 0. What each normal has for itself is fitted
    away, as far as the prior and the noise found so far allow.
    """
    amount = amounts[:, None].astype(np.float32)
    of_disc = np.concatenate([parts.of_disc, rings.seen[..., None]], axis=-1)
    modelled = of_disc @ amount
    compared = seen * ~_cut_off(light, modelled)
    by_side = trust(noise, parts.board)
    trusted = compared * by_side
    own = own_light(parts.of_normal * trusted, noise.all2[:, None] / WITNESSES * prior.own_stiffness)
    rest = (light - modelled) * trusted
    own_amounts, rest_cleared = own.amounts_in(rest), own.cleared(rest)
    left2, weight = _weights(_dot(rest, rest_cleared), (trusted * trusted).sum(axis=(2, 3)))
    found = _Compared(of_disc=of_disc * trusted, own=own, rest=rest_cleared, weight=weight)
    # A disc moved outward shows at each place what was farther inside; the rings stay.
    of_rings, hidden = (ring[..., None] @ amount[:, :, -1:] for ring in (rings.seen, rings.hidden_per_mm))
    outward = -(np.gradient(modelled - of_rings + parts.of_normal @ own_amounts, STEP_MM, axis=2) + hidden) * trusted
    cross, moves, pull = _of_moves(found, outward, flows)
    return Equations(
        amounts=_of_amounts(found),
        cross=cross,
        right=(_flat(found.weighted(rest_cleared)).swapaxes(1, 2) @ _flat(found.of_disc)).astype(np.float64),
        moves=moves,
        pull=pull,
        noise=noise_left(left2, rest_cleared / by_side, parts.board, compared[..., 0] > 0),
        lit=_lit(own_amounts[:, :, BOARD]),
    )


def _cut_off(light: Along, modelled: Along) -> NDArray[np.bool_]:
    """(M, ANGLES, T, 1) where light is cut off it says only that there was as much: a brighter model is no misfit."""
    blue, green, red = np.moveaxis((light > CUT_OFF) & (modelled > light), -1, 0)
    return np.asarray((blue | green | red)[..., None])


def _weights(misfit: Along, trusted: Along) -> tuple[FloatArray, FloatArray]:
    """(M,) mean square of the light left, the median over the normals, and (M, ANGLES) how much each normal counts.

    misfit : (M, ANGLES) sums of squares over so many trusted samples in three channels. By Cauchy's weights: where a
    hand, a numeral or grain lies over the edge the model does not hold.
    """
    mean2 = misfit / np.maximum(3.0 * trusted, 1.0)
    left2 = np.maximum(np.median(mean2, axis=1), LEAST_NOISE**2).astype(np.float64)
    return left2, WITNESSES / left2[:, None] / (1.0 + mean2 / (2.0 * left2[:, None]))


def _of_amounts(found: _Compared) -> FloatArray:
    """(M, P, P) what is said of the amounts of light, without what each normal has for itself."""
    all_told = _flat(found.weighted(found.of_disc)).swapaxes(1, 2) @ _flat(found.of_disc)
    with_own = found.own.parts.swapaxes(2, 3) @ found.of_disc
    fitted_away = found.weighted(with_own).swapaxes(2, 3) @ (found.own.inverse @ with_own)
    return np.asarray(all_told - fitted_away.sum(axis=1), np.float64)


def _of_moves(found: _Compared, outward: Along, flows: Iterable[Along]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """What is said of the moves: cross, moves and pull, as of Equations.

    outward : (M, ANGLES, T, 3) change of the light for every mm that all of it moves outward.
    """
    moved = [(outward, OUTWARD), *((outward * flow[..., None], AS_IT_FLOWS) for flow in flows)]
    ends = np.cumsum([ways.shape[1] for _, ways in moved])
    at = [slice(end - ways.shape[1], end) for end, (_, ways) in zip(ends, moved, strict=True)]
    discs, count, parts = len(outward), int(ends[-1]), found.of_disc.shape[-1]
    cross, moves, pull = np.zeros((discs, 3, parts, count)), np.zeros((discs, count, count)), np.zeros((discs, count))
    for i, (along, ways) in enumerate(moved):
        cleared = found.own.cleared(along)
        by_normal = found.of_disc.swapaxes(2, 3) @ found.weighted(cleared)
        cross[..., at[i]] = _over_normals(by_normal, ways).swapaxes(1, 2)
        pull[:, at[i]] = (found.weight * _dot(along, found.rest)) @ ways
        # What is cleared of two moves is alike whichever of them it was cleared of: half of them tell all.
        for j, (other, other_ways) in enumerate(moved[: i + 1]):
            alike = found.weight * _dot(other, cleared)
            moves[:, at[j], at[i]] = _over_normals(alike, other_ways[:, :, None] * ways[:, None, :])
            moves[:, at[i], at[j]] = moves[:, at[j], at[i]].swapaxes(1, 2)
    return cross, moves, pull


def _lit(board: Along) -> FloatArray:
    """(M, ANGLES, 3) light of the board -> (M, ANGLES) share of its median over the normals."""
    light = board.mean(axis=2)
    smooth = np.mean([np.roll(light, by, axis=1) for by in range(-LIT_ALIKE, LIT_ALIKE + 1)], axis=0)
    return np.asarray(np.clip(smooth / np.maximum(np.median(smooth, axis=1, keepdims=True), LEAST_NOISE), *LIT_SHARES))


def _flat(along: Along) -> Along:
    """(M, ANGLES, T, C) -> (M, ANGLES * T, C)."""
    return along.reshape(len(along), -1, along.shape[-1])


def _over_normals(by_normal: Along | FloatArray, ways: FloatArray) -> FloatArray:
    """(M, ..., U...) sums over the normals of (M, ANGLES, ...) that move them in (ANGLES, U...) ways; as one product,
    several times as fast as NumPy's einsum.
    """
    discs, normals, *kinds = by_normal.shape
    summed = by_normal.reshape(discs, normals, -1).swapaxes(1, 2) @ ways.reshape(normals, -1)
    return np.asarray(summed.reshape(discs, *kinds, *ways.shape[1:]), np.float64)


def _dot(one: Along, other: Along) -> Along:
    """(M, ANGLES) products of (M, ANGLES, T, 3) light along the normals, summed over each normal."""
    return np.asarray(np.einsum("mktc,mktc->mk", one, other))
