"""The circles that are drawn in the twenty hole: a disc's outline, flat in it or off its middle, and the rim."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.board import TOURNAMENT_DISC
from calibration.view import BoardView
from vision.hole.depth import SHOULDER_MM
from vision.placing.disc_fit import DiscFits, fit_solids
from vision.placing.disc_position import place_discs
from vision.placing.outline import Solids

FloatArray = NDArray[np.float64]

# The slit between disc and rim is 1.6 mm on tournament boards; beyond that and the fit's error a disc leans.
LEANS_MM = 3.3
# What lies or leans there is as wide as the other discs; a lean foreshortens it a little.
SIZE_MM = 1.5
# A fitted circle this much smaller than the hole is not its rim.
RIM_MM = 0.8
# As thin as makes no difference.
FLAT_MM = 0.01


@dataclass(frozen=True, kw_only=True)
class Outlines:
    """How well a disc flat in the hole, one on its lip, and its rim are seen, 0 to 1. chosen : which fit a disc has."""

    flat: float
    lean: float
    rim: float
    chosen: int


def fit_in_hole(bgr: NDArray[np.uint8], view: BoardView, starts_mm: FloatArray, disc_radius_mm: float) -> DiscFits:
    """Circles at the height of the upper shoulder of a disc that lies in the hole."""
    half_mm = TOURNAMENT_DISC.thickness_mm / 2
    # Both shoulders at one height: the lower one is hidden in the hole.
    solids = Solids.alike(
        starts_mm,
        radius_mm=disc_radius_mm,
        rounding_mm=half_mm,
        thickness_mm=2 * half_mm,
        height_mm=SHOULDER_MM - half_mm,
    )
    return fit_solids(bgr, view, solids)


def see_outlines(
    fits: DiscFits, beside: NDArray[np.bool_], axis_mm: FloatArray, hole_mm: float, disc_radius_mm: float
) -> Outlines:
    """What circles fitted in the hole show.

    beside : (K,) which of them are discs beside it. axis_mm : (2,) the hole's, hole_mm : its radius.
    """
    offset_mm = np.linalg.norm(fits.solids.xy_mm - axis_mm, axis=1)
    radius_mm = fits.solids.radius_mm
    disc_sized = (np.abs(radius_mm - disc_radius_mm) < SIZE_MM) & (radius_mm < hole_mm - RIM_MM)
    leans = (offset_mm >= LEANS_MM) & (offset_mm < hole_mm) & ~beside
    flat, flat_support = _best(fits.support, disc_sized & (offset_mm < LEANS_MM))
    lean, lean_support = _best(fits.support, disc_sized & leans)
    return Outlines(
        flat=flat_support,
        lean=lean_support,
        rim=_best(fits.support, (radius_mm > hole_mm - RIM_MM) & (offset_mm < LEANS_MM))[1],
        chosen=lean if lean_support > flat_support else flat,
    )


def _best(support: FloatArray, among: NDArray[np.bool_]) -> tuple[int, float]:
    """Index and support of the best-supported fit among some; support 0 where there is none."""
    if not among.any():
        return 0, 0.0
    index = int(np.where(among, support, -1.0).argmax())
    return index, float(support[index])


def rim_drawn(bgr: NDArray[np.uint8], view: BoardView) -> float:
    """How clearly the hole's rim is drawn, as Placed.drawn: a circle on the surface."""
    middle_mm = np.zeros((1, 2))
    rim = Solids.alike(middle_mm, radius_mm=view.hole_radius_mm, rounding_mm=FLAT_MM, thickness_mm=2 * FLAT_MM)
    return float(place_discs(bgr, view, rim).drawn[0])
