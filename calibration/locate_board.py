"""Photo -> BoardView: the order of the steps."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import tee

import numpy as np
from numpy.typing import NDArray

from calibration.board import HOLE_RADIUS_MM, LINE_NAMES, SURFACE_RADIUS_MM, Line, MeasuredSet
from calibration.camera import solve_camera
from calibration.find_lines import (
    FittedLines,
    find_lines,
    find_lines_beside,
    fit_in_copies,
    fit_in_own_colours,
    fit_pattern,
    on_the_outer_line,
)
from calibration.fit_rings import RingFit, fit_measured_rings, fits_as_well, scaled
from calibration.lens import apply_homography
from calibration.line_inside import outer_line_inside_mm
from calibration.line_map import map_line
from calibration.line_picture import line_picture
from calibration.line_widths import measure_widths
from calibration.pegs import find_pegs
from calibration.quadrants import find_turn
from calibration.recognise import has_quadrants, is_crokinole, may_be_round
from calibration.search import AS_LARGE, Search
from calibration.shrink import shrink
from calibration.view import BoardNotFound, BoardView

FloatArray = NDArray[np.float64]

# Lines that are out of focus, moved or lost in noise show better in a smaller copy, and are as round there as others
# are: of 36 boards drawn by lot that were refused without it 19 are found. To search the copy anew finds no more: of
# 124 made soft and noisy the same 96, in twice the time. Half a pixel is more there, so that models and prints of
# boards pass for round as well: those that did had three pegs, or 4.2 mm a pixel of the copy. Boards had four pegs or
# more and up to 3.2 mm.
COARSE, MIN_PEGS_COARSE, COARSEST_MM_PER_PX = 0.5, 4, 3.5
ADVICE = (
    "No whole crokinole board was found: photograph it from above or at a slant, with the whole rail in the picture."
)


def locate_board(
    bgr: NDArray[np.uint8], focal_35mm: float | None = None, measured: MeasuredSet | None = None
) -> BoardView:
    """Find the board in a photo.

    bgr : (H, W, 3) uint8. focal_35mm : from EXIF, where there. Raises BoardNotFound with advice for the player.
    """
    search = Search(bgr)
    found, again = tee(find_lines(search))
    view = _first_board(found, bgr, focal_35mm, measured)
    if view is None:
        view = _first_board_in_copy(again, bgr, focal_35mm, measured)
    if view is None:
        raise BoardNotFound(ADVICE)
    return _largest(view, search, focal_35mm, measured)


def _largest(view: BoardView, search: Search, focal_35mm: float | None, measured: MeasuredSet | None) -> BoardView:
    """The board that was found, or another beside it that looks larger: it is meant, the other lies behind."""
    others = (_board_of(lines, search.bgr, focal_35mm, measured) for lines in find_lines_beside(search, view))
    another = next((other for other in others if other), None)
    if another is None:
        return view
    coarse, coarser = float(view.mm_per_px(np.zeros(2))), float(another.mm_per_px(np.zeros(2)))
    larger = view if coarse < coarser else another
    return replace(larger, another_as_large=min(coarse, coarser) > AS_LARGE * max(coarse, coarser))


def _first_board_in_copy(
    found: Iterable[FittedLines], bgr: NDArray[np.uint8], focal_35mm: float | None, measured: MeasuredSet | None
) -> BoardView | None:
    """The board in a photo whose lines show better in a smaller copy of it."""
    lines = fit_in_copies(found, COARSE)
    view = _first_board(lines, shrink(bgr, COARSE), focal_35mm, measured)
    if view is None or view.pegs < MIN_PEGS_COARSE or float(view.mm_per_px(np.zeros(2))) > COARSEST_MM_PER_PX:
        return None
    return replace(view.scaled(1 / COARSE), size_px=(bgr.shape[1], bgr.shape[0]))


def _first_board(
    found: Iterable[FittedLines], bgr: NDArray[np.uint8], focal_35mm: float | None, measured: MeasuredSet | None
) -> BoardView | None:
    """The first of the lines that are a board's. Lines that do not stand out of grain and shadows may still do so by
    their hue, on the plane of another circle, or in the mixture of colours that they themselves differ in.
    """
    tried: list[FittedLines] = []
    for lines in found:
        view = _board_of(lines, bgr, focal_35mm, measured)
        if view:
            return view
        tried.append(lines)
    if tried:
        clearest = max(tried, key=lambda lines: lines.find.pattern.score)
        return _by_line_colour(bgr, clearest, focal_35mm, measured)
    return None


def _board_of(
    lines: FittedLines, bgr: NDArray[np.uint8], focal_35mm: float | None, measured: MeasuredSet | None
) -> BoardView | None:
    """The board of which these are the lines, if they are a board's."""
    if not may_be_round(lines.fit):
        return None
    lines = on_the_outer_line(lines)
    view = orient(lines, bgr, focal_35mm, measured)
    return _by_own_colours(lines, view, bgr, focal_35mm, measured) if is_crokinole(view) else None


def _by_own_colours(
    lines: FittedLines, view: BoardView, bgr: NDArray[np.uint8], focal_35mm: float | None, measured: MeasuredSet | None
) -> BoardView:
    """A board that was found, by its lines' own colours where these show them far better and it is still one."""
    own = fit_in_own_colours(lines)
    # The outer line's own colour may show the edge of the surface better than it.
    if own is lines or outer_line_inside_mm(own.picture, own.fit) is not None:
        return view
    better = orient(own, bgr, focal_35mm, measured)
    return better if is_crokinole(better) else view


def _by_line_colour(
    bgr: NDArray[np.uint8], roughly: FittedLines, focal_35mm: float | None, measured: MeasuredSet | None
) -> BoardView | None:
    """The board by lines too faint for any one colour channel, if its quadrant lines show in their colour as well."""
    pattern = replace(roughly.find.pattern, channel=0, dark=False)
    lines = fit_pattern(line_picture(bgr, roughly.fit), replace(roughly.find, pattern=pattern))
    if not lines.drawn:
        return None
    view = orient(lines, bgr, focal_35mm, measured, lines_alone=True)
    return view if has_quadrants(view) and is_crokinole(view) else None


def orient(
    found: FittedLines,
    bgr: NDArray[np.uint8],
    focal_35mm: float | None,
    measured: MeasuredSet | None,
    quadrant_rad: float | None = None,
    *,
    lines_alone: bool = False,
) -> BoardView:
    """Turn the frame so that the quadrant lines lie at 45 degrees and +y points up in the picture; solve the camera.

    bgr : the photo itself, sharper than the hues in which the lines may have been found.
    quadrant_rad : azimuth of a quadrant line in the fit's frame, y up, where it is known already.
    lines_alone : whether the lines' picture shows them without grain and shadows.
    """
    picture, pattern = found.picture, found.find.pattern
    given = measured.lines if measured else None
    fit, set_fits = _as_measured(found, given) if given else (found.fit, True)
    # y up: the fitted frame has the picture's handedness.
    px_from_mm = fit.px_from_mm @ np.diag([1.0, -1.0, 1.0])
    radii_mm = fit.radii_mm
    lanes_mm = (radii_mm[1], radii_mm[2])
    azimuth_rad, contrast = find_turn(
        picture, pattern.channel, pattern.dark, px_from_mm, fit.lens, lanes_mm, lines_alone=lines_alone
    )
    px_from_mm = _upright(px_from_mm, azimuth_rad if quadrant_rad is None else quadrant_rad)
    # Pegs need not have the hue of the lines, nor show in it.
    pictures = [bgr] if picture is bgr else [bgr, picture]
    pegs, peg_azimuth = max(
        (find_pegs(seen_in, px_from_mm, fit.lens, radii_mm[0]) for seen_in in pictures), key=lambda found: found[0]
    )
    size_px = (bgr.shape[1], bgr.shape[0])
    maps = [
        map_line(picture, mixture, px_from_mm, fit.lens, r) for mixture, r in zip(found.mixtures, radii_mm, strict=True)
    ]
    drawn = measure_widths(bgr, px_from_mm, fit.lens, maps)
    measured_lines = [
        Line(name=name, radius_mm=r, width_mm=w)
        for name, r, w in zip(LINE_NAMES, radii_mm, drawn.widths_mm, strict=True)
    ]
    return BoardView(
        px_from_mm=px_from_mm,
        lens=fit.lens,
        camera=solve_camera(px_from_mm, size_px, focal_35mm),
        lines=given or (measured_lines[0], measured_lines[1], measured_lines[2]),
        line_maps=(maps[0], maps[1], maps[2]),
        surface_radius_mm=(measured and measured.surface_radius_mm) or SURFACE_RADIUS_MM,
        hole_radius_mm=(measured and measured.hole_radius_mm) or HOLE_RADIUS_MM,
        blur_px=drawn.blur_px,
        fit_rms_px=fit.rms_px,
        ring_share=fit.share,
        quadrant_contrast=contrast,
        pegs=pegs,
        peg_azimuth_rad=peg_azimuth,
        size_px=size_px,
        set_fits=set_fits,
    )


def _as_measured(found: FittedLines, given: tuple[Line, Line, Line]) -> tuple[RingFit, bool]:
    """The lines with the radii of a measured set, and whether they fit; if not, its outer line gives the scale only."""
    r15, r10, outer = (line.radius_mm for line in given)
    fit = fit_measured_rings(found.picture, found.mixtures, found.fit, (r15, r10, outer))
    return (fit, True) if fits_as_well(fit, found.fit) else (scaled(found.fit, outer), False)


def _upright(px_from_mm: FloatArray, quadrant_rad: float) -> FloatArray:
    """The frame (3, 3) turned so that a quadrant line's azimuth is 45 degrees, or a quarter turn more, and +y is up."""
    centre = apply_homography(px_from_mm, np.zeros(2))

    def up(turn_rad: float) -> float:
        tip = apply_homography(px_from_mm, 100.0 * np.array([-np.sin(turn_rad), np.cos(turn_rad)]))
        return float((centre - tip)[1] / np.linalg.norm(centre - tip))

    turn_rad = max((quadrant_rad - np.pi / 4 + k * np.pi / 2 for k in range(4)), key=up)
    c, s = np.cos(turn_rad), np.sin(turn_rad)
    turned = px_from_mm @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    return np.asarray(turned / turned[2, 2])
