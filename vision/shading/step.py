"""One step of Gauss-Newton: how discs, what they share and amounts of light must change to fit the photo."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.shading.equations import Equations, Prior

FloatArray = NDArray[np.float64]

# Farther away the model's slope says nothing: mm of the radius, units of k1, and shares of the focal length.
LONGEST_SHARED_STEP = 0.15


@dataclass(frozen=True, eq=False, kw_only=True)
class Step:
    """One step of Gauss-Newton. amounts : (M, P, 3). place_mm : (M, 2). shared : (1 + K,) radius, camera and lens.

    covariance_mm2 : (M, 2, 2) of the place, what is shared taken as known. place_by_shared : (M, 2, 1 + K) how the
    place that fits best changes with what is shared. shared_covariance : (1 + K, 1 + K).
    """

    amounts: FloatArray
    place_mm: FloatArray
    shared: FloatArray
    covariance_mm2: FloatArray
    place_by_shared: FloatArray
    shared_covariance: FloatArray


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
