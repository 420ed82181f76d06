"""Where beside a disc, or on it, another one shows instead."""

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from calibration.board import PEGS
from calibration.directions import directions
from calibration.view import BoardView
from vision.placing.outline import NORMALS, Solids, outline_mm

FloatArray = NDArray[np.float64]

# Two places nearer than this are one disc's.
SAME_MM = 1.0
# Two discs on the surface cannot overlap; the fit of each is good to a few per cent.
OVERLAP = 0.88


def pegs_as_solids(view: BoardView) -> Solids:
    """The eight pegs of a board, round and upright like discs."""
    azimuth = view.peg_azimuth_rad + np.arange(PEGS) * 2 * np.pi / PEGS
    xy_mm = view.line_maps[0].radius_mm * directions(azimuth)
    return Solids.alike(xy_mm, radius_mm=view.peg_radius_mm, rounding_mm=0.0, thickness_mm=view.peg_height_mm)


def shows_another(
    solids: Solids, view: BoardView, others: Solids, offsets_mm: FloatArray, end_mm: FloatArray
) -> NDArray[np.bool_]:
    """(M, ANGLES, T) whether at the offsets from the outlines of M discs one of the others is seen.

    others : all discs, these among them. end_mm : (M, ANGLES) where each disc ends: beyond it any other shows, before
    it one that stands nearer to the camera.
    """
    hidden = np.zeros((len(solids.xy_mm), len(NORMALS), len(offsets_mm)), bool)
    outline = outline_mm(solids, view)
    foot, top = (view.apparent_mm(others.xy_mm, at_mm) for at_mm in (others.height_mm, others.top_mm))
    nadir = view.camera.centre_mm[:2]
    reach_mm = offsets_mm[-1] + np.linalg.norm(top - foot, axis=1).max(initial=0.0)
    apart_mm = np.linalg.norm(solids.xy_mm[:, None] - others.xy_mm, axis=2)
    touching_mm = solids.radius_mm[:, None] + others.radius_mm
    for disc, other in np.argwhere((apart_mm > SAME_MM) & (apart_mm < touching_mm + reach_mm)):
        place_mm = outline[disc, :, None, :] + offsets_mm[:, None] * NORMALS[:, None, :]
        covered = _from_segment_mm(place_mm, foot[other], top[other]) < others.radius_mm[other]
        nearer = np.linalg.norm(others.xy_mm[other] - nadir) < np.linalg.norm(solids.xy_mm[disc] - nadir)
        hidden[disc] |= covered & (nearer | (offsets_mm > end_mm[disc][:, None]))
    return hidden


def _from_segment_mm(place_mm: FloatArray, start_mm: FloatArray, end_mm: FloatArray) -> FloatArray:
    """(...,) distance of (..., 2) places from a segment."""
    along = end_mm - start_mm
    share = np.clip((place_mm - start_mm) @ along / max(float(along @ along), 1e-9), 0.0, 1.0)
    away_mm = place_mm - start_mm - share[..., None] * along
    return np.asarray(np.hypot(away_mm[..., 0], away_mm[..., 1]))


def beyond_outlines_mm(place_mm: FloatArray, solids: Solids, view: BoardView) -> FloatArray:
    """(...,) how far outside the outlines of M discs (..., 2) places on the surface are seen; negative within one."""
    # An outline is convex: a point lies on the normal beyond whose tangent it is farthest.
    tangent_mm = (outline_mm(solids, view) * NORMALS).sum(axis=2)
    beyond_mm = (place_mm @ NORMALS.T)[..., None, :] - tangent_mm
    return np.asarray(beyond_mm.max(axis=-1).min(axis=-1, initial=np.inf))


def apart(index: NDArray[np.intp], solids: Solids, quality: FloatArray) -> NDArray[np.intp]:
    """(K,) the best of every set of the (N,) candidates that overlap, by the (M,) quality of all, the best first."""
    kept: list[int] = []
    for i in index[np.argsort(-quality[index], kind="stable")]:
        reach = OVERLAP * (solids.radius_mm[i] + solids.radius_mm[kept])
        if (np.linalg.norm(solids.xy_mm[kept] - solids.xy_mm[i], axis=1) >= reach).all():
            kept.append(int(i))
    return np.array(kept, dtype=np.intp)


def clear_of(place_mm: FloatArray, others_mm: FloatArray, least_mm: float) -> NDArray[np.bool_]:
    """(...,) whether (..., 2) places are farther than that from all of (N, 2) others."""
    away_mm = cdist(place_mm.reshape(-1, 2), others_mm)
    return np.asarray((away_mm > least_mm).all(axis=1).reshape(place_mm.shape[:-1]))


def clear_of_discs(place_mm: FloatArray, discs_mm: FloatArray, radius_mm: float) -> NDArray[np.bool_]:
    """(...,) whether discs may lie at (..., 2) places: none of the (N, 2) others, as wide as they, is there."""
    return clear_of(place_mm, discs_mm, reach_of_disc_mm(radius_mm))


def clear_of_pegs(place_mm: FloatArray, view: BoardView, radius_mm: float) -> NDArray[np.bool_]:
    """(...,) whether discs may lie at (..., 2) places: no peg is there."""
    return clear_of(place_mm, pegs_as_solids(view).xy_mm, reach_of_peg_mm(view, radius_mm))


def reach_of_disc_mm(radius_mm: float) -> float:
    """How near to a disc of that radius no other is found."""
    return 2 * OVERLAP * radius_mm


def reach_of_peg_mm(view: BoardView, radius_mm: float) -> float:
    """How near to a peg no disc of that radius stands, whose place is good to half a peg."""
    return radius_mm + view.peg_radius_mm / 2
