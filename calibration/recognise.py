"""Whether what was found is a whole crokinole board: round lines where boards have them, pegs, quadrant lines."""

import numpy as np
from numpy.typing import NDArray

from calibration.board import PEGS
from calibration.camera.lens import Lens, mm_per_px
from calibration.lines.fit_rings import RingFit
from calibration.lines.rings import has_usual_ratios, inner_lines_are_far_in
from calibration.view import BoardView

FloatArray = NDArray[np.float64]

# Of the outer line: more than half a board, or discs that count could lie outside the picture.
MIN_IN_VIEW = 0.7
# A board's lines are circles to 0.4 mm and a sample is good to half a pixel, less so where pegs stand before them;
# logos, trophies and chance alignments are not that round. Measured: boards reach 0.97 of this limit, others start at
# 1.06.
ROUND_MM = 0.4
SAMPLE_PX = 0.5
SAMPLE_LOW_PX = 0.65
LOW_VIEW_DEG = 60.0
# From lower than this a board is less than a tenth as high as it is wide, and edges along one straight line, turned
# back from edge-on, pass for circles as round as one likes. Streams are taken from up to 77 degrees.
LOWEST_VIEW_DEG = 85.0
# One of the two marks that nothing else round has: (nearly) all pegs, or the four quadrant lines; both where the lines
# are not where boards have them, as on models of boards and where the surface's edge passes for the outer line.
# Seen low, one peg more may stand before another or before a disc.
MIN_PEGS, MIN_PEGS_LOW = 7, 6
MIN_QUADRANT_CONTRAST = 5.0
# With both marks lines need be no rounder than this many limits: on faint ones each sample is good to a pixel only.
ROUND_WITH_BOTH = 1.35
# Among discs faint quadrant lines stand out less. Of 348 finds in pictures without a board none within so much of the
# limit had a contrast of more than 3.1, and those with more were at 1.03 limits and beyond. All eight pegs are both
# marks where lines lie as on nearly all boards: of 203 finds within the limit for both, in pictures without a board and
# seven altered copies of each, none had eight; 350 of 378 boards' lines had. Hands and discs that stand against pegs
# hide two: of those 203 none of usual radii had six pegs and both quadrant lines, and of the seven that were so round
# none more than five.
VERY_ROUND, MIN_FAINT_QUADRANT_CONTRAST, MOST_PEGS = 0.8, 3.8, 6
# A board is flat. Its lines run off their circles smoothly by up to 0.53 mm (680 boards, real and rendered; of the
# rendered ones 99 in 100 by up to 0.29), those on printed posters by 0.69 and more.
MOST_BENT_MM = 0.6


def is_crokinole(view: BoardView) -> bool:
    """Whether what was found has the marks of a crokinole board, and enough of it is in view."""
    if view.outer_share_in_view < MIN_IN_VIEW or view.camera.slant_deg > LOWEST_VIEW_DEG:
        return False
    if not (are_drawn(view) and is_flat(view)):
        return False
    pegs, quadrants = _has_pegs(view), has_quadrants(view)
    most_pegs = view.pegs >= MOST_PEGS and has_usual_ratios(view.radii_mm)
    if (pegs or most_pegs) and quadrants and is_round(view, ROUND_WITH_BOTH):
        return True
    if inner_lines_are_far_in(view.radii_mm):
        return False
    faint_quadrants = view.quadrant_contrast >= MIN_FAINT_QUADRANT_CONTRAST
    all_pegs = view.pegs == PEGS and (faint_quadrants or has_usual_ratios(view.radii_mm))
    if all_pegs and is_round(view, ROUND_WITH_BOTH):
        return True
    if (faint_quadrants or most_pegs) and is_round(view, VERY_ROUND):
        return True
    return (pegs or quadrants) and is_round(view)


def are_drawn(view: BoardView) -> bool:
    """Whether each line is seen somewhere on its circle: a fit to the light beside dark lines that has not settled
    leaves circles on which nothing is seen.
    """
    return all(len(line_map.azimuth_rad) for line_map in view.line_maps)


def is_flat(view: BoardView) -> bool:
    """Whether the lines lie in one plane, as a board's do and those on a sheet of paper mostly do not."""
    bent_mm2 = [line_map.bent_mm**2 for line_map in view.line_maps]
    return bool(np.sqrt(np.mean(bent_mm2)) <= MOST_BENT_MM)


def _has_pegs(view: BoardView) -> bool:
    return view.pegs >= (MIN_PEGS_LOW if _is_low(view) else MIN_PEGS)


def has_quadrants(view: BoardView) -> bool:
    """Whether the four quadrant lines are seen."""
    return view.quadrant_contrast >= MIN_QUADRANT_CONTRAST


def _is_low(view: BoardView) -> bool:
    return view.camera.slant_deg > LOW_VIEW_DEG


def is_round(view: BoardView, limits: float = 1.0) -> bool:
    """Whether the lines are circles as nearly as a board's are, within so many times the limit."""
    # What only a part of a picture would show so is less likely a board at all.
    may_be_rough = _is_low(view) and not view.camera.is_of_cropped_picture
    sample_px = SAMPLE_LOW_PX if may_be_rough else SAMPLE_PX
    return view.fit_rms_px <= limits * _round_px(sample_px, view.px_from_mm, view.lens)


def may_be_round(fit: RingFit) -> bool:
    """Whether lines are as round as a board's may be in any view of it. To turn the frame takes longer than to ask; the
    radii of a set make no line rounder.
    """
    return fit.rms_px <= ROUND_WITH_BOTH * _round_px(SAMPLE_LOW_PX, fit.px_from_mm, fit.lens)


def _round_px(sample_px: float, px_from_mm: FloatArray, lens: Lens) -> float:
    """The limit: how far a board's lines lie off their circles in the picture."""
    return float(np.hypot(sample_px, ROUND_MM / mm_per_px(px_from_mm, lens, np.zeros(2))))
