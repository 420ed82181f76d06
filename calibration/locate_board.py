"""Photo -> BoardView: the order of the steps."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import HOLE_RADIUS_MM, LINE_NAMES, LINE_RADII_MM, SURFACE_RADIUS_MM, Line, MeasuredSet
from calibration.camera import solve_camera
from calibration.edges import find_edges
from calibration.fit_rings import RingFit, fit_rings
from calibration.lens import Lens, apply_homography
from calibration.line_map import map_line
from calibration.line_widths import measure_widths
from calibration.pegs import find_pegs
from calibration.polar import unroll
from calibration.quadrants import find_turn
from calibration.rectifier import refine
from calibration.rings import RingPattern, find_pattern
from calibration.shrink import shrink
from calibration.tilt_hough import vote_for_centres
from calibration.view import BoardNotFound, BoardView

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
# Discs and hands hide at most two thirds of a line.
MIN_SHARE = 0.34
# Of the outer line: more than half a board, or discs that count could lie outside the picture.
MIN_IN_VIEW = 0.7
# A board's lines are circles to 0.4 mm and a sample is good to half a pixel, less so where pegs stand before them;
# logos, trophies and chance alignments are not that round. Measured: boards reach 0.97 of this limit, others start at
# 1.06.
ROUND_MM = 0.4
SAMPLE_PX = 0.5
SAMPLE_LOW_PX = 0.65
LOW_VIEW_DEG = 60.0
# One of the two marks that nothing else round has: (nearly) all pegs, or the four quadrant lines.
# Seen low, one peg more may stand before another or before a disc.
MIN_PEGS, MIN_PEGS_LOW = 7, 6
MIN_QUADRANT_CONTRAST = 5.0
ADVICE = (
    "No whole crokinole board was found: photograph it from above or at a slant, with the whole rail in the picture."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Find:
    """A ring pattern and the homography from its plane, centre at the origin, to the photo."""

    pattern: RingPattern
    px_from_plane: FloatArray


def locate_board(
    bgr: NDArray[np.uint8], focal_35mm: float | None = None, measured: MeasuredSet | None = None
) -> BoardView:
    """Find the board in a photo.

    bgr : (H, W, 3) uint8. focal_35mm : from EXIF, where there. Raises BoardNotFound with advice for the player.
    """
    find = _search(bgr)
    if find is None:
        raise BoardNotFound(ADVICE)
    fit = _fit(bgr, find)
    if min(fit.share) < MIN_SHARE or not np.isfinite(fit.rms_px):
        raise BoardNotFound(ADVICE)
    view = _orient(bgr, find.pattern, fit, focal_35mm, measured)
    if not _is_crokinole(view) or view.outer_share_in_view < MIN_IN_VIEW:
        raise BoardNotFound(ADVICE)
    return view


def _is_crokinole(view: BoardView) -> bool:
    scale = float(view.mm_per_px(np.zeros(2)))
    low = view.camera.tilt_deg > LOW_VIEW_DEG
    sample_px, min_pegs = (SAMPLE_LOW_PX, MIN_PEGS_LOW) if low else (SAMPLE_PX, MIN_PEGS)
    round_enough = view.fit_rms_px <= np.hypot(sample_px, ROUND_MM / scale)
    marked = view.quadrant_contrast >= MIN_QUADRANT_CONTRAST or view.pegs >= min_pegs
    return bool(round_enough and marked)


def _search(bgr: NDArray[np.uint8]) -> Find | None:
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
    best: Find | None = None
    for centre in centres:
        small_from_plane = np.linalg.inv(refine(centre, edges, side, 0.5 * side).plane_from_px())
        fine_from_small = np.diag([fine_scale / small_scale, fine_scale / small_scale, 1.0])
        pattern = find_pattern(unroll(fine, fine_from_small @ small_from_plane, 0.62 * side, 600))
        if pattern and (best is None or pattern.score > best.pattern.score):
            photo_from_small = np.array([[1 / small_scale, 0, x0], [0, 1 / small_scale, y0], [0, 0, 1]])
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


def _fit(bgr: NDArray[np.uint8], find: Find) -> RingFit:
    """From the pattern to the joint fit, with ever narrower windows; the outer line sets the scale."""
    height, width = bgr.shape[:2]
    unit_mm = LINE_RADII_MM[2] / find.pattern.radii[2]
    r15, r10, outer = (r * unit_mm for r in find.pattern.radii)
    fit = RingFit(
        px_from_mm=find.px_from_plane @ np.diag([1 / unit_mm, 1 / unit_mm, 1.0]),
        lens=Lens(x_px=(width - 1) / 2, y_px=(height - 1) / 2, focal_px=float(max(width, height)), k1=0.0),
        radii_mm=(r15, r10, outer),
        rms_px=float("inf"),
        share=(0.0, 0.0, 0.0),
    )
    fit = fit_rings(bgr, find.pattern, fit, 6.0, bend=False)
    fit = fit_rings(bgr, find.pattern, fit, 2.0, bend=True)
    return fit_rings(bgr, find.pattern, fit, 0.0, bend=True)


def _orient(
    bgr: NDArray[np.uint8], pattern: RingPattern, fit: RingFit, focal_35mm: float | None, measured: MeasuredSet | None
) -> BoardView:
    """Turn the frame so that the quadrant lines lie at 45 degrees and +y points up in the picture; solve the camera."""
    scale = measured.lines[2].radius_mm / fit.radii_mm[2] if measured and measured.lines else 1.0
    # y up: the fitted frame has the picture's handedness.
    px_from_mm = fit.px_from_mm @ np.diag([1 / scale, -1 / scale, 1.0])
    radii_mm = [r * scale for r in fit.radii_mm]
    azimuth, contrast = find_turn(bgr, pattern.channel, pattern.dark, px_from_mm, fit.lens, (radii_mm[1], radii_mm[2]))
    turns = [azimuth - np.pi / 4 + k * np.pi / 2 for k in range(4)]
    centre = apply_homography(px_from_mm, np.zeros(2))

    def up(turn: float) -> float:
        tip = apply_homography(px_from_mm, 100.0 * np.array([-np.sin(turn), np.cos(turn)]))
        return float((centre - tip)[1] / np.linalg.norm(centre - tip))

    turn = max(turns, key=up)
    c, s = np.cos(turn), np.sin(turn)
    px_from_mm = px_from_mm @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    px_from_mm /= px_from_mm[2, 2]
    pegs, peg_azimuth = find_pegs(bgr, px_from_mm, fit.lens, radii_mm[0])
    size_px = (bgr.shape[1], bgr.shape[0])
    maps = [map_line(bgr, pattern.channel, pattern.dark, px_from_mm, fit.lens, r) for r in radii_mm]
    given = measured.lines if measured else None
    widths_mm = measure_widths(bgr, px_from_mm, fit.lens, maps) if given is None else (0.0, 0.0, 0.0)
    measured_lines = [
        Line(name=name, radius_mm=r, width_mm=w) for name, r, w in zip(LINE_NAMES, radii_mm, widths_mm, strict=True)
    ]
    return BoardView(
        px_from_mm=px_from_mm,
        lens=fit.lens,
        camera=solve_camera(px_from_mm, size_px, focal_35mm),
        lines=given or (measured_lines[0], measured_lines[1], measured_lines[2]),
        line_maps=(maps[0], maps[1], maps[2]),
        surface_radius_mm=(measured and measured.surface_radius_mm) or SURFACE_RADIUS_MM,
        hole_radius_mm=(measured and measured.hole_radius_mm) or HOLE_RADIUS_MM,
        channel=pattern.channel,
        dark_lines=pattern.dark,
        fit_rms_px=fit.rms_px,
        ring_share=fit.share,
        quadrant_contrast=contrast,
        pegs=pegs,
        peg_azimuth_rad=peg_azimuth,
        size_px=size_px,
    )
