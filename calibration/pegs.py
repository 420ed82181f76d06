"""The eight pegs on the 15 line: a Hough transform over their common phase."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import PEGS
from calibration.lens import Lens, apply_homography

FloatArray = NDArray[np.float64]

AZIMUTHS = 720
# A peg is about 10 mm wide and stands on the line; seen at a tilt it leans outward or inward by some mm.
REACH_MM = (-9.0, 11.0)
RADII = 12


def find_pegs(bgr: NDArray[np.uint8], px_from_mm: FloatArray, lens: Lens, radius_mm: float) -> tuple[int, float]:
    """How many of the eight pegs are seen at one common spacing of 45 degrees, and the azimuth of one of them.

    Anything on the 15 line that differs from the rest of the line votes for its azimuth modulo 45 degrees.
    """
    azimuth = np.arange(AZIMUTHS) * (2 * np.pi / AZIMUTHS)
    radius = radius_mm + np.linspace(*REACH_MM, RADII)
    xy_mm = radius[:, None, None] * np.stack([np.cos(azimuth), np.sin(azimuth)], axis=-1)
    xy = lens.distort(apply_homography(px_from_mm, xy_mm)).astype(np.float32)
    values = cv2.remap(bgr, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(
        np.float32
    )
    values = np.asarray(cv2.GaussianBlur(values, (0, 0), sigmaX=1.5, sigmaY=0.7), np.float32)
    # Beside the same radius a little farther round: shadows and grain change slowly, a peg does not.
    wide = np.concatenate([values[:, -40:], values, values[:, :40]], axis=1)
    around = cv2.blur(wide, (61, 1))[:, 40:-40]
    differs = np.abs(values - around).sum(axis=2).max(axis=0)
    level = np.median(differs) + 2.0 * np.median(np.abs(differs - np.median(differs)))
    period = AZIMUTHS // PEGS
    strong = cv2.dilate((differs > level).astype(np.uint8).reshape(1, -1), np.ones((1, 5), np.uint8))[0]
    strength = np.minimum(differs / (level + 1e-6), 2.5).reshape(PEGS, period).mean(axis=0)
    strength = np.convolve(np.tile(strength, 3), np.ones(7) / 7, mode="same")[period : 2 * period]
    phase = int(strength.argmax())
    return int(strong.reshape(PEGS, period)[:, phase].sum()), phase * 2 * np.pi / AZIMUTHS
