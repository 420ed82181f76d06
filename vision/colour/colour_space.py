"""Colours as CIE L*a*b*, the light that they stand for, and how far two are from being one team's."""

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import pdist

FloatArray = NDArray[np.float64]

# Lightness counts half: one team lies partly in the sun and partly in shadow, but keeps its hue. Its chroma shrinks
# with the light, so that is compared as it would be at a medium lightness; the floor keeps noise of black discs small.
LIGHTNESS_WEIGHT = 0.5
MEDIUM_LIGHTNESS = 40.0
LIGHTNESS_FLOOR = 20.0
# Colours of one team differ by less, in weighted L*a*b* units: sun and shade on one set of discs reach about 20.
TEAM_SPREAD = 17.0
# Within the first a face has a team's very colour, within the second it is of that team.
SAME_COLOUR, NEAR_COLOUR = 5.0, 0.8 * TEAM_SPREAD


def lab(bgr: NDArray[np.float32]) -> FloatArray:
    """(..., 3) BGR of 0 to 255 -> CIE L*a*b*; no colours where there are none."""
    if bgr.size == 0:  # which OpenCV refuses
        return bgr.astype(np.float64)
    flat = (bgr.reshape(1, -1, 3) / 255.0).astype(np.float32)
    return cv2.cvtColor(flat, cv2.COLOR_BGR2Lab).reshape(bgr.shape).astype(np.float64)


def levels(of_lab: FloatArray) -> NDArray[np.float32]:
    """(M, 3) CIE L*a*b* -> (M, 3) BGR of 0 to 255; none where there are none."""
    if of_lab.size == 0:  # which OpenCV refuses
        return of_lab.astype(np.float32)
    return np.asarray(255 * cv2.cvtColor(of_lab[None].astype(np.float32), cv2.COLOR_Lab2BGR)[0], np.float32)


def light_of(of_lab: FloatArray) -> FloatArray:
    """(M, 3) CIE L*a*b* -> (M, 3) linear RGB as shares of white."""
    return np.asarray(cv2.cvtColor(of_lab.astype(np.float32)[None], cv2.COLOR_Lab2LRGB)[0], np.float64)


def lab_of(light: FloatArray) -> FloatArray:
    """(M, 3) linear RGB as shares of white -> (M, 3) CIE L*a*b*."""
    return np.asarray(cv2.cvtColor(light.astype(np.float32)[None], cv2.COLOR_LRGB2Lab)[0], np.float64)


def weigh(of_lab: FloatArray) -> FloatArray:
    """(..., 3) L*a*b* -> coordinates in which distance means another team."""
    weighed, lightness = np.empty_like(of_lab), of_lab[..., 0]
    weighed[..., 0] = LIGHTNESS_WEIGHT * lightness
    # One channel after the other: NumPy is slow along so short an axis.
    chroma = (MEDIUM_LIGHTNESS + LIGHTNESS_FLOOR) / (lightness + LIGHTNESS_FLOOR)
    for channel in (1, 2):
        weighed[..., channel] = of_lab[..., channel] * chroma
    return weighed


def widest_difference(of_lab: FloatArray) -> float:
    """Between those two of (K, 3) L*a*b* that are farthest apart, weighted; 0 where there are not two."""
    return float(pdist(weigh(of_lab)).max(initial=0.0))
