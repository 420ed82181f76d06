"""Each placed disc moved to where a model of the light along its rounded edge fits the photo best.

An edge alone misplaces a disc: its lit rounding may look like the board, its shaded one like its shadow. Here the light
is modelled (analysis by synthesis): what a rounded solid sends out under any light, what lies beside it, and the blur.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.placing.disc_position import Placed, along_mm2
from vision.placing.neighbours import pegs_as_solids
from vision.placing.outline import Solids
from vision.shading.gauss_newton import Fitted, fit_light, seen_middles_mm, standing
from vision.shading.lamp import room_light
from vision.shading.lens_flow import UNASKED, Bend, lens_flow
from vision.shading.placing_doubts import lean_mm2, softness_mm2

FloatArray = NDArray[np.float64]

# Numbers below were measured where no other reason is given.
# A rounding, 1.5 mm on most discs, must be wider than a pixel. Of 422 discs seen so coarsely median errors were a
# fifth to three fifths smaller by light than by edges; of 85 seen at 1.5 to 1.8 mm some errors were far larger.
COARSEST_MM_PER_PX = 1.5
# Where edges and light put a disc in two places it is less sure by this share of what lies between.
DISAGREEMENT = 0.25
# A radius from a set file is a caliper's, yet light draws discs a little narrower or wider than they are.
DRAWN_RADIUS_SIGMA_MM = 0.05
# What all discs of a photo err alike in their radius, and the share of what lies between the radius by their edges and
# that by their light, as faces of two colours have it: measured on scenes of known truth.
RADIUS_ALIKE_MM, RADIUS_DISAGREEMENT = 0.12, 0.5
# Edges that leave more than this open, one sigma, may have led to a false outline, a shadow's or a neighbour's, from
# where light does not lead back: the place is refined, but this share of what they say stays in doubt, and this one of
# what lies between. False outlines in seeded scenes left 0.4 to 1.5 mm open; of 442 gaps of boards drawn by lot whose
# edges did, 81, 96 and 99 % lie within one, two and three sigma so; 76, 94 and 98 % with shares of 0.3 and 0.25.
UNSURE_MM, UNSURE_SHARE, UNSURE_DISAGREEMENT = 0.4, 0.4, 0.5


@dataclass(frozen=True, eq=False, kw_only=True)
class Shaded:
    """What light says of discs. placed: where they stand, as wide as was supposed, and how sure that is with all that
    is in doubt about radius, camera and blur.

    wider_mm, radius_sigma_mm: how much wider all of them seem to be, and how sure their radius then is. view: the
    board, its camera as the discs tell it where it was not known. bend: what they say of the lens's k1.
    """

    placed: Placed
    wider_mm: float
    radius_sigma_mm: float
    view: BoardView
    bend: Bend


def place_by_shading(
    bgr: NDArray[np.uint8],
    view: BoardView,
    placed: Placed,
    team: NDArray[np.intp],
    radius_sigma_mm: float,
    *,
    lens_known: bool = False,
) -> Shaded:
    """Refine discs of known shape that are placed to within a few tenths of a mm; leave those seen too coarsely.

    team : (M,) group number. radius_sigma_mm: how well their common radius is known. lens_known : whether measured
    radii of the lines have told the lens.
    """
    by_light = view.coarsest_mm_per_px(placed.solids.xy_mm) < COARSEST_MM_PER_PX
    if not by_light.any():
        return _left_at_their_edges(bgr, view, placed, radius_sigma_mm)
    fine = np.flatnonzero(by_light)
    discs, around = placed.taken(fine), placed.solids.joined(pegs_as_solids(view))
    room = room_light(bgr, view, discs.solids, around)
    by_lens = lens_flow(discs.solids, view, lens_known=lens_known)
    fitted = fit_light(bgr, view, discs, around, room, team[fine], radius_sigma_mm, by_lens)
    seen_mm = seen_middles_mm(placed.solids, view)
    seen_mm[fine] += fitted.shift_mm
    solids = standing(placed.solids, fitted.view, seen_mm, 0.0)
    covariance_mm2 = _covariance_mm2(placed, solids, fitted, fine)
    covariance_mm2 += softness_mm2(bgr, fitted.view, solids, by_light)
    radius_doubt_mm = np.hypot(RADIUS_ALIKE_MM, RADIUS_DISAGREEMENT * fitted.wider_mm)
    return Shaded(
        placed=replace(placed, solids=solids, covariance_mm2=covariance_mm2),
        wider_mm=fitted.wider_mm,
        radius_sigma_mm=float(np.hypot(fitted.radius_sigma_mm, radius_doubt_mm)),
        view=fitted.view,
        bend=fitted.bend,
    )


def _left_at_their_edges(bgr: NDArray[np.uint8], view: BoardView, placed: Placed, radius_sigma_mm: float) -> Shaded:
    """Discs that are all seen too coarsely to be refined."""
    none = np.zeros(len(placed.merit), np.bool_)
    doubt_mm2 = lean_mm2(placed.solids, view) + softness_mm2(bgr, view, placed.solids, none)
    by_edges = replace(placed, covariance_mm2=placed.covariance_mm2 + doubt_mm2)
    return Shaded(placed=by_edges, wider_mm=0.0, radius_sigma_mm=radius_sigma_mm, view=view, bend=UNASKED)


def _covariance_mm2(placed: Placed, solids: Solids, fitted: Fitted, fine: NDArray[np.intp]) -> FloatArray:
    """(M, 2, 2) of all discs, with what is in doubt about camera and radius.

    placed : by their edges. solids : where they stand now. fine : (K,) which of them were fitted.
    """
    edges_mm2 = placed.covariance_mm2[fine]
    unsure = np.trace(edges_mm2, axis1=1, axis2=2) > 2 * UNSURE_MM**2
    apart_mm = np.where(unsure, UNSURE_DISAGREEMENT, DISAGREEMENT)[:, None] * fitted.shift_mm
    covariance_mm2 = placed.covariance_mm2.copy()
    covariance_mm2[fine] = fitted.covariance_mm2 + along_mm2(apart_mm)
    covariance_mm2[fine[unsure]] += UNSURE_SHARE**2 * edges_mm2[unsure]
    covariance_mm2[fine] += along_mm2(fitted.radius_sigma_mm * fitted.shift_by_radius)
    shift_by_camera = np.zeros((len(covariance_mm2), 2, 3))
    shift_by_camera[fine] = fitted.shift_by_camera
    return covariance_mm2 + lean_mm2(solids, fitted.view, shift_by_camera)
