"""A board from its fitted lines: the frame turned, pegs counted, widths measured, and where the camera stood."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.board import (
    HOLE_RADIUS_MM,
    LINE_NAMES,
    LINE_RADII_MM,
    PEG_HEIGHT_MM,
    PEG_RADIUS_MM,
    SURFACE_RADIUS_MM,
    Line,
    MeasuredSet,
)
from calibration.camera.camera import solve_camera
from calibration.camera.lens import Lens, apply_homography
from calibration.lines.find_lines import FittedLines
from calibration.lines.fit_rings import RingFit, fit_measured_rings, fits_as_well, scaled
from calibration.lines.line_map import LineMap, map_line
from calibration.lines.line_widths import measure_widths
from calibration.lines.thin_line import is_thin_line
from calibration.pegs import find_pegs
from calibration.quadrants import find_turn
from calibration.view import BoardView

FloatArray = NDArray[np.float64]

# On 145 photos of known truth the middle one of three lines was seen up to 1.0 mm wider or narrower than it is. A set
# that has them wider by more moves every gap by half of that.
OTHER_WIDTH_MM = 1.5
# Half a line's width by a caliper, in a set file, is good to this.
GIVEN_HALF_SIGMA_MM = 0.02


def board_from_lines(
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
    sizes = measured or MeasuredSet(name="")
    given = sizes.lines
    fit, set_fits = _as_measured(found, given) if given else (found.fit, True)
    px_from_mm, quadrant_contrast = _turned(found, fit, quadrant_rad, lines_alone=lines_alone)
    size_px = (bgr.shape[1], bgr.shape[0])
    maps = _line_maps(found, fit, px_from_mm)
    drawn = measure_widths(bgr, px_from_mm, fit.lens, maps)
    seen = _lines(fit.radii_mm, drawn.widths_mm)
    if given and found.drawn:
        set_fits = set_fits and _as_wide(seen, given)
    # What the set leaves out is as on other boards, of the size that its lines have; pegs are alike on all.
    beside_usual = fit.radii_mm[2] / LINE_RADII_MM[2]
    without_pegs = BoardView(
        px_from_mm=px_from_mm,
        lens=fit.lens,
        camera=solve_camera(px_from_mm, size_px, focal_35mm),
        lines=given or seen,
        line_maps=maps,
        surface_radius_mm=sizes.surface_radius_mm or SURFACE_RADIUS_MM * beside_usual,
        hole_radius_mm=sizes.hole_radius_mm or HOLE_RADIUS_MM * beside_usual,
        peg_radius_mm=sizes.peg_radius_mm or PEG_RADIUS_MM,
        peg_height_mm=sizes.peg_height_mm or PEG_HEIGHT_MM,
        half_width_sigma_mm=GIVEN_HALF_SIGMA_MM if given else drawn.half_sigma_mm,
        blur_px=drawn.blur_px,
        fit_rms_px=fit.rms_px,
        ring_share=fit.share,
        quadrant_contrast=quadrant_contrast,
        pegs=0,
        peg_azimuth_rad=0.0,
        size_px=size_px,
        set_fits=set_fits,
        odd_lines=() if given else _odd_lines(bgr, px_from_mm, fit.lens, maps),
    )
    return _with_pegs(without_pegs, bgr, found.picture)


def _line_maps(found: FittedLines, fit: RingFit, px_from_mm: FloatArray) -> tuple[LineMap, LineMap, LineMap]:
    """Where the lines really run."""
    maps = [
        map_line(found.picture, mixture, px_from_mm, fit.lens, radius_mm)
        for mixture, radius_mm in zip(found.mixtures, fit.radii_mm, strict=True)
    ]
    return maps[0], maps[1], maps[2]


def _odd_lines(
    bgr: NDArray[np.uint8], px_from_mm: FloatArray, lens: Lens, maps: tuple[LineMap, ...]
) -> tuple[str, ...]:
    """Names of the lines that are two side by side, or broad bands."""
    thin = [is_thin_line(bgr, px_from_mm, lens, line_map) for line_map in maps]
    return tuple(name for name, is_thin in zip(LINE_NAMES, thin, strict=True) if not is_thin)


def _lines(radii_mm: tuple[float, ...], widths_mm: tuple[float, ...]) -> tuple[Line, Line, Line]:
    """The lines as they are seen."""
    lines = [Line(name=n, radius_mm=r, width_mm=w) for n, r, w in zip(LINE_NAMES, radii_mm, widths_mm, strict=True)]
    return lines[0], lines[1], lines[2]


def _with_pegs(view: BoardView, bgr: NDArray[np.uint8], of_lines: NDArray[np.uint8]) -> BoardView:
    """The board with its pegs, which need not have the hue of the lines, nor show in the picture of those."""
    pictures = [bgr] if of_lines is bgr else [bgr, of_lines]
    pegs, azimuth_rad = max((find_pegs(seen_in, view) for seen_in in pictures), key=lambda seen: seen[0])
    return replace(view, pegs=pegs, peg_azimuth_rad=azimuth_rad)


def _turned(
    found: FittedLines, fit: RingFit, quadrant_rad: float | None, *, lines_alone: bool
) -> tuple[FloatArray, float]:
    """(3, 3) px from mm, y up, with the quadrant lines at 45 degrees, and how they stand out."""
    # The fitted frame has the picture's handedness.
    px_from_mm = fit.px_from_mm @ np.diag([1.0, -1.0, 1.0])
    pattern, lanes_mm = found.find.pattern, (fit.radii_mm[1], fit.radii_mm[2])
    azimuth_rad, contrast = find_turn(
        found.picture, pattern.channel, pattern.dark, px_from_mm, fit.lens, lanes_mm, lines_alone=lines_alone
    )
    return _upright(px_from_mm, azimuth_rad if quadrant_rad is None else quadrant_rad), contrast


def _as_measured(found: FittedLines, given: tuple[Line, Line, Line]) -> tuple[RingFit, bool]:
    """The lines with the radii of a measured set, and whether they fit; if not, its outer line gives the scale only.

    Where no line shows the set is taken at its word: nothing there could bear it out, and noise would be fitted.
    """
    r15, r10, outer = (line.radius_mm for line in given)
    if not found.drawn:
        return replace(scaled(found.fit, outer), radii_mm=(r15, r10, outer)), True
    fit = fit_measured_rings(found.picture, found.mixtures, found.fit, (r15, r10, outer))
    return (fit, True) if fits_as_well(fit, found.fit) else (scaled(found.fit, outer), False)


def _as_wide(seen: tuple[Line, Line, Line], given: tuple[Line, Line, Line]) -> bool:
    """Whether the lines are about as wide as in a measured set."""
    wider_mm = [abs(one.width_mm - other.width_mm) for one, other in zip(seen, given, strict=True)]
    return float(np.median(wider_mm)) < OTHER_WIDTH_MM


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
