"""What is in doubt about a disc's place beyond what its edges and light leave open: the camera, the discs' thickness,
and a soft photo.
"""

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.placing.outline import BLOWN, NORMALS, Solids, linear_light, outline_mm, sample

FloatArray = NDArray[np.float64]

# On boards of many sizes drawn by lot discs were placed too far away by this share of the way that what they were
# thicker than supposed is seen aside.
ASIDE_BY_THICKNESS = 0.63
# Where blur mixes an edge with what lies beside it, such as the dark corner at a disc's foot, it moves by the blur's
# variance over their distance. Errors of 958 discs, most of them path traced, grew like this: one sigma, 1 / mm.
SOFT_PER_MM = 0.1
# Light that the sensor cuts off spreads with the blur: nobody knows how far, for nobody knows how much it was. On
# scenes of known truth it drew places aside by about this share of the blur. For a face's own light a model of the
# light allows, where it sees most of the board beside: of 151 such discs errors were as the rest of their doubts said.
BLOWN_BLUR, BLOWN_BLUR_MODELLED = 0.5, 0.1
# The board is looked at so many sigmas of the blur outside of the outline: cut off along more than this share of it,
# errors were twice as large.
BESIDE_BLURS, CUT_OFF_BESIDE = 3.0, 0.25
# Faces are looked at near their rim, inside of its rounding; a disc's middle may have another colour.
RIM_SHARE = 0.8


def lean_mm2(solids: Solids, view: BoardView, shift_by_camera: FloatArray | float = 0.0) -> FloatArray:
    """(M, 2, 2) covariance of places that comes from doubts about the camera: as it stood elsewhere, solids lean
    otherwise, and their light fits best elsewhere.

    shift_by_camera : (M, 2, 3) how the latter changes where their middles are seen, in the order of its covariance.
    """
    by_camera = view.stand_mm_by_camera(solids.xy_mm, solids.middle_mm) + shift_by_camera
    return np.asarray(by_camera @ view.camera.covariance @ by_camera.swapaxes(1, 2))


def by_thickness_mm(solids: Solids, view: BoardView, sigma_mm: float) -> FloatArray:
    """(M, 2) how far places are off if the discs are thicker than supposed by one sigma."""
    aside = (view.apparent_mm(solids.xy_mm, solids.top_mm) - solids.xy_mm) / solids.top_mm[:, None]
    return np.asarray(ASIDE_BY_THICKNESS * sigma_mm * aside)


def softness_mm2(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, by_light: NDArray[np.bool_]) -> FloatArray:
    """(M, 2, 2) covariance of places that comes from the photo's blur, and more where faces or the board are blown.

    by_light : (M,) whether a model of the light placed them, rather than their edges.
    """
    blur_mm = view.blur_px * view.mm_per_px(solids.xy_mm)
    beside = _cut_off_beside(bgr, view, solids, blur_mm) > CUT_OFF_BESIDE
    share = np.where(by_light & ~beside, BLOWN_BLUR_MODELLED, BLOWN_BLUR)
    blown_mm = (_are_blown(bgr, view, solids) | beside) * share * blur_mm
    variance_mm2 = (SOFT_PER_MM * blur_mm**2) ** 2 + blown_mm**2
    return np.asarray(variance_mm2[:, None, None] * np.eye(2))


def _are_blown(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> NDArray[np.bool_]:
    """(M,) whether the sensor cuts off the light of most of a face in any channel."""
    radius_mm = RIM_SHARE * (solids.radius_mm - solids.rounding_mm)
    at_rim = solids.xy_mm[:, None] + radius_mm[:, None, None] * NORMALS
    light = linear_light(sample(bgr, view.px(at_rim, solids.top_mm[:, None])))
    return np.asarray((np.median(light, axis=1) > BLOWN).any(axis=1))


def _cut_off_beside(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, blur_mm: FloatArray) -> FloatArray:
    """(M,) share of what lies around the discs whose light the sensor cuts off in any channel."""
    beside = outline_mm(solids, view) + (BESIDE_BLURS * blur_mm)[:, None, None] * NORMALS
    light = linear_light(sample(bgr, view.px(beside)))
    return np.asarray((light > BLOWN).any(axis=2).mean(axis=1))
