"""The eight pegs on the 15 line: a Hough transform over their common phase."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import PEGS
from calibration.directions import directions
from calibration.lens import Lens, apply_homography

FloatArray = NDArray[np.float64]

# Samples along the 15 line, half a degree apart: a peg is 10 mm wide, 11 of them. A peg's share of the line.
AZIMUTHS = 720
PERIOD = AZIMUTHS // PEGS
# A peg stands on the line; seen at a tilt it leans outward or inward by some mm.
REACH_MM = (-9.0, 11.0)
RADII = 12
# Noise and grain are smoothed over less than half of a peg, samples along the line and across it (one sigma).
SMOOTH_ALONG, SMOOTH_ACROSS = 1.5, 0.7
# A peg is compared with the mean of 30 degrees of the line about it, nearly six times its own width: shadows and grain
# change slowly over that, and the next peg is 45 degrees away.
AROUND = 61
# What differs by more than the median and twice the usual deviation from it may be a peg, or a disc. One that differs
# far more must not outvote seven faint ones.
DEVIATIONS, MOST_VOTES = 2.0, 2.5
# Pegs may stand two samples, 1.8 mm, off their places. Votes are summed over seven samples, most of a peg's width.
OFF_PLACE, PEG_WIDTH = 5, 7


def find_pegs(bgr: NDArray[np.uint8], px_from_mm: FloatArray, lens: Lens, radius_mm: float) -> tuple[int, float]:
    """How many of the eight pegs are seen at one common spacing of 45 degrees, and the azimuth of one of them, radians.

    bgr : (H, W, 3). px_from_mm : (3, 3) board mm -> undistorted px. radius_mm : of the 15 line. Anything on it that
    differs from the rest of the line votes for its azimuth modulo 45 degrees.
    """
    differs = _difference(_along_line(bgr, px_from_mm, lens, radius_mm))
    middle = np.median(differs)
    level = middle + DEVIATIONS * np.median(np.abs(differs - middle))
    phase = _best_phase(np.minimum(differs / (level + 1e-6), MOST_VOTES))
    near = cv2.dilate((differs > level).astype(np.uint8).reshape(1, -1), np.ones((1, OFF_PLACE), np.uint8))[0]
    return int(near.reshape(PEGS, PERIOD)[:, phase].sum()), phase * 2 * np.pi / AZIMUTHS


def _along_line(bgr: NDArray[np.uint8], px_from_mm: FloatArray, lens: Lens, radius_mm: float) -> NDArray[np.float32]:
    """(RADII, AZIMUTHS, 3) the photo along the line and a little to either side of it, smoothed."""
    azimuth = np.arange(AZIMUTHS) * (2 * np.pi / AZIMUTHS)
    radius = radius_mm + np.linspace(*REACH_MM, RADII)
    xy_mm = radius[:, None, None] * directions(azimuth)
    xy = lens.distort(apply_homography(px_from_mm, xy_mm)).astype(np.float32)
    seen = cv2.remap(bgr, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    smooth = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), sigmaX=SMOOTH_ALONG, sigmaY=SMOOTH_ACROSS)
    return np.asarray(smooth, np.float32)


def _difference(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """(AZIMUTHS,) grey levels by which the line differs from its surroundings, at the radius where it does most."""
    closed = np.concatenate([values[:, -AROUND:], values, values[:, :AROUND]], axis=1)
    around = cv2.blur(closed, (AROUND, 1))[:, AROUND:-AROUND]
    return np.asarray(np.abs(values - around).sum(axis=2).max(axis=0), np.float32)


def _best_phase(votes: NDArray[np.float32]) -> int:
    """The sample within a period for which most of (AZIMUTHS,) votes are, over the width of a peg."""
    of_phase = votes.reshape(PEGS, PERIOD).mean(axis=0)
    over_width = np.convolve(np.tile(of_phase, 3), np.ones(PEG_WIDTH) / PEG_WIDTH, mode="same")[PERIOD : 2 * PERIOD]
    return int(over_width.argmax())
