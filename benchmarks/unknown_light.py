"""The Cramer-Rao bound on a disc's place where nobody knows the light.

The bound of a plain edge supposes that the light on either side of it is known. Nobody knows how bright a rounding is
under the lamps of a room, how dark the corner at the disc's foot, nor the board at each place. What is left of the
information on the place once these amounts are eliminated is all that any method can have that supposes no more of them
than `vision/edge_light.py` does.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.read_discs import ReadPhoto
from calibration.board import TOURNAMENT_DISC
from calibration.line_widths import DISPLAY_GAMMA
from vision.disc_position import Placed
from vision.edge_light import RingLight, rings_beside
from vision.lamp import room_light
from vision.neighbours import pegs_as_solids
from vision.outline import ANGLES, Solids
from vision.reading import Disc
from vision.shading_equations import LEAST_NOISE, WITNESSES, Noise, linearise, solve
from vision.shading_fit import BLURS_PX, DRAWN_RADIUS_SIGMA_MM, NOISE
from vision.shading_start import STEP_MM, Start, start_fit

FloatArray = NDArray[np.float64]

# Steps in which the amounts of light are fitted, the places held.
STEPS = 3
CHANNELS = 3


def bounds_mm(photo: ReadPhoto, noise_levels: FloatArray) -> FloatArray:
    """(N,) bounds on the gaps of a photo's discs. noise_levels : (N,) noise and grain beside each, grey levels."""
    view, bgr = photo.scored.view, photo.photo.bgr
    assert view is not None
    discs = [disc.disc.seen for disc in photo.discs]
    solids = standing(discs)
    others = standing([disc.seen for disc in photo.scored.discs]).joined(pegs_as_solids(view))
    placed = Placed(solids=solids, covariance_mm2=np.tile(np.eye(2), (len(discs), 1, 1)), merit=np.zeros(len(discs)))
    room = room_light(bgr, view, solids, others)
    start = start_fit(bgr, view, placed, others, room, DRAWN_RADIUS_SIGMA_MM, BLURS_PX[1])
    amounts, lit = np.asarray(start.prior.amounts), np.ones((len(discs), ANGLES))
    noise = _noise(np.full(len(discs), NOISE**2))
    for _ in range(STEPS):
        rings = rings_beside(solids, view, start.parts.end_mm, lit, start.offsets_mm, start.blur_mm)
        equations = linearise(start.light, start.parts, rings, None, start.seen, amounts, start.prior, noise, STEP_MM)
        noise, lit = equations.noise, equations.lit
        amounts = amounts + solve(equations, start.prior, amounts, np.zeros((len(discs), 2)), np.zeros(2)).amounts
    # Light goes with a power of grey levels; a sample stands for so many pixels.
    noise_light = noise_levels / 255.0 * DISPLAY_GAMMA * room.plain ** (1.0 - 1.0 / DISPLAY_GAMMA)
    sample_mm2 = STEP_MM * 2 * np.pi * solids.radius_mm / ANGLES
    noise2 = noise_light**2 * view.mm_per_px(solids.xy_mm) ** 2 / sample_mm2
    information = _information(start, rings, amounts.mean(axis=2, keepdims=True), noise2)
    outward = solids.xy_mm / np.linalg.norm(solids.xy_mm, axis=1, keepdims=True)
    return np.sqrt(np.einsum("mi,mij,mj->m", outward, np.linalg.inv(information), outward))


def standing(discs: Sequence[Disc]) -> Solids:
    """Discs as solids of the tournament's shape, where they were seen."""
    one = np.ones(len(discs))
    return Solids(
        xy_mm=np.array([(disc.x_mm, disc.y_mm) for disc in discs]),
        radius_mm=np.array([disc.radius_mm for disc in discs]),
        rounding_mm=TOURNAMENT_DISC.rounding_mm * one,
        thickness_mm=TOURNAMENT_DISC.thickness_mm * one,
        height_mm=0.0 * one,
    )


def _noise(all2: FloatArray) -> Noise:
    return Noise(all2=all2, disc2=all2, board2=all2)


def _information(start: Start, rings: RingLight, grey: FloatArray, noise2: FloatArray) -> FloatArray:
    """(M, 2, 2) on the places, 1 / mm2, in light that is as the model says but for (M,) noise2 of each sample.

    grey : (M, P, 1) amounts.
    """
    amounts = np.repeat(grey, CHANNELS, axis=2)
    light = _modelled(start, rings, amounts)
    # No misfit: what is read off the photo weighs as the least noise, and is then weighed by the true one.
    noise = _noise(noise2 * WITNESSES)
    equations = linearise(light, start.parts, rings, None, start.seen, amounts, start.prior, noise, STEP_MM)
    weight = LEAST_NOISE**2 / (WITNESSES * noise2)
    own = weight[:, None, None] * equations.amounts + start.prior.stiffness[:, :, 0, None] * np.eye(grey.shape[1])
    cross = weight[:, None, None] * equations.cross[:, 0, :, :2]
    # All channels are the same grey one.
    moves = weight[:, None, None] * equations.moves[:, :2, :2] / CHANNELS
    return np.asarray(moves - cross.swapaxes(1, 2) @ np.linalg.solve(own, cross))


def _modelled(start: Start, rings: RingLight, amounts: FloatArray) -> NDArray[np.float32]:
    """(M, ANGLES, T, 3) light as the model has it, with what each normal has for itself as the photo shows it."""
    parts = np.concatenate([start.parts.of_disc, rings.seen[..., None]], axis=-1)
    of_disc = parts @ amounts[:, None].astype(np.float32)
    own = start.parts.of_normal * start.seen
    rest = (start.light.mean(axis=3, keepdims=True) - of_disc[..., :1]) * start.seen
    ridge = np.float32(NOISE**2) * np.eye(own.shape[-1], dtype=np.float32)
    own_amounts = np.linalg.solve(own.swapaxes(2, 3) @ own + ridge, own.swapaxes(2, 3) @ rest)
    return np.asarray(of_disc + start.parts.of_normal @ own_amounts, np.float32)
