"""Colours of discs and of the board around them in light of any strength, as sRGB defines them."""

import cv2
import numpy as np

BOARD = (200, 160, 110)
# Two stops less.
DARK = 0.25


def lab(*rgb):
    pixel = np.array(rgb, np.float32).reshape(1, 1, 3) / 255.0
    return cv2.cvtColor(pixel, cv2.COLOR_RGB2Lab).reshape(3).astype(np.float64)


def shaded(rgb, share):
    """A colour in a share of the light: linear light times it, as sRGB."""
    return tuple(255 * (share * (c / 255) ** 2.2) ** (1 / 2.2) for c in rgb)


def heaps(colours, shares):
    """L*a*b* of discs and of the board around them, for each colour in each light."""
    lit = [(shaded(colour, share), shaded(BOARD, share)) for colour in colours for share in shares for _ in range(3)]
    return np.array([lab(*face) for face, _ in lit]), np.array([lab(*around) for _, around in lit])
