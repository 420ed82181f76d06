"""A close-up of a board that another photo shows whole: found by what shows of the same three lines."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from calibration.board import MeasuredSet
from calibration.board_from_lines import board_from_lines
from calibration.lines.edges import EdgePoints, find_edges
from calibration.lines.find_lines import fit_pattern
from calibration.lines.fit_rings import RingFit
from calibration.lines.polar import unroll
from calibration.lines.rectifier import rectifiers
from calibration.lines.rings import find_pattern
from calibration.lines.search import Find
from calibration.lines.tilt_hough import vote_for_centres
from calibration.recognise import is_round
from calibration.shrink import copy_from_px, shrink
from calibration.view import BoardNotFound, BoardView

SIDE_PX = 640
# Enlarged, lines are wide and so is the wood's grain: a blur of the latter's size leaves the lines.
BLUR_PX = 3.0
VOTERS, CENTRES = 1500, 16
# The board's middle may lie outside the picture by this share of its longer side, its outer line by this.
MARGIN, REACH, COLUMNS = 0.35, 1.3, 600
# The same board's lines have the same radii; another pattern that fits by chance has not.
SAME_RADIUS_MM = 1.5
# Every line has to show along this share of its round, and where it is in the picture mostly so.
LEAST_SHARE, LEAST_SEEN = 0.06, 0.5
# A close-up's lines are circles to a fraction of a pixel, chance alignments hardly ever.
LARGEST_RMS_PX = 0.5
ADVICE = "Take the close-up so that a part of all three lines is in it, or photograph the whole board."


def locate_part(
    bgr: NDArray[np.uint8], whole: BoardView, focal_35mm: float | None = None, measured: MeasuredSet | None = None
) -> BoardView:
    """Find the board in a photo (H, W, 3) that shows a part of it.

    whole : the same board in another photo, where all of it shows. Raises BoardNotFound with advice for the player.
    """
    for find in _finds(bgr):
        if not _shows_all_lines(bgr, find):
            continue
        lines = fit_pattern(bgr, find)
        if not _is_same(lines.fit, whole):
            continue
        view = board_from_lines(lines, bgr, focal_35mm, measured)
        if is_round(view) and min(_seen(view)) >= LEAST_SEEN:
            return view
    raise BoardNotFound(ADVICE)


def _finds(bgr: NDArray[np.uint8]) -> Iterator[Find]:
    scale = min(1.0, SIDE_PX / max(bgr.shape[:2]))
    small = shrink(bgr, scale)
    found = find_edges(small, BLUR_PX)
    margin_px = MARGIN * max(small.shape[:2])
    # Shifted, so that a middle outside the picture has positive coordinates too.
    edges = EdgePoints(xy_px=found.xy_px + margin_px, normal=found.normal)
    size_px = (int(small.shape[1] + 2 * margin_px), int(small.shape[0] + 2 * margin_px))
    side_px = float(max(size_px))
    small_from_edges = np.array([[1.0, 0, -margin_px], [0, 1.0, -margin_px], [0, 0, 1.0]])
    photo_from_edges = copy_from_px(1 / scale) @ small_from_edges
    for rectifier in rectifiers(vote_for_centres(edges, size_px, CENTRES, VOTERS), edges, side_px):
        px_from_plane = photo_from_edges @ np.linalg.inv(rectifier.plane_from_px())
        pattern = find_pattern(unroll(bgr, px_from_plane, REACH * max(small.shape[:2]), COLUMNS))
        if pattern:
            yield Find(pattern=pattern, px_from_plane=px_from_plane)


def _shows_all_lines(bgr: NDArray[np.uint8], find: Find) -> bool:
    """Whether some rays across each supposed line lie in the picture: without any there is nothing to fit."""
    azimuth = np.linspace(0, 2 * np.pi, 360, endpoint=False)
    height, width = bgr.shape[:2]
    for radius in find.pattern.radii:
        ray = np.column_stack([radius * np.cos(azimuth), radius * np.sin(azimuth), np.ones(azimuth.size)])
        x, y, depth = (ray @ find.px_from_plane.T).T
        with np.errstate(divide="ignore", invalid="ignore"):
            x, y = x / depth, y / depth
        inside = (depth > 0) & (x >= 0) & (y >= 0) & (x <= width - 1) & (y <= height - 1)
        if inside.mean() < LEAST_SHARE:
            return False
    return True


def _is_same(fit: RingFit, whole: BoardView) -> bool:
    unit = whole.lines[2].radius_mm / fit.radii_mm[2]
    off_mm = [abs(radius_mm * unit - line.radius_mm) for radius_mm, line in zip(fit.radii_mm, whole.lines, strict=True)]
    return fit.rms_px < LARGEST_RMS_PX and min(fit.share) >= LEAST_SHARE and max(off_mm) < SAME_RADIUS_MM


def _seen(view: BoardView) -> list[float]:
    """For each line, how much of its run inside the picture was seen as a line."""
    return [
        share / max(view.share_in_view(line.radius_mm), 1e-9)
        for line, share in zip(view.lines, view.ring_share, strict=True)
    ]
