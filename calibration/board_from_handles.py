"""The board where a player put it: four points dragged onto the outer line, refined on the rings where they show."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import LINE_RADII_MM, MeasuredSet
from calibration.board_from_lines import board_from_lines
from calibration.camera.lens import straight_lens
from calibration.directions import directions
from calibration.lines.find_lines import FittedLines, fit_pattern
from calibration.lines.fit_rings import RingFit
from calibration.lines.rings import RingPattern
from calibration.lines.search import Find, find_again
from calibration.recognise import LOWEST_VIEW_DEG, is_round
from calibration.view import BoardNotFound, BoardView

FloatArray = NDArray[np.float64]

# A ring this near to the handles is the one they were put on.
SAME_RING = 0.12
# Where no ring is seen: dark lines in the green channel, the commonest, at the tournament's radii.
USUAL = RingPattern(
    radii=(LINE_RADII_MM[0] / LINE_RADII_MM[2], LINE_RADII_MM[1] / LINE_RADII_MM[2], 1.0),
    channel=1,
    dark=True,
    strength=(0.0, 0.0, 0.0),
)
HANDLE_SIGMA_PX = 5.0
# The handles' azimuths on the plane: the quadrant lines', so that they come to lie at 45 degrees.
QUADRANT_RAD = np.pi / 4
# A finger puts a handle within 2 cm on the board, a tenth of the way to the next line.
SLACKS_MM = (20.0, 8.0, 2.0, 0.0)

ADVICE = "Drag the four handles onto the outer line, where the quadrant lines end, in their order."


def board_from_handles(
    bgr: NDArray[np.uint8],
    handles_px: Sequence[tuple[float, float]],
    focal_35mm: float | None = None,
    measured: MeasuredSet | None = None,
) -> BoardView:
    """The board whose quadrant lines end on the outer line at four points, clockwise in the photo.

    handles_px : four (x, y). Where the rings do not show there, the view is as good as the hand that placed them, and
    its ring_share is 0. Raises BoardNotFound where the four points span no board.
    """
    corners = np.asarray(handles_px, np.float32)
    if corners.shape != (4, 2) or not _clockwise_and_convex(corners) or _is_edge_on(corners):
        raise BoardNotFound(ADVICE)
    angle = np.arange(4) * np.pi / 2 + QUADRANT_RAD
    circle = directions(angle).astype(np.float32)
    px_from_plane = np.asarray(cv2.getPerspectiveTransform(circle, corners), np.float64)
    near = find_again(bgr, px_from_plane)
    if near is not None and abs(near.pattern.radii[2] - 1.0) < SAME_RING:
        lines = fit_pattern(bgr, near, SLACKS_MM)
        if lines.drawn:
            view = board_from_lines(lines, bgr, focal_35mm, measured)
            if is_round(view):
                return view
    return board_from_lines(_as_placed(bgr, px_from_plane), bgr, focal_35mm, measured, QUADRANT_RAD)


def _clockwise_and_convex(corners: NDArray[np.float32]) -> bool:
    """Whether every corner turns right in the picture, whose y points down."""
    side = np.roll(corners, -1, axis=0) - corners
    following = np.roll(side, -1, axis=0)
    return bool((side[:, 0] * following[:, 1] - side[:, 1] * following[:, 0] > 1.0).all())


def _is_edge_on(corners: NDArray[np.float32]) -> bool:
    """Whether they span less than a board does that is seen as low as any is read."""
    width, height = np.linalg.svd(corners - corners.mean(axis=0), compute_uv=False)
    return bool(height < math.cos(math.radians(LOWEST_VIEW_DEG)) * width)


def _as_placed(bgr: NDArray[np.uint8], px_from_plane: FloatArray) -> FittedLines:
    outer_mm = LINE_RADII_MM[2]
    fit = RingFit(
        px_from_mm=px_from_plane @ np.diag([1 / outer_mm, 1 / outer_mm, 1.0]),
        lens=straight_lens(bgr.shape[1], bgr.shape[0]),
        radii_mm=LINE_RADII_MM,
        rms_px=HANDLE_SIGMA_PX,
        share=(0.0, 0.0, 0.0),
    )
    find = Find(pattern=USUAL, px_from_plane=px_from_plane)
    return FittedLines(picture=bgr, find=find, mixtures=np.tile(USUAL.mixture, (3, 1)), fit=fit)
