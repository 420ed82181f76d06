"""The Cramer-Rao bound on a disc's place where nobody knows the light.

The bound of a plain edge supposes that the light on either side of it is known. Nobody knows how bright a rounding is
under the lamps of a room, how dark the corner at the disc's foot, nor the board at each place. What is left of the
information on the place once these amounts are eliminated is all that any method can have that supposes no more of them
than `vision/shading/edge_light.py` does.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.read_discs import ReadPhoto
from calibration.board import TOURNAMENT_DISC
from calibration.light import DISPLAY_GAMMA
from vision.placing.disc_position import Placed
from vision.placing.neighbours import pegs_as_solids
from vision.placing.outline import ANGLES, NORMALS, Solids
from vision.reading import Disc
from vision.shading.edge_light import RING, RingLight, rings_beside
from vision.shading.equations import STEP_MM, linearise
from vision.shading.fit import DRAWN_RADIUS_SIGMA_MM
from vision.shading.gauss_newton import NOISE
from vision.shading.lamp import room_light
from vision.shading.noise import Noise
from vision.shading.start import Start, start_fit
from vision.shading.step import solve

FloatArray = NDArray[np.float64]

# Steps in which the amounts of light are fitted, the places held.
STEPS = 3


def bounds_mm(photo: ReadPhoto, noise_levels: FloatArray) -> FloatArray:
    """(N,) bounds on the gaps of a photo's discs. noise_levels : (N,) noise and grain beside each, grey levels."""
    assert photo.scored.view is not None
    # The camera is taken as known.
    view, bgr = photo.scored.view.with_camera(np.zeros(3), np.zeros((3, 3))), photo.photo.bgr
    discs = [disc.disc.seen for disc in photo.discs]
    solids = standing(discs)
    others = standing([disc.seen for disc in photo.scored.discs]).joined(pegs_as_solids(view))
    placed = Placed(solids=solids, covariance_mm2=np.tile(np.eye(2), (len(discs), 1, 1)), merit=np.zeros(len(discs)))
    room = room_light(bgr, view, solids, others)
    start = start_fit(bgr, view, placed, others, room, [DRAWN_RADIUS_SIGMA_MM])
    amounts, lit = np.asarray(start.prior.amounts), np.ones((len(discs), ANGLES))
    noise = Noise.alike(np.full(len(discs), NOISE**2))
    for _ in range(STEPS):
        rings = rings_beside(solids, view, start.parts.end_mm, lit, start.offsets_mm, start.blur_mm)
        equations = linearise(start.light, start.parts, rings, (), start.seen, amounts, start.prior, noise)
        noise, lit = equations.noise, equations.lit
        amounts = amounts + solve(equations, start.prior, amounts, np.zeros((len(discs), 2)), np.zeros(1)).amounts
    # Light goes with a power of grey levels; a sample stands for so many pixels.
    noise_light = noise_levels / 255.0 * DISPLAY_GAMMA * room.plain ** (1.0 - 1.0 / DISPLAY_GAMMA)
    sample_mm2 = STEP_MM * 2 * np.pi * solids.radius_mm / ANGLES
    noise2 = noise_light**2 * view.mm_per_px(solids.xy_mm) ** 2 / sample_mm2
    information = _information(start, rings, amounts.mean(axis=2), noise2)
    outward = solids.xy_mm / np.linalg.norm(solids.xy_mm, axis=1, keepdims=True)
    return np.sqrt(np.einsum("mi,mij,mj->m", outward, np.linalg.inv(information), outward))


def standing(discs: Sequence[Disc]) -> Solids:
    """Discs as solids of the tournament's shape, where they were seen."""
    return Solids.alike(
        np.array([(disc.x_mm, disc.y_mm) for disc in discs]),
        radius_mm=np.array([disc.radius_mm for disc in discs]),
        rounding_mm=TOURNAMENT_DISC.rounding_mm,
        thickness_mm=TOURNAMENT_DISC.thickness_mm,
    )


def _information(start: Start, rings: RingLight, amounts: FloatArray, noise2: FloatArray) -> FloatArray:
    """(M, 2, 2) on the places, 1 / mm2, of (M,) noise2 in each sample. amounts : (M, P) of all light."""
    parts = np.concatenate([start.parts.of_disc, rings.seen[..., None]], axis=-1).astype(np.float64)
    of_disc = np.einsum("mktp,mp->mkt", parts, amounts)
    own = start.parts.of_normal * start.seen.astype(np.float64)
    rest = (start.light.mean(axis=3) - of_disc)[..., None] * start.seen
    own_amounts = _fitted(own, rest, np.full(len(own), NOISE**2), start)
    beside = (start.parts.of_normal @ own_amounts)[..., 0]
    # A disc moved outward shows at each place what was farther inside; the rings stay.
    ring = amounts[:, RING, None, None]
    change = -np.gradient(of_disc + beside - ring * rings.seen, STEP_MM, axis=2) - ring * rings.hidden_per_mm
    unknown = np.concatenate([parts, change[..., None]], axis=-1) * start.seen
    cleared = unknown - own @ _fitted(own, unknown, noise2, start)
    told = unknown.swapaxes(2, 3) @ cleared / noise2[:, None, None, None]
    stiffness = start.prior.stiffness.mean(axis=2)[..., None] * np.eye(amounts.shape[1])
    of_amounts = told[..., :-1, :-1].sum(axis=1) + stiffness
    cross = np.einsum("mkp,ki->mpi", told[..., :-1, -1], NORMALS)
    of_moves = np.einsum("mk,ki,kj->mij", told[..., -1, -1], NORMALS, NORMALS)
    return np.asarray(of_moves - cross.swapaxes(1, 2) @ np.linalg.solve(of_amounts, cross))


def _fitted(own: FloatArray, along: FloatArray, noise2: FloatArray, start: Start) -> FloatArray:
    """(M, ANGLES, O, Q) how much of each normal's own parts, (M, ANGLES, T, O), there is in (M, ANGLES, T, Q) light."""
    stiffness = (noise2[:, None] * start.prior.own_stiffness)[:, None, :, None] * np.eye(own.shape[-1])
    return np.asarray(np.linalg.solve(own.swapaxes(2, 3) @ own + stiffness, own.swapaxes(2, 3) @ along))
