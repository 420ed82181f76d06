"""What discs say of the lens where rings cannot: straight from above its bend passes for other radii of the lines, but
makes discs narrower one way than the other, the more the farther from the picture's middle they lie.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.through_lens import bent_more, line_points
from calibration.view import BoardView
from vision.placing.disc_position import Placed, place_discs
from vision.placing.outline import ANGLES, NORMALS, Solids, outline_mm

FloatArray = NDArray[np.float64]

# Seen from farther aslant than this rings tell the lens themselves: on clean rendered photos to 0.02 from 8 degrees on.
STRAIGHT_DEG = 15.0
# A homography and two radii are ten unknowns; of a board put there by hand no line may be seen.
LEAST_SEEN = 10
# What is expected of k1 before discs are asked, one sigma: phones' lenses and most webcams' lie within it.
LENS_SIGMA = 0.07
# Change of k1 over which slopes are taken: far above rounding, and small beside a wide lens's.
BEND_STEP = 0.05
# What discs say of a wide lens, whose k1 is negative, is heard from so many of their sigmas on: on 104 boards drawn by
# lot with usual lenses they said at most 0.6, and on 14 real photos 0.8 and once 1.8; on 30 with wide ones, of k1 -0.2
# to -0.9, half of them said more.
WIDE_SIGMAS = 1.3
# The lenses that are tried then: how much more of k1, to an action camera's.
WIDE = (-0.15, -0.3, -0.45, -0.6, -0.75)


@dataclass(frozen=True, kw_only=True)
class Bend:
    """What discs say of the lens: k1 beyond the view's, and how sure that is without what is expected of lenses."""

    k1: float
    sigma: float

    @property
    def is_wide(self) -> bool:
        """Whether they speak of a wide lens."""
        return self.k1 < -WIDE_SIGMAS * self.sigma


UNASKED = Bend(k1=0.0, sigma=math.inf)


def lens_flow(solids: Solids, view: BoardView, *, lens_known: bool) -> FloatArray:
    """(B, M, ANGLES) mm that outlines move outward per unit of k1, the lines and the discs' middles held where they are
    seen: B is 1, or 0 where the lens is known, be it by the rings themselves.
    """
    known = lens_known or view.camera.source == "calibrated"
    if known or view.camera.slant_deg > STRAIGHT_DEG or len(line_points(view)[0]) < LEAST_SEEN:
        return np.zeros((0, len(solids.xy_mm), ANGLES))
    bent = bent_more(view, BEND_STEP)
    outline = outline_mm(solids, view)
    middle = view.apparent_mm(solids.xy_mm, solids.middle_mm)[:, None]
    outline_bent, middle_bent = (bent.mm(view.px(place_mm)) - place_mm for place_mm in (outline, middle))
    return np.asarray(np.einsum("mkj,kj->mk", middle_bent - outline_bent, NORMALS)[None] / BEND_STEP)


def without_prior(k1: FloatArray, covariance: FloatArray) -> Bend:
    """What discs alone say where a fit has k1, (B,), and its covariance."""
    if not len(k1):
        return UNASKED
    variance = float(covariance[0, 0])
    evidence = max(1.0 / variance - 1.0 / LENS_SIGMA**2, 1e-9)
    return Bend(k1=float(k1[0]) / variance / evidence, sigma=evidence**-0.5)


def lens_doubt_mm2(flow: FloatArray, covariance: FloatArray) -> FloatArray:
    """(M, 2, 2) of the places of discs with a flow, (B, M, ANGLES), of a lens whose k1 has a covariance, (B, B).

    Where a disc is wider or narrower than was supposed, its edge by a line errs as if the disc lay elsewhere.
    """
    most = np.abs(flow).argmax(axis=2)
    along_mm = np.take_along_axis(flow, most[..., None], axis=2) * NORMALS[most]
    return np.asarray(np.einsum("bmi,bc,cmj->mij", along_mm, covariance, along_mm))


def through_clearest_lens(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> tuple[BoardView, Placed]:
    """The board through that of the wide lenses, or its own, with which the outlines of discs are drawn most clearly,
    and where the discs stand through it.

    What a fit to their light says of a wide lens has the right direction, but is too little: what does not fit the
    light counts for less.
    """
    views = [view, *(bent_more(view, k1) for k1 in WIDE)]
    placed = [place_discs(bgr, through, replace(solids, xy_mm=through.mm(view.px(solids.xy_mm)))) for through in views]
    clearest = int(np.argmax([discs.merit.sum() for discs in placed]))
    return views[clearest], placed[clearest]
