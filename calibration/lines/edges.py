"""Edge points of a small picture, each with the direction of its gradient."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

# A drawn line is at least this long; what is shorter is wood grain, cloth or noise.
MIN_LENGTH_PX = 12
# Share of the pixels that count as edges: a board fills its picture with far fewer line pixels than this,
# and a share rather than a grey level keeps dim and hazy photos alike.
EDGE_SHARE = 0.12
# Gradients are judged beside those of their surroundings, this share of the picture's longer side wide (about the
# width of one ring on a board that fills half the picture): else a chequered cloth drowns thin lines on pale wood.
SURROUNDINGS = 0.06
# Levels of a whole picture are taken from every third row and column: still ten thousands of samples.
SPARSE = 3
# Runs of edges go on down to this share of the strength at which they begin: Canny advises a half to a third.
LOWER = 0.4


@dataclass(frozen=True, eq=False, kw_only=True)
class EdgePoints:
    """Edge pixels and the unit normals of the edges through them.

    xy_px : (N, 2) float, (x, y). normal : (N, 2) float, unit, from dark to light.
    """

    xy_px: FloatArray
    normal: FloatArray

    def taken(self, index: NDArray[np.bool_]) -> "EdgePoints":
        """Some of the edge pixels."""
        return EdgePoints(xy_px=self.xy_px[index], normal=self.normal[index])


def strongest_gradient(bgr: NDArray[np.uint8], blur_px: float) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Gradient of whichever colour channel changes most at each pixel: lines may differ from the wood in hue alone.

    bgr : (H, W, 3). Returns dx and dy, (H, W) int16, after a Gaussian of `blur_px`.
    """
    # One channel after the other: numpy is twice as fast on contiguous planes.
    first, *others = cv2.split(cv2.GaussianBlur(bgr, (0, 0), blur_px))
    best_dx, best_dy = cv2.Scharr(first, cv2.CV_16S, 1, 0), cv2.Scharr(first, cv2.CV_16S, 0, 1)
    best = np.abs(best_dx) + np.abs(best_dy)
    for channel in others:
        dx, dy = cv2.Scharr(channel, cv2.CV_16S, 1, 0), cv2.Scharr(channel, cv2.CV_16S, 0, 1)
        strength = np.abs(dx) + np.abs(dy)
        stronger = cv2.compare(strength, best, cv2.CMP_GT)
        for of_channel, of_best in ((dx, best_dx), (dy, best_dy), (strength, best)):
            cv2.copyTo(of_channel, stronger, of_best)
    return np.asarray(best_dx, np.int16), np.asarray(best_dy, np.int16)


def _beside_surroundings(
    dx: NDArray[np.int16], dy: NDArray[np.int16]
) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.float32]]:
    """Divide a gradient by the mean strength around each pixel, at least the picture's median strength."""
    strength = np.sqrt(np.square(dx, dtype=np.float32) + np.square(dy, dtype=np.float32))
    window_px = 2 * int(SURROUNDINGS * max(strength.shape)) + 1
    around = cv2.blur(strength, (window_px, window_px))
    scale = 1000.0 / (around + float(np.median(strength[::SPARSE, ::SPARSE])) + 1.0)
    return _whole(dx * scale), _whole(dy * scale), strength * scale


def _whole(gradient: NDArray[np.float32]) -> NDArray[np.int16]:
    """To whole numbers, as far as they reach: beside a dot on an even picture a gradient is larger than that."""
    return np.clip(gradient, -32767, 32767).astype(np.int16)


def find_edges(bgr: NDArray[np.uint8], blur_px: float = 1.0) -> EdgePoints:
    """Canny edges of the strongest channel that belong to runs of some length.

    bgr : (H, W, 3) uint8. Returns EdgePoints, possibly empty. Source: Canny, 1986.
    """
    dx, dy, strength = _beside_surroundings(*strongest_gradient(bgr, blur_px))
    high = float(np.quantile(strength[::SPARSE, ::SPARSE], 1.0 - EDGE_SHARE))
    edges = cv2.Canny(dx, dy, LOWER * high, high, L2gradient=True)
    _, labels = cv2.connectedComponents(edges, connectivity=8)
    found = cv2.findNonZero(edges)
    x, y = found.reshape(-1, 2).T if found is not None else np.zeros((2, 0), np.intp)
    run = labels[y, x]
    long_enough = np.bincount(run, minlength=1)[run] >= MIN_LENGTH_PX
    x, y = x[long_enough], y[long_enough]
    gradient_x, gradient_y = dx[y, x].astype(np.float64), dy[y, x].astype(np.float64)
    length = np.hypot(gradient_x, gradient_y)
    return EdgePoints(
        xy_px=np.column_stack([x, y]).astype(np.float64),
        normal=np.column_stack([gradient_x / length, gradient_y / length]),
    )
