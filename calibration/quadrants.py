"""The turn of the board about its centre, from the four quadrant lines."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Lens, apply_homography
from calibration.directions import directions

FloatArray = NDArray[np.float64]

AZIMUTHS = 1440
RADII = 32
MARGIN_MM = 8.0
# A sample is compared with what lies so far on either side. All four lines are summed up: drawn by hand, they are up to
# 2.5 mm off right angles (one home board), so that one comes to lie where the near neighbours of another are compared,
# and few or soft pixels widen them as well. The farther neighbours do not suffer from that. But a trophy's lines stand
# out from these as clearly as a board's, by 5.0, so that only the near ones tell what is a board.
NEAR_MM, FAR_MM = 3.0, 6.0
# One sigma of normal noise is so many times its median size; to it comes the half of a grey level to which levels are
# rounded. A sample counts for no more than the limit, in sigmas, be it for or against a line; with half and
# twice as much the same boards are found on 59 pictures.
NOISE_TIMES, ROUNDED, NOISE_LIMIT = 1.5, 0.5, 2.0
# A line is looked for over so many columns, and its middle taken over so many to either side of the best one: some 7 mm
# in all half-way between the 10 and the outer line.
LINE_COLUMNS, BESIDE_PEAK = 3, 3


def find_turn(
    bgr: NDArray[np.uint8],
    channel: int,
    dark: bool,
    px_from_mm: FloatArray,
    lens: Lens,
    radii_mm: tuple[float, float],
    *,
    lines_alone: bool = False,
) -> tuple[float, float]:
    """Azimuth of one quadrant line in the frame of `px_from_mm`, and how far it stands out from what is near.

    The lines are a quarter turn apart: the azimuth is that of any of them. The contrast is in standard deviations.
    radii_mm : of the 10 and the outer line, between which the quadrant lines run.
    lines_alone : whether the picture shows lines without shadows: a sample is compared with the mean of its neighbours,
    which makes twice as much of a faint line, and not with either, which no edge of a shadow passes.
    """
    azimuth = np.arange(AZIMUTHS) * (2 * np.pi / AZIMUTHS)
    radius = np.linspace(radii_mm[0] + MARGIN_MM, radii_mm[1] - MARGIN_MM, RADII)
    xy_mm = radius[:, None, None] * directions(azimuth)
    xy = lens.distort(apply_homography(px_from_mm, xy_mm)).astype(np.float32)
    grey = cv2.remap(bgr, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    values = grey[..., channel].astype(np.float64) * (1 if dark else -1)
    near, far = (_turn_by(values, radius, beside_mm, lines_alone) for beside_mm in (NEAR_MM, FAR_MM))
    return max(near, far, key=lambda turn: turn[1])[0], near[1]


def _turn_by(values: FloatArray, radius_mm: FloatArray, beside_mm: float, lines_alone: bool) -> tuple[float, float]:
    """Azimuth and contrast of what stands out of (RADII, AZIMUTHS) levels, brighter off the lines than on them."""
    shift = np.round(beside_mm / radius_mm * AZIMUTHS / (2 * np.pi)).astype(int)
    column = np.arange(AZIMUTHS)
    before = np.take_along_axis(values, (column - shift[:, None]) % AZIMUTHS, axis=1)
    after = np.take_along_axis(values, (column + shift[:, None]) % AZIMUTHS, axis=1)
    response = ((before + after) / 2 if lines_alone else np.minimum(before, after)) - values
    noise = NOISE_TIMES * np.median(np.abs(response)) + ROUNDED
    line = np.clip(response / noise, -NOISE_LIMIT, NOISE_LIMIT).mean(axis=0)
    folded = line.reshape(4, -1).mean(axis=0)
    smooth = np.convolve(np.tile(folded, 3), np.ones(LINE_COLUMNS) / LINE_COLUMNS, mode="same")
    folded = smooth[folded.size : 2 * folded.size]
    peak = int(folded.argmax())
    beside = np.arange(-BESIDE_PEAK, BESIDE_PEAK + 1)
    nearby = folded[(peak + beside) % folded.size]
    weight = np.clip(nearby - np.median(folded), 0, None)
    offset = float((weight * beside).sum() / (weight.sum() + 1e-9))
    contrast = (folded[peak] - np.median(folded)) / (folded.std() + 1e-6)
    return (peak + offset) * 2 * np.pi / AZIMUTHS, float(contrast)
