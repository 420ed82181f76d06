"""Where in the photo a board's ring pattern is: tilts voted for on the whole picture, then in windows of it; or by an
ellipse, on the planes on which it is a circle.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import apply_homography
from calibration.lines.circle_planes import circle_planes
from calibration.lines.edges import EdgePoints, find_edges
from calibration.lines.ellipses import find_ellipses
from calibration.lines.polar import PolarView, unroll
from calibration.lines.rectifier import Rectifier, rectifiers
from calibration.lines.rings import RingPattern, find_pattern
from calibration.lines.tilt_hough import TiltedCentre, vote_for_centres
from calibration.shrink import shrink

FloatArray = NDArray[np.float64]
Box = tuple[int, int, int, int]

SEARCH_SIDE_PX = 640
PATTERN_SIDE_PX = 1600
CENTRES = 4
# A board's three lines reach 1.6 in all but the faintest pictures, other round things rarely; 2 ends the search. What
# reaches 1.4 on the camera's axis is tried before more planes are: of 31 such patterns on 160 boards drawn by lot 30
# were the board.
SURE_SCORE, CLEAR_SCORE = 2.0, 1.4
# A board that fills its picture needs few of the edges to stand out, a small or low one among others twice as many.
VOTERS, WINDOW_VOTERS = 800, 1500
# A small board among many other edges is looked for again in windows of these shares of the picture.
WINDOWS = (0.55, 0.4)
# So many of each size, no two of them nearer than this share of their side: with half and twice of either the same
# boards are found to 1 mm on 61 pictures.
WINDOWS_OF_SIZE, WINDOWS_APART = 3, 0.25
# Of ellipses that were seen along most of their round the surface's edge, the rail and lines were among the first five;
# of their planes one near enough to the board's was among the first twelve.
ELLIPSES, PLANES = 5, 12
# Measured: an outer line inside a clearer edge reached 0.94, chance circles of the usual ratios 0.64.
NEARLY_AS_CLEAR = 0.8
# Planes are unrolled to this share of the picture's longer side, a quarter beyond the outer line of a board that fills
# it; those that are known well to so many times their outer line. A column is then less than 2 px of a copy wide.
REACH, KNOWN_REACH, COLUMNS = 0.62, 1.3, 600


@dataclass(frozen=True, eq=False, kw_only=True)
class Find:
    """A ring pattern and the homography from its plane, centre at the origin, to the photo."""

    pattern: RingPattern
    px_from_plane: FloatArray


class Search:
    """Ways to look for a board in one picture (H, W, 3), whose edges and their votes are seen once for all of them."""

    def __init__(self, bgr: NDArray[np.uint8]) -> None:
        self.bgr = bgr

    def by_votes(self) -> Iterator[Find]:
        """The best ring pattern, if circles of a board's ratios stand out; before it, if it is clear, the best of those
        that lie on the camera's axis, which are found in half of the time.
        """
        planes = _planes(self._whole, self._centres)
        on_axis = _best_find(self._whole, islice(planes, len(self._centres)))
        score = on_axis.pattern.score if on_axis else 0.0
        if on_axis and score >= CLEAR_SCORE:
            yield on_axis
        best = on_axis if score >= SURE_SCORE else _clearer(on_axis, _best_find(self._whole, planes))
        if best and (best is not on_axis or score < CLEAR_SCORE):
            yield best

    def in_windows(self) -> Iterator[Find]:
        """The best ring pattern in windows around where most votes meet: a small board among many other edges."""
        best: Find | None = None
        for box in self._windows_of_votes():
            window = _window(self.bgr, box)
            best = _clearer(best, _best_find(window, _planes(window, _centres(window, WINDOW_VOTERS))))
            if best and best.pattern.score >= SURE_SCORE:
                break
        if best:
            yield best

    def by_ellipses(self) -> Iterator[Find]:
        """The best ring pattern for each ellipse, on a plane on which it is a circle.

        An unbroken circle, most often the edge of the surface or the rail, is seen where a table's many edges outvote
        the lines.
        """
        window = self._whole
        for ellipse in find_ellipses(window.edges, window.small_px, ELLIPSES):
            best = _best_find(window, circle_planes(ellipse, window.edges, window.small_px, PLANES))
            if best:
                yield best

    def in_part(self, is_in_part: Callable[[FloatArray], NDArray[np.bool_]]) -> Find | None:
        """The best ring pattern of the edges in a part of the picture whose centre lies there as well.

        is_in_part : of (..., 2) photo px, (...,) whether they do.
        """
        window = self._whole

        def lies_there(small_px: FloatArray) -> NDArray[np.bool_]:
            return is_in_part(apply_homography(window.photo_from_small, small_px))

        part = replace(window, edges=window.edges.taken(lies_there(window.edges.xy_px)))
        # Edges around what lies elsewhere may lead back to it.
        planes = _planes(part, _centres(part, VOTERS))
        return _best_find(part, (plane for plane in planes if lies_there(np.array([plane.x_px, plane.y_px]))))

    @cached_property
    def _whole(self) -> "_Window":
        return _window(self.bgr, (0, 0, self.bgr.shape[1], self.bgr.shape[0]))

    @cached_property
    def _centres(self) -> list[TiltedCentre]:
        return _centres(self._whole, VOTERS)

    def _windows_of_votes(self) -> Iterator[Box]:
        """Square windows around the best centres, of each size at most three and no two in one place."""
        height, width = self.bgr.shape[:2]
        photo_from_small = self._whole.photo_from_small
        centres_px = [apply_homography(photo_from_small, np.array([c.x_px, c.y_px])) for c in self._centres]
        for share in WINDOWS:
            side = int(share * max(width, height))
            tried: list[tuple[float, float]] = []
            for x, y in centres_px:
                apart = all(np.hypot(x - a, y - b) >= WINDOWS_APART * side for a, b in tried)
                if len(tried) < WINDOWS_OF_SIZE and apart:
                    tried.append((x, y))
                    x0 = int(np.clip(x - side / 2, 0, max(0, width - side)))
                    y0 = int(np.clip(y - side / 2, 0, max(0, height - side)))
                    yield x0, y0, min(width, x0 + side), min(height, y0 + side)


def find_again(bgr: NDArray[np.uint8], px_from_plane: FloatArray) -> Find | None:
    """The best ring pattern on a plane that is known well, its outer circle at about 1."""
    return _on_plane(px_from_plane, find_pattern(_unrolled(bgr, px_from_plane)))


def find_usual(bgr: NDArray[np.uint8], px_from_plane: FloatArray) -> Find | None:
    """Lines of the usual ratios on a plane that is known well, its outer circle at about 1, if they show nearly as
    well as any: the surface's edge is often the clearer circle, a little outside the outer line.
    """
    view = _unrolled(bgr, px_from_plane)
    best, usual = find_pattern(view), find_pattern(view, usual=True)
    if best is None or usual is None or usual.score < NEARLY_AS_CLEAR * best.score:
        return None
    return _on_plane(px_from_plane, usual)


def _unrolled(bgr: NDArray[np.uint8], px_from_plane: FloatArray) -> PolarView:
    fine, scale = _scaled(bgr, PATTERN_SIDE_PX, enlarge=False)
    return unroll(fine, np.diag([scale, scale, 1.0]) @ px_from_plane, KNOWN_REACH, COLUMNS)


def _clearer(a: Find | None, b: Find | None) -> Find | None:
    """The find with the clearer pattern, the first of equals."""
    if a is None or b is None:
        return a or b
    return b if b.pattern.score > a.pattern.score else a


def _on_plane(px_from_plane: FloatArray, pattern: RingPattern | None) -> Find | None:
    return Find(pattern=pattern, px_from_plane=px_from_plane) if pattern else None


@dataclass(frozen=True, eq=False, kw_only=True)
class _Window:
    """A window of the photo, and its edges in a smaller copy. Both matrices are (3, 3) and come from that copy's px."""

    fine: NDArray[np.uint8]
    edges: EdgePoints
    small_px: tuple[int, int]
    fine_from_small: FloatArray
    photo_from_small: FloatArray


def _window(bgr: NDArray[np.uint8], box: Box) -> _Window:
    x0, y0, x1, y1 = box
    fine, fine_scale = _scaled(bgr[y0:y1, x0:x1], PATTERN_SIDE_PX, enlarge=False)
    small, smaller = _scaled(fine, SEARCH_SIDE_PX, enlarge=True)
    larger = 1 / (fine_scale * smaller)
    return _Window(
        fine=fine,
        edges=find_edges(small),
        small_px=(small.shape[1], small.shape[0]),
        fine_from_small=np.diag([1 / smaller, 1 / smaller, 1.0]),
        photo_from_small=np.array([[larger, 0, x0], [0, larger, y0], [0, 0, 1]]),
    )


def _centres(window: _Window, voters: int) -> list[TiltedCentre]:
    """Where most of so many edges of a window vote for."""
    return vote_for_centres(window.edges, window.small_px, CENTRES, voters)


def _planes(window: _Window, centres: list[TiltedCentre]) -> Iterator[Rectifier]:
    """The planes of a window on which circles may have these centres."""
    return rectifiers(centres, window.edges, float(max(window.small_px)))


def _best_find(window: _Window, planes: Iterable[Rectifier]) -> Find | None:
    """The clearest ring pattern on any of these planes, or the first that is clear enough."""
    best: Find | None = None
    reach = REACH * max(window.small_px)
    for plane in planes:
        small_from_plane = np.linalg.inv(plane.plane_from_px())
        pattern = find_pattern(unroll(window.fine, window.fine_from_small @ small_from_plane, reach, COLUMNS))
        best = _clearer(best, _on_plane(window.photo_from_small @ small_from_plane, pattern))
        if best and best.pattern.score >= SURE_SCORE:
            break
    return best


def _scaled(bgr: NDArray[np.uint8], side_px: int, *, enlarge: bool) -> tuple[NDArray[np.uint8], float]:
    scale = side_px / max(bgr.shape[:2])
    if scale < 1.0:
        return shrink(bgr, scale), scale
    if not enlarge:
        return bgr, 1.0
    return np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), dtype=np.uint8), scale
