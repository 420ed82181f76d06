"""The discs as from where the picture was taken and through its lens, which they themselves may tell."""

import numpy as np
from numpy.typing import NDArray

from calibration.board import MeasuredSet
from calibration.through_lens import bent_more
from calibration.view import BoardView
from vision.discs.discs_among import FoundDiscs
from vision.discs.find_discs import find_discs
from vision.placing.disc_position import Placed
from vision.placing.shared_radius import SET_RADIUS_SIGMA_MM
from vision.shading.fit import DRAWN_RADIUS_SIGMA_MM, Shaded, place_by_shading
from vision.shading.lens_flow import through_clearest_lens
from vision.standpoint.straightened import from_where_it_was_taken, where_it_may_be_taken_from


def find_as_taken(bgr: NDArray[np.uint8], view: BoardView, measured: MeasuredSet | None) -> tuple[FoundDiscs, Shaded]:
    """The discs and where they stand. If they lean though the board seems seen from straight above, once more as from
    where the picture was taken; if they speak of a wide lens, through the one with which they show most clearly, and
    again with what they then say of it.
    """
    found, shaded = _find_and_place(bgr, view, measured)
    leaning = where_it_may_be_taken_from(bgr, view, found.candidates.top_down, found.discs.solids)
    if leaning:
        discs = [find_discs(bgr, other, measured.disc if measured else None).discs for other in leaning]
        return _find_and_place(bgr, from_where_it_was_taken(bgr, leaning, discs), measured)
    if not shaded.bend.is_wide:
        return found, shaded
    clearest, placed = through_clearest_lens(bgr, view, found.discs.solids)
    if clearest is view:
        return found, shaded
    shaded = _place(bgr, clearest, placed, found.choice.team, measured)
    return _find_and_place(bgr, bent_more(clearest, shaded.bend.k1), measured)


def _find_and_place(bgr: NDArray[np.uint8], view: BoardView, measured: MeasuredSet | None) -> tuple[FoundDiscs, Shaded]:
    """The discs by their outlines and colours, and where light puts those that were chosen."""
    found = find_discs(bgr, view, measured.disc if measured else None)
    chosen = found.placed.taken(found.choice.index)
    return found, _place(bgr, view, chosen, found.choice.team, measured)


def _place(
    bgr: NDArray[np.uint8], view: BoardView, chosen: Placed, team: NDArray[np.intp], measured: MeasuredSet | None
) -> Shaded:
    """Where light puts the chosen discs. team : (N,) of them."""
    radius_sigma_mm = DRAWN_RADIUS_SIGMA_MM if measured and measured.disc else SET_RADIUS_SIGMA_MM
    lens_known = bool(measured and measured.lines and view.set_fits)
    return place_by_shading(bgr, view, chosen, team, radius_sigma_mm, lens_known=lens_known)
