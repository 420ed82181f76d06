"""Where in the photo a board's ring pattern is: tilts voted for on the whole picture, then in windows of it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.edges import find_edges
from calibration.polar import unroll
from calibration.rectifier import rectifiers
from calibration.rings import RingPattern, find_pattern
from calibration.shrink import shrink
from calibration.tilt_hough import vote_for_centres

FloatArray = NDArray[np.float64]
Box = tuple[int, int, int, int]

SEARCH_SIDE_PX = 640
PATTERN_SIDE_PX = 1600
CENTRES = 4
# A board's three lines reach 1.6 in all but the faintest pictures, other round things rarely; 2 ends the search.
SURE_SCORE = 2.0
WEAK_SCORE = 1.6
# A board that fills its picture needs few of the edges to stand out, a small or low one among others twice as many.
VOTERS, WINDOW_VOTERS = 800, 1500
# A small board among many other edges is looked for again in windows of these shares of the picture.
WINDOWS = (0.55, 0.4)
# Measured: an outer line inside a clearer edge reached 0.94, chance circles of the usual ratios 0.64.
NEARLY_AS_CLEAR = 0.8
# The plane is unrolled to well beyond its outer line.
KNOWN_REACH, KNOWN_COLUMNS = 1.3, 600


@dataclass(frozen=True, eq=False, kw_only=True)
class Find:
    """A ring pattern and the homography from its plane, centre at the origin, to the photo."""

    pattern: RingPattern
    px_from_plane: FloatArray


def search(bgr: NDArray[np.uint8]) -> Find | None:
    """The best ring pattern of a photo (H, W, 3), or None where no circles of a board's ratios stand out."""
    height, width = bgr.shape[:2]
    best, centres = _search_window(bgr, (0, 0, width, height), VOTERS)
    if best and best.pattern.score >= WEAK_SCORE:
        return best
    for share in WINDOWS:
        for box in _windows_around(centres, int(share * max(width, height)), width, height):
            found, _ = _search_window(bgr, box, WINDOW_VOTERS)
            if found and (best is None or found.pattern.score > best.pattern.score):
                best = found
            if best and best.pattern.score >= SURE_SCORE:
                return best
    return best


def find_usual(bgr: NDArray[np.uint8], px_from_plane: FloatArray) -> Find | None:
    """Lines of the usual ratios on a plane that is known well, its outer circle at about 1, if they show nearly as
    well as any: the surface's edge is often the clearer circle, a little outside the outer line.
    """
    fine, scale = _scaled(bgr, PATTERN_SIDE_PX, enlarge=False)
    view = unroll(fine, np.diag([scale, scale, 1.0]) @ px_from_plane, KNOWN_REACH, KNOWN_COLUMNS)
    best, usual = find_pattern(view), find_pattern(view, usual=True)
    if best is None or usual is None or usual.score < NEARLY_AS_CLEAR * best.score:
        return None
    return Find(pattern=usual, px_from_plane=px_from_plane)


def _windows_around(centres: list[tuple[float, float]], side: int, width: int, height: int) -> list[Box]:
    """Square windows around the best centres, at most three of them and no two in one place."""
    tried: list[tuple[float, float]] = []
    for x, y in centres:
        if len(tried) < 3 and all(np.hypot(x - a, y - b) >= 0.25 * side for a, b in tried):
            tried.append((x, y))
    corners = [
        (int(np.clip(x - side / 2, 0, max(0, width - side))), int(np.clip(y - side / 2, 0, max(0, height - side))))
        for x, y in tried
    ]
    return [(x0, y0, min(width, x0 + side), min(height, y0 + side)) for x0, y0 in corners]


def _search_window(bgr: NDArray[np.uint8], box: Box, voters: int) -> tuple[Find | None, list[tuple[float, float]]]:
    """The best ring pattern in a window of the photo, and the centres that were tried, in photo px."""
    x0, y0, x1, y1 = box
    window = bgr[y0:y1, x0:x1]
    fine, fine_scale = _scaled(window, PATTERN_SIDE_PX, enlarge=False)
    small, smaller = _scaled(fine, SEARCH_SIDE_PX, enlarge=True)
    small_scale = fine_scale * smaller
    edges = find_edges(small)
    centres = vote_for_centres(edges, (small.shape[1], small.shape[0]), CENTRES, voters)
    side = float(max(small.shape[:2]))
    fine_from_small = np.diag([fine_scale / small_scale, fine_scale / small_scale, 1.0])
    photo_from_small = np.array([[1 / small_scale, 0, x0], [0, 1 / small_scale, y0], [0, 0, 1]])
    best: Find | None = None
    for rectifier in rectifiers(centres, edges, side):
        small_from_plane = np.linalg.inv(rectifier.plane_from_px())
        pattern = find_pattern(unroll(fine, fine_from_small @ small_from_plane, 0.62 * side, 600))
        if pattern and (best is None or pattern.score > best.pattern.score):
            best = Find(pattern=pattern, px_from_plane=photo_from_small @ small_from_plane)
        if best and best.pattern.score >= SURE_SCORE:
            break
    return best, [(c.x_px / small_scale + x0, c.y_px / small_scale + y0) for c in centres]


def _scaled(bgr: NDArray[np.uint8], side_px: int, *, enlarge: bool) -> tuple[NDArray[np.uint8], float]:
    scale = side_px / max(bgr.shape[:2])
    if scale < 1.0:
        return shrink(bgr, scale), scale
    if not enlarge:
        return bgr, 1.0
    return np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), dtype=np.uint8), scale
