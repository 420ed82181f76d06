"""The eight pegs on the 15 line: a Hough transform over their common phase."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import PEGS
from calibration.directions import directions
from calibration.view import BoardView

FloatArray = NDArray[np.float64]

# Places on the 15 line, half a degree apart: a peg is 10 mm wide, 11 of them. A peg's share of the line.
AZIMUTHS = 720
PERIOD = AZIMUTHS // PEGS
# A peg stands upright: seen at a tilt each of its heights, shares of the whole, lies elsewhere. Near the rounded top it
# is lit otherwise.
HEIGHTS = np.linspace(0.0, 0.8, 8)
# Noise and grain are smoothed over less than half of a peg: one sigma, in places.
SMOOTH = 1.5
# A peg differs from what lies on either side of it, so many places, 14 mm, away; the edge of a disc or of a shadow
# differs from one side alone, and a disc's middle, 32 mm wide, from neither.
BESIDE = 16
# What differs by more than the median and twice the usual deviation from it may be a peg. One that differs far more
# must not outvote seven faint ones: at so many times that level it has half of the votes that it can have at most.
DEVIATIONS, HALF_OF_MOST = 2.0, 2.5
# Pegs may stand two places, 1.8 mm, off theirs, and are seen to half a pixel. Votes are summed over a peg's width.
OFF_PLACES, OFF_PX, PEG_WIDTH = 2, 0.5, 11


def find_pegs(bgr: NDArray[np.uint8], view: BoardView) -> tuple[int, float]:
    """How many of the eight pegs are seen at one common spacing of 45 degrees, and the azimuth of one of them, radians.

    bgr : (H, W, 3). Anything that differs from both of its sides as a peg would, upright on the 15 line, votes for its
    azimuth modulo 45 degrees.
    """
    differs = _difference(_colours_of_pegs(bgr, view))
    middle = np.median(differs)
    level = middle + DEVIATIONS * np.median(np.abs(differs - middle))
    phase = _best_phase(differs / (differs + HALF_OF_MOST * level + 1e-6))
    place_mm = view.lines[0].radius_mm * 2 * np.pi / AZIMUTHS
    off = OFF_PLACES + round(OFF_PX * view.middle_mm_per_px / place_mm)
    around = differs[np.arange(-off, AZIMUTHS + off) % AZIMUTHS] > level
    near = cv2.dilate(around.astype(np.uint8)[None], np.ones((1, 2 * off + 1), np.uint8))[0, off:-off]
    return int(near.reshape(PEGS, PERIOD)[:, phase].sum()), phase * 2 * np.pi / AZIMUTHS


def _colours_of_pegs(bgr: NDArray[np.uint8], view: BoardView) -> NDArray[np.float32]:
    """(AZIMUTHS, 3) the mean colour that a peg would have whose middle stands there, smoothed."""
    xy_mm = view.lines[0].radius_mm * directions(np.arange(AZIMUTHS) * (2 * np.pi / AZIMUTHS))
    x, y = np.moveaxis(view.px(xy_mm, HEIGHTS[:, None] * view.peg_height_mm), -1, 0).astype(np.float32)
    colours = cv2.remap(bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).mean(axis=0, dtype=np.float32)
    ring = np.concatenate([colours[-BESIDE:], colours, colours[:BESIDE]])
    return np.asarray(cv2.GaussianBlur(ring, (1, 0), sigmaX=0, sigmaY=SMOOTH)[BESIDE:-BESIDE], np.float32)


def _difference(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """(AZIMUTHS,) grey levels by which (AZIMUTHS, 3) colours differ from the more alike of their two sides."""
    sides = (np.abs(colours - np.roll(colours, side, axis=0)).sum(axis=1) for side in (-BESIDE, BESIDE))
    return np.asarray(np.minimum(*sides), np.float32)


def _best_phase(votes: NDArray[np.float32]) -> int:
    """The place within a period for which most of (AZIMUTHS,) votes are, over the width of a peg."""
    of_phase = votes.reshape(PEGS, PERIOD).mean(axis=0)
    over_width = np.convolve(np.tile(of_phase, 3), np.ones(PEG_WIDTH) / PEG_WIDTH, mode="same")[PERIOD : 2 * PERIOD]
    return int(over_width.argmax())
