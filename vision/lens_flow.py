"""What discs say of the lens where rings cannot: straight from above its bend passes for other radii of the lines, but
makes discs narrower one way than the other, the more the farther from the picture's middle they lie.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.through_lens import through_lens
from calibration.view import BoardView
from vision.disc_position import place_discs
from vision.outline import ANGLES, NORMALS, Solids, outline_mm

FloatArray = NDArray[np.float64]

# Seen from farther aslant than this rings tell the lens themselves.
STRAIGHT_DEG = 15.0
# Most lenses have a k1 within this.
USUAL_BEND = 0.07
# Change of k1 over which slopes are taken.
BEND_STEP = 0.05


@dataclass(frozen=True, kw_only=True)
class Bend:
    """What discs say of the lens: k1 beyond the view's, and how sure that is without what is usual of lenses."""

    k1: float
    sigma: float


# Lenses tried where discs speak of a wide one: their k1, to that of an action camera.
WIDE = (-0.15, -0.3, -0.45, -0.6, -0.75)

UNASKED = Bend(k1=0.0, sigma=math.inf)


def rings_tell_lens(view: BoardView) -> bool:
    """Whether the lens is known without the discs."""
    return view.camera.source == "calibrated" or view.camera.slant_deg > STRAIGHT_DEG


def no_flow(solids: Solids) -> FloatArray:
    """(0, M, ANGLES) of a lens that is known."""
    return np.zeros((0, len(solids.xy_mm), ANGLES))


def lens_flow(solids: Solids, view: BoardView) -> FloatArray:
    """(1, M, ANGLES) mm that outlines move outward per unit of k1, the lines and the discs' middles held where they are
    seen.
    """
    bent = through_lens(view, view.lens.k1 + BEND_STEP)
    outline = outline_mm(solids, view)
    middle = view.shadow_mm(solids.xy_mm, solids.height_mm + solids.thickness_mm / 2)[:, None]
    outline_bent, middle_bent = (bent.mm(view.px(place_mm)) - place_mm for place_mm in (outline, middle))
    return np.asarray(np.einsum("mkj,kj->mk", middle_bent - outline_bent, NORMALS)[None] / BEND_STEP)


def through_clearest_lens(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> BoardView:
    """The board through that of the wide lenses, or its own, with which the outlines of discs are drawn most clearly.

    How much discs say of a lens tells its direction, but too little of it where it is a wide one: what does not fit the
    light counts for less.
    """
    views = [view, *(through_lens(view, view.lens.k1 + k1) for k1 in WIDE)]
    merits = [
        place_discs(bgr, through, replace(solids, xy_mm=through.mm(view.px(solids.xy_mm)))).merit.sum()
        for through in views
    ]
    return views[int(np.argmax(merits))]


def said(k1: FloatArray, covariance: FloatArray) -> Bend:
    """What is left of k1, (B,), and its covariance without the prior: B is 1, or 0 where discs were not asked."""
    if not len(k1):
        return UNASKED
    variance = float(covariance[0, 0])
    evidence = max(1.0 / variance - 1.0 / USUAL_BEND**2, 1e-9)
    return Bend(k1=float(k1[0]) / variance / evidence, sigma=evidence**-0.5)


def lens_doubt_mm2(flow: FloatArray, covariance: FloatArray) -> FloatArray:
    """(M, 2, 2) of the places of discs with a flow, (B, M, ANGLES), of a lens so well known.

    Where a disc is wider or narrower than was supposed, its edge by a line errs as if the disc lay elsewhere.
    """
    most = np.abs(flow).argmax(axis=2)
    along_mm = np.take_along_axis(flow, most[..., None], axis=2) * NORMALS[most]
    return np.asarray(np.einsum("bmi,bc,cmj->mij", along_mm, covariance, along_mm))
