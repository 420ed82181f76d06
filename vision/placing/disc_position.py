"""Where each disc stands: the odds of every position near a first guess, by the edges that its outline runs through."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.placing.between_samples import before_and_share
from vision.placing.edge_evidence import OutlineEvidence, outline_evidence
from vision.placing.outline import ANGLES, NORMALS, STEP_MM, Solids

FloatArray = NDArray[np.float64]

# First over all places that a candidate's fit may have missed by, then finely around the best.
COARSE_MM, COARSE_STEP_MM = 4.0, 0.3
FINE_MM, FINE_STEP_MM = 1.2, 0.1
# Neighbouring normals share pixels, grain and shadows: as one independent witness counts this many of them. Measured
# with scenes of known truth: errors are as large as the resulting standard deviations.
NORMALS_PER_WITNESS = 1.5
# So many discs are placed at once: of 8 each takes half as long again, and so it does of 96, which no cache holds.
AT_ONCE = 32


def displacements(reach_mm: float, step_mm: float) -> FloatArray:
    """(G, 2) places of a square grid about a middle, within a circle, mm."""
    axis = np.arange(-reach_mm, reach_mm + step_mm / 2, step_mm)
    grid_mm = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    return np.asarray(grid_mm[np.hypot(*grid_mm.T) <= reach_mm])


COARSE_GRID_MM, FINE_GRID_MM = displacements(COARSE_MM, COARSE_STEP_MM), displacements(FINE_MM, FINE_STEP_MM)


@dataclass(frozen=True, eq=False, kw_only=True)
class Placed:
    """M discs. solids: where they stand. covariance_mm2 : (M, 2, 2). merit : (M,) log odds of the best position."""

    solids: Solids
    covariance_mm2: FloatArray
    merit: FloatArray

    @property
    def drawn(self) -> FloatArray:
        """(M,) how clearly each outline is drawn: geometric mean over its normals, 0 to about 1."""
        return np.asarray(np.exp(self.merit / ANGLES))

    def updated(self, index: NDArray[np.intp], others: "Placed") -> "Placed":
        """With others in some of the places."""
        xy_mm, merit, covariance_mm2 = self.solids.xy_mm.copy(), self.merit.copy(), self.covariance_mm2.copy()
        xy_mm[index], merit[index], covariance_mm2[index] = others.solids.xy_mm, others.merit, others.covariance_mm2
        return Placed(solids=replace(self.solids, xy_mm=xy_mm), covariance_mm2=covariance_mm2, merit=merit)

    def taken(self, index: NDArray[np.intp]) -> "Placed":
        """Some of the discs, in a given order."""
        return Placed(
            solids=self.solids.taken(index),
            covariance_mm2=self.covariance_mm2[index],
            merit=self.merit[index],
        )


def unplaced(solids: Solids) -> Placed:
    """Discs where they are supposed, with outlines that are not drawn."""
    count = len(solids.xy_mm)
    return Placed(solids=solids, covariance_mm2=np.zeros((count, 2, 2)), merit=np.full(count, -np.inf))


def place_discs(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, guess_sigma_mm: float = np.inf) -> Placed:
    """Find the position of each disc of known shape, from a guess within COARSE_MM.

    The position is the mean over all positions by their odds, the covariance their spread: two readings that fit alike
    (the rim of the face for the outline, a shadow for the side) give a large one, whether near or far apart.
    guess_sigma_mm : how good the guess is along each axis, where that is known.
    """
    placed = unplaced(solids)
    for start in range(0, len(solids.xy_mm), AT_ONCE):
        some = np.arange(start, min(start + AT_ONCE, len(solids.xy_mm)))
        placed = placed.updated(some, _place_some(bgr, view, solids.taken(some), guess_sigma_mm))
    return placed


def _place_some(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, guess_sigma_mm: float) -> Placed:
    """As place_discs, of no more discs than a processor's cache holds."""
    coarse_log_odds = _coarse_log_odds(bgr, view, solids, guess_sigma_mm)
    near = replace(solids, xy_mm=solids.xy_mm + COARSE_GRID_MM[coarse_log_odds.argmax(axis=1)])
    _, far_apart_mm2 = _moments(coarse_log_odds, COARSE_GRID_MM)
    log_odds = _position_log_odds(outline_evidence(bgr, view, near, FINE_MM), FINE_MM, FINE_STEP_MM)
    mean_mm, spread_mm2 = _moments(log_odds, FINE_GRID_MM)
    fine_mm2 = spread_mm2 + np.eye(2) * FINE_STEP_MM**2 / 12
    wider = np.trace(far_apart_mm2, axis1=1, axis2=2) > np.trace(fine_mm2, axis1=1, axis2=2)
    found = replace(near, xy_mm=near.xy_mm + mean_mm)
    edges_mm2 = np.where(wider[:, None, None], far_apart_mm2, fine_mm2)
    doubt_mm2 = _doubt_mm2(found.xy_mm - solids.xy_mm, guess_sigma_mm)
    return Placed(solids=found, covariance_mm2=edges_mm2 + doubt_mm2, merit=log_odds.max(axis=1))


def place_more(bgr: NDArray[np.uint8], view: BoardView, placed: Placed, index: NDArray[np.intp]) -> Placed:
    """With those of the (K,) discs placed as well that were not placed yet."""
    new = index[np.isneginf(placed.merit[index])]
    return placed.updated(new, place_discs(bgr, view, placed.solids.taken(new)))


def best_merit(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, guess_sigma_mm: float = np.inf) -> FloatArray:
    """(M,) log odds of the best position of each disc, guessed as for place_discs."""
    return np.asarray(_coarse_log_odds(bgr, view, solids, guess_sigma_mm).max(axis=1))


def _coarse_log_odds(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, guess_sigma_mm: float) -> FloatArray:
    """(M, G) log odds of the coarse grid's displacements from a guess that is as good as said."""
    log_odds = _position_log_odds(outline_evidence(bgr, view, solids, COARSE_MM), COARSE_MM, COARSE_STEP_MM)
    return np.asarray(log_odds - NORMALS_PER_WITNESS * (COARSE_GRID_MM**2).sum(axis=1) / (2 * guess_sigma_mm**2))


def _doubt_mm2(apart_mm: FloatArray, guess_sigma_mm: float) -> FloatArray:
    """(M, 2, 2) what to add to a covariance where edges lead (M, 2) away from a guess.

    As far as the guess may err that says nothing; farther away one of the two is wrong: their distance is the doubt.
    """
    beyond = 1.0 - np.exp(-(apart_mm**2).sum(axis=1) / (2 * guess_sigma_mm**2))
    return np.asarray(beyond[:, None, None] * along_mm2(apart_mm))


def along_mm2(sigma_mm: FloatArray) -> FloatArray:
    """(M, 2, 2) covariance of places that are in doubt along one line each, by (M, 2) in all."""
    return np.asarray(sigma_mm[:, :, None] * sigma_mm[:, None, :])


def _moments(log_odds: FloatArray, grid_mm: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean (M, 2) and covariance (M, 2, 2) over the (G, 2) displacements, by their log odds (M, G)."""
    weight = np.exp((log_odds - log_odds.max(axis=1, keepdims=True)) / NORMALS_PER_WITNESS)
    weight /= weight.sum(axis=1, keepdims=True)
    mean_mm = weight @ grid_mm
    square = (weight @ along_mm2(grid_mm).reshape(-1, 4)).reshape(-1, 2, 2)
    return mean_mm, square - along_mm2(mean_mm)


def merit_by_radius(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, wider_mm: FloatArray) -> FloatArray:
    """(R, M) log odds of the best position of each disc, for every supposed growth of its radius, (R,) mm.

    A wider disc has the same outline farther out, so that one look at the photo serves all radii.
    """
    reach_mm = COARSE_MM + float(np.abs(wider_mm).max()) + 2 * STEP_MM
    evidence = outline_evidence(bgr, view, solids, reach_mm)
    farther_out = [_farther_out(evidence, float(wider)) for wider in wider_mm]
    log_odds = _position_log_odds(_stacked(farther_out), COARSE_MM, COARSE_STEP_MM)
    return np.asarray(log_odds.max(axis=1).reshape(len(wider_mm), -1))


def _farther_out(evidence: OutlineEvidence, wider_mm: float) -> OutlineEvidence:
    """The evidence for outlines that lie farther out on every normal: linear between its shifts."""
    shift_mm = evidence.shift_mm[np.abs(evidence.shift_mm) <= COARSE_MM + STEP_MM]
    step_mm = evidence.shift_mm[1] - evidence.shift_mm[0]
    place = (shift_mm[0] + wider_mm - evidence.shift_mm[0]) / step_mm
    low = int(place)
    share = np.float32(place - low)
    before, after = (evidence.log_odds[..., low + k : low + k + len(shift_mm)] for k in (0, 1))
    return OutlineEvidence(log_odds=before * (1 - share) + after * share, shift_mm=shift_mm)


def _stacked(evidences: list[OutlineEvidence]) -> OutlineEvidence:
    log_odds = np.concatenate([evidence.log_odds for evidence in evidences])
    return OutlineEvidence(log_odds=log_odds, shift_mm=evidences[0].shift_mm)


def _position_log_odds(evidence: OutlineEvidence, reach_mm: float, step_mm: float) -> FloatArray:
    """(M, G) log odds of the grid's displacements: the sum over all normals."""
    shift_mm = evidence.shift_mm
    by_displacement = _by_displacement(reach_mm, step_mm, float(shift_mm[0]), float(shift_mm[-1]), shift_mm.size)
    return (evidence.log_odds.reshape(-1, len(by_displacement)) @ by_displacement).astype(np.float64)


@lru_cache(maxsize=8)
def _by_displacement(
    reach_mm: float, step_mm: float, first_mm: float, last_mm: float, shifts: int
) -> NDArray[np.float32]:
    """(ANGLES * shifts, G) how much of the evidence for each shift along each normal is for a displacement of the grid.

    Two shifts of every normal share it, linearly. The same for all photos, and kept: a few MB.
    """
    shift_mm = displacements(reach_mm, step_mm) @ NORMALS.T
    before, share = before_and_share((shift_mm - first_mm) * ((shifts - 1) / (last_mm - first_mm)), shifts)
    count = len(shift_mm)
    taken = np.zeros((ANGLES, shifts, count), np.float32)
    normal, displacement = np.arange(ANGLES), np.arange(count)[:, None]
    taken[normal, before, displacement] = 1 - share.astype(np.float32)
    taken[normal, before + 1, displacement] = share
    kept = taken.reshape(-1, count)
    kept.setflags(write=False)
    return kept
