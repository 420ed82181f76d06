"""Whether two photos of a round are one: a copy adds nothing to what the photo itself tells."""

import numpy as np
from numpy.typing import NDArray

from calibration.directions import all_round
from calibration.view import BoardView

FloatArray = NDArray[np.float64]

# Of 108 copies of 18 photos, turned, mirrored, trimmed, half as large or stored anew, none was off by more than 0.0001
# of the board's extent, nor seen from farther aside by more than 0.012, in heights of the camera; a hand that moves by
# 20 mm over a board changes that by about 0.02.
ONE_SHAPE, ONE_SLANT = 0.0005, 0.02
# Of 180 places on the lines both photos must show so many for a shape to be one.
LEAST_SHOWN = 20


def from_one_place(first: BoardView, other: BoardView, turn: FloatArray) -> bool:
    """Whether one photo shows the board as the other does, but for a shift, a turn, a scale or a mirror of the picture:
    a copy, trimmed or not, or taken from the very same place. What one of them gets wrong the other does too.

    turn : (2, 2) takes positions of the other to the first one's.
    """
    at_mm = np.multiply.outer(first.radii_mm, all_round(60)).reshape(-1, 2)
    here, there = first.px(at_mm), other.px(at_mm @ turn)
    shown = first.shows(here) & other.shows(there)
    if shown.sum() < LEAST_SHOWN:
        return False
    extent_px = float(np.ptp(here[shown], axis=0).mean())
    copies = (there[shown], there[shown] * (-1, 1))
    one_shape = min(_apart_px(here[shown], copy) for copy in copies) < ONE_SHAPE * extent_px
    # Straight from above a board has one shape wherever the camera is.
    aside, other_aside = (view.camera.centre_mm[:2] / view.camera.centre_mm[2] for view in (first, other))
    return bool(one_shape and np.linalg.norm(aside - turn @ other_aside) < ONE_SLANT)


def _apart_px(here_px: FloatArray, there_px: FloatArray) -> float:
    """Root mean square of what is left between (N, 2) places in two pictures, shifted, turned and scaled."""
    here, there = (places[:, 0] + 1j * places[:, 1] for places in (here_px, there_px))
    design = np.column_stack([there, np.ones_like(there)])
    left = here - design @ np.linalg.lstsq(design, here, rcond=None)[0]
    return float(np.sqrt(np.mean(np.abs(left) ** 2)))
