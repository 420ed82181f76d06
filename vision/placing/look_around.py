"""Discs whose outline hardly shows where their votes led, looked for around that place.

Grain or a shadow may draw votes and edges away from a disc that shows little itself; its whole outline, a little
farther off, is then much clearer.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.directions import all_round
from calibration.view import BoardView
from vision.placing.disc_position import NORMALS_PER_WITNESS, Placed, along_mm2, place_discs
from vision.placing.neighbours import clear_of_discs
from vision.placing.outline import Solids

FloatArray = NDArray[np.float64]

# Discs drawn more clearly than this are mostly where they seem to be: on boards drawn by lot and rendered photos 22 of
# 1,328 were off by more than 1.5 mm, of those drawn less clearly 49 of 164.
WEAKLY_DRAWN = 0.45
# Log odds. Measured on the same: of the places around that were better by so much six of six were right, five of them
# for discs 3 to 10 mm off; of discs hardly drawn at all, less clearly than the second, 13 of 15 were wrong.
MUCH_BETTER, HARDLY_DRAWN = 6.0, 0.35
# Placing reaches 4 mm; so many such windows at this distance cover all that is no farther than 10 mm.
WINDOWS, AROUND_MM = 8, 6.0
AROUND: FloatArray = AROUND_MM * all_round(WINDOWS)


def look_around(bgr: NDArray[np.uint8], view: BoardView, placed: Placed, chosen: NDArray[np.intp]) -> Placed:
    """Move the weakly drawn among the (N,) chosen to where they are drawn much more clearly, off all other discs.

    Places around that are about as good make them the less sure of where they are.
    """
    drawn = placed.drawn
    weak = chosen[(drawn[chosen] > 0.0) & (drawn[chosen] < WEAKLY_DRAWN)]
    for i, windows in zip(weak, _places_around(bgr, view, placed.solids.taken(weak)), strict=True):
        others_mm = placed.solids.xy_mm[chosen[chosen != i]]
        free = clear_of_discs(windows.solids.xy_mm, others_mm, float(placed.solids.radius_mm[i]))
        here, around = placed.taken(np.array([i])), windows.taken(np.flatnonzero(free))
        if free.any() and drawn[i] >= HARDLY_DRAWN and around.merit.max() > here.merit[0] + MUCH_BETTER:
            there = around.taken(np.array([around.merit.argmax()]))
            # What hides half of a disc may have led both times: it is no surer than before.
            here = replace(there, covariance_mm2=there.covariance_mm2 + here.covariance_mm2)
        placed = placed.updated(np.array([i]), _less_sure(here, around))
    return placed


def _places_around(bgr: NDArray[np.uint8], view: BoardView, discs: Solids) -> list[Placed]:
    """Of each of M discs the best places of all windows around it."""
    count = len(discs.xy_mm)
    starts = discs.taken(np.repeat(np.arange(count), WINDOWS))
    placed = place_discs(bgr, view, replace(starts, xy_mm=starts.xy_mm + np.tile(AROUND, (count, 1))))
    return [placed.taken(np.arange(i * WINDOWS, (i + 1) * WINDOWS)) for i in range(count)]


def _less_sure(here: Placed, around: Placed) -> Placed:
    """One disc, its covariance that of a mixture with whichever of the places around makes it widest, by their odds."""
    if not len(around.merit):
        return here
    odds = np.exp((around.merit - here.merit) / NORMALS_PER_WITNESS)
    apart_mm = around.solids.xy_mm - here.solids.xy_mm
    spread_mm2 = (odds / (1.0 + odds))[:, None, None] * along_mm2(apart_mm)
    widest = np.trace(spread_mm2, axis1=1, axis2=2).argmax()
    return replace(here, covariance_mm2=here.covariance_mm2 + spread_mm2[widest])
