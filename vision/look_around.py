"""Discs whose outline hardly shows where their votes led, looked for around that place.

Grain or a shadow may draw votes and edges away from a disc that shows little itself; its whole outline, a little
farther off, is then much clearer.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.disc_position import Placed, place_discs
from vision.neighbours import OVERLAP

FloatArray = NDArray[np.float64]

# On boards drawn by lot and rendered photos: of 1,330 discs drawn more clearly than the second 5 were 2.5 mm off and
# more; below the first nothing around says which of two places is right.
WEAKLY_DRAWN = (0.35, 0.45)
# Log odds. Seven places around were better by so much: five discs 1.8 to 10 mm off came right, two stayed right.
CLEARLY_BETTER = 6.0
# Placing reaches 4 mm; so many such windows at this distance cover all that is no farther than 10 mm.
WINDOWS, AROUND_MM = 8, 6.0
AZIMUTH = np.arange(WINDOWS) * (2 * np.pi / WINDOWS)
AROUND: FloatArray = np.column_stack([AROUND_MM * np.cos(AZIMUTH), AROUND_MM * np.sin(AZIMUTH)])


def look_around(bgr: NDArray[np.uint8], view: BoardView, placed: Placed, chosen: NDArray[np.intp]) -> Placed:
    """Move the weakly drawn among the (N,) chosen to where they are drawn much more clearly, off all other discs."""
    drawn = placed.drawn[chosen]
    for weak in chosen[(drawn >= WEAKLY_DRAWN[0]) & (drawn < WEAKLY_DRAWN[1])]:
        here = placed.solids.taken(np.full(WINDOWS, weak))
        rivals = place_discs(bgr, view, replace(here, xy_mm=here.xy_mm + AROUND))
        others_mm = placed.solids.xy_mm[chosen[chosen != weak]]
        apart_mm = np.linalg.norm(rivals.solids.xy_mm[:, None] - others_mm, axis=2).min(axis=1, initial=np.inf)
        merit = np.where(apart_mm > 2 * OVERLAP * here.radius_mm, rivals.merit, -np.inf)
        best = np.array([merit.argmax()])
        if merit[best] > placed.merit[weak] + CLEARLY_BETTER:
            placed = placed.updated(np.array([weak]), rivals.taken(best))
    return placed
