"""Normal equations of the light along rounded edges: how discs, camera and amounts of light must change to fit.

A disc's moves are its place, x and y, which are its own; its radius, and the ways in which camera and lens are in
doubt, which all discs share.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.edge_light import BOARD, EdgeLight, RingLight
from vision.outline import NORMALS, over_channels

FloatArray = NDArray[np.float64]
Along = NDArray[np.float32]

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
# Farther away the model's slope says nothing: mm, and shares of the focal length.
LONGEST_SHARED_STEP = 0.15
# The side of an edge that has more grain or noise is trusted the less, by half of what the few places that tell it say.
SIDES_TOLD = 0.5
# Where less than this of the other side is blurred in, a place is the disc's or the board's alone.
BLURRED = 0.02
# So many normals on either side lie in the same shadow or light, and no more or less light than this gets anywhere.
LIT_ALIKE, LIT_SHARES = 2, (0.1, 1.5)
# The sensor cuts off light from about here, as a share of white: noise and compression leave that much.
CUT_OFF = 0.93
# Light as a share of white: rounding to grey levels alone leaves this.
LEAST_NOISE = 1e-3


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
class Noise:
    """Mean squares of the light that is not explained. all2 : (M,) the median over the normals. disc2, board2 : (M,) on
    the disc, and on the board beside it.
    """

    all2: FloatArray
    disc2: FloatArray
    board2: FloatArray

    @classmethod
    def alike(cls, all2: FloatArray) -> "Noise":
        """As much on the discs as on the board."""
        return cls(all2=all2, disc2=all2, board2=all2)


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
class Step:
    """One step of Gauss-Newton. amounts : (M, P, 3). place_mm : (M, 2). shared : (1 + K,) radius and camera.

    covariance_mm2 : (M, 2, 2) of the place, what is shared taken as known. place_by_shared : (M, 2, 1 + K) how the
    place that fits best changes with what is shared. shared_covariance : (1 + K, 1 + K).
    """

    amounts: FloatArray
    place_mm: FloatArray
    shared: FloatArray
    covariance_mm2: FloatArray
    place_by_shared: FloatArray
    shared_covariance: FloatArray


def linearise(
    light: Along,
    parts: EdgeLight,
    rings: RingLight,
    flows: Iterable[Along],
    seen: Along,
    amounts: FloatArray,
    prior: Prior,
    noise: Noise,
    step_mm: float,
) -> Equations:
    """Compare the light along the normals with the model where the discs are now.

    light : (M, ANGLES, T, 3), step_mm apart. flows : (M, ANGLES, T) each, what the K ways in which camera and lens are
    in doubt move outward. seen : (M, ANGLES, T, 1) what is compared, 1 or 0. What each normal has for itself is fitted
    away, as far as the prior and the noise found so far allow.
    """
    amount = amounts[:, None].astype(np.float32)
    of_disc = np.concatenate([parts.of_disc, rings.seen[..., None]], axis=-1)
    modelled = of_disc @ amount
    # Light that is cut off says only that there was as much: a brighter model is no misfit.
    blue, green, red = np.moveaxis((light > CUT_OFF) & (modelled > light), -1, 0)
    trust = _trust(noise, parts.board)
    compared = seen * ~(blue | green | red)[..., None]
    trusted = compared * trust
    own = parts.of_normal * trusted
    transposed = own.swapaxes(2, 3)
    ridge = (noise.all2[:, None] / WITNESSES * prior.own_stiffness)[:, None, :, None] * np.eye(own.shape[-1])
    own_inverse = np.linalg.inv(transposed @ own + ridge.astype(np.float32))

    def cleared(along: Along) -> tuple[Along, Along]:
        """What is left of light when each normal's own parts are fitted away, and how much there was of them."""
        own_amounts = own_inverse @ (transposed @ along)
        return np.asarray(along - own @ own_amounts, np.float32), np.asarray(own_amounts, np.float32)

    rest = (light - modelled) * trusted
    rest_cleared, own_amounts = cleared(rest)
    # A disc moved outward shows at each place what was farther inside; the rings stay.
    of_rings, hidden = (ring[..., None] @ amount[:, :, -1:] for ring in (rings.seen, rings.hidden_per_mm))
    change = -(np.gradient(modelled - of_rings + parts.of_normal @ own_amounts, step_mm, axis=2) + hidden) * trusted
    moved = [(change, OUTWARD), *((change * flow[..., None], AS_IT_FLOWS) for flow in flows)]
    misfit = _dot(rest, rest_cleared) / np.maximum(3.0 * (trusted * trusted).sum(axis=(2, 3)), 1.0)
    left2 = np.maximum(np.median(misfit, axis=1), LEAST_NOISE**2).astype(np.float64)
    # Cauchy weights: where a hand, a numeral or grain lies over the edge the model does not hold.
    weight = WITNESSES / left2[:, None] / (1.0 + misfit / (2.0 * left2[:, None]))

    def flat(along: Along) -> Along:
        return along.reshape(len(along), -1, along.shape[-1])

    weighted = trusted * weight[..., None, None].astype(np.float32)
    left = flat(of_disc * (trusted * weighted)).swapaxes(1, 2)
    shared_with_own = (own * trusted).swapaxes(2, 3) @ of_disc
    fitted_away = (shared_with_own * weight[..., None, None].astype(np.float32)).swapaxes(2, 3) @ (
        own_inverse @ shared_with_own
    )
    ends = np.cumsum([ways.shape[1] for _, ways in moved])
    count = int(ends[-1])
    cross = np.zeros((len(light), 3, amounts.shape[1], count))
    moves, pull = np.zeros((len(light), count, count)), np.zeros((len(light), count))
    at = [slice(end - ways.shape[1], end) for end, (_, ways) in zip(ends, moved, strict=True)]
    for i, (along, ways) in enumerate(moved):
        along_cleared, _ = cleared(along)
        by_normal = of_disc.swapaxes(2, 3) @ (along_cleared * weighted)
        cross[..., at[i]] = _over_normals(by_normal, ways).swapaxes(1, 2)
        pull[:, at[i]] = (weight * _dot(along, rest_cleared)) @ ways
        # What is cleared of two moves is alike whichever of them it was cleared of: half of them tell all.
        for j, (other, other_ways) in enumerate(moved[: i + 1]):
            alike = weight * _dot(other, along_cleared)
            moves[:, at[j], at[i]] = _over_normals(alike, other_ways[:, :, None] * ways[:, None, :])
            moves[:, at[i], at[j]] = moves[:, at[j], at[i]].swapaxes(1, 2)
    return Equations(
        amounts=(left @ flat(of_disc) - fitted_away.sum(axis=1)).astype(np.float64),
        cross=cross,
        right=(flat(rest_cleared * weighted).swapaxes(1, 2) @ flat(of_disc)).astype(np.float64),
        moves=moves,
        pull=pull,
        noise=_noise(left2, rest_cleared / trust, parts.board, compared[..., 0] > 0),
        lit=_lit(own_amounts[:, :, BOARD]),
    )


def _trust(noise: Noise, board: Along) -> Along:
    """(M, ANGLES, T, 1) how much the light of places counts of which the (M, ANGLES, T) board covers so much."""
    disc2, board2 = (side2[:, None, None] for side2 in (noise.disc2, noise.board2))
    place2 = disc2 + (board2 - disc2) * board
    return ((np.sqrt(disc2 * board2) / place2) ** (SIDES_TOLD / 2)).astype(np.float32)[..., None]


def _noise(left2: FloatArray, rest: Along, board: Along, seen: NDArray[np.bool_]) -> Noise:
    """Of (M, ANGLES, T, 3) light not explained, (M,) left2 of it along all, at the (M, ANGLES, T) places seen."""
    rest2 = over_channels(rest * rest) / np.float32(3.0)

    def median2(side: NDArray[np.bool_]) -> FloatArray:
        told = (side & seen).astype(np.float32)
        count = told.sum(axis=2)
        mean2 = np.einsum("mkt,mkt->mk", rest2, told) / np.maximum(count, 1)
        return np.asarray(np.maximum(np.median(np.where(count > 0, mean2, left2[:, None]), axis=1), LEAST_NOISE**2))

    return Noise(all2=left2, disc2=median2(board < BLURRED), board2=median2(board > 1.0 - BLURRED))


def _lit(board: Along) -> FloatArray:
    """(M, ANGLES, 3) light of the board -> (M, ANGLES) share of its median over the normals."""
    light = board.mean(axis=2)
    smooth = np.mean([np.roll(light, by, axis=1) for by in range(-LIT_ALIKE, LIT_ALIKE + 1)], axis=0)
    return np.asarray(np.clip(smooth / np.maximum(np.median(smooth, axis=1, keepdims=True), LEAST_NOISE), *LIT_SHARES))


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


def solve(equations: Equations, prior: Prior, amounts: FloatArray, shift_mm: FloatArray, shared: FloatArray) -> Step:
    """From amounts (M, P, 3), places shift_mm (M, 2) off where the edges put them, and (1 + K,) that is shared."""
    stiffness = prior.stiffness.swapaxes(1, 2)
    matrix = equations.amounts[:, None] + stiffness[..., None] * np.eye(stiffness.shape[-1])
    right = equations.right + stiffness * (prior.amounts - amounts).swapaxes(1, 2)
    solved = np.linalg.solve(matrix, np.concatenate([equations.cross, right[..., None]], axis=-1))
    by_moves, at_once = solved[..., :-1], solved[..., -1]
    moves = equations.moves - np.einsum("mcpi,mcpj->mij", equations.cross, by_moves)
    pull = equations.pull - np.einsum("mcpi,mcp->mi", equations.cross, at_once)
    covariance_mm2 = np.linalg.inv(moves[:, :2, :2] + prior.place)
    place_pull = pull[:, :2] - np.einsum("mij,mj->mi", prior.place, shift_mm)
    # Each disc's place solved away, what all of them say of what they share adds up.
    by_shared = -covariance_mm2 @ moves[:, :2, 2:]
    shared_matrix = moves[:, 2:, 2:] + moves[:, 2:, :2] @ by_shared
    shared_pull = pull[:, 2:] + np.einsum("mis,mi->ms", by_shared, place_pull)
    shared_covariance = np.linalg.inv(np.einsum("m,mij->ij", prior.witness, shared_matrix) + np.diag(prior.shared))
    shared_step = shared_covariance @ (prior.witness @ shared_pull - prior.shared * shared)
    shared_step = np.clip(shared_step, -LONGEST_SHARED_STEP, LONGEST_SHARED_STEP)
    place_mm = np.einsum("mij,mj->mi", covariance_mm2, place_pull) + by_shared @ shared_step
    all_moves = np.hstack([place_mm, np.tile(shared_step, (len(place_mm), 1))])
    more = at_once - np.einsum("mcpi,mi->mcp", by_moves, all_moves)
    return Step(
        amounts=more.swapaxes(1, 2),
        place_mm=place_mm,
        shared=shared_step,
        covariance_mm2=covariance_mm2,
        place_by_shared=by_shared,
        shared_covariance=shared_covariance,
    )
