"""Does the colour in the twenty hole lie at its bottom, or at the height of a disc that fills it?

A bottom lies 8 mm below the board: the near side of the rim cuts it off, and across it the wall shows, the more the
more the board is tilted. A disc's top stands level with the board and leaves a slit all round. Each reading is a
picture of three areas with one colour each; the better one is what is there.
"""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import HOLE_DEPTH_MM, TOURNAMENT_DISC
from calibration.view import BoardView
from vision.colours import lab
from vision.outline import sample

FloatArray = NDArray[np.float64]

# The hole and a little of the board around it, sampled twice over the width of the slit.
STEP_MM, REACH_MM = 0.75, 21.0
ACROSS_MM = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)
XY_MM = np.stack(np.meshgrid(ACROSS_MM, ACROSS_MM), axis=-1)
DISTANCE_MM = np.hypot(XY_MM[..., 0], XY_MM[..., 1])
# Sigma of a photo's blur, px. How sharp it really is matters little: 0.6 to 1.1 tell the same holes apart.
BLUR_PX = 0.8
# Height of the upper shoulder, as wide as the disc, of one that lies in the hole.
SHOULDER_MM = TOURNAMENT_DISC.thickness_mm - TOURNAMENT_DISC.rounding_mm - HOLE_DEPTH_MM
# Where a disc in the hole may lie, in shares of its play: anywhere that leaves it inside the rim.
SHARES = (-1.0, -0.5, 0.0, 0.5, 1.0)
OFFSETS = np.array([(x, y) for x in SHARES for y in SHARES if np.hypot(x, y) < 1.1])
# An area of fewer samples has no colour of its own.
LEAST_SAMPLES = 3


def disc_over_bottom(bgr: NDArray[np.uint8], view: BoardView, disc_radius_mm: float) -> float:
    """Log of how much worse a painted bottom explains the picture of the hole than a disc does; below 0 for a bottom.

    disc_radius_mm : of the other discs.
    """
    colours = lab(sample(bgr, view.px(XY_MM.reshape(-1, 2)))).reshape(*XY_MM.shape[:2], 3)
    blur_mm = BLUR_PX * float(view.mm_per_px(np.zeros(2)))
    as_bottom = _misfit(colours, _bottom_areas(view), blur_mm)
    as_disc = min(_misfit(colours, areas, blur_mm) for areas in _disc_areas(view, disc_radius_mm))
    return math.log(as_bottom / as_disc)


def wall_seen_mm(view: BoardView) -> float:
    """How much of the far wall shows over a bottom: as far as the rim hides the bottom on the near side."""
    x, y, z = view.camera.centre_mm
    return HOLE_DEPTH_MM * math.hypot(float(x), float(y)) / float(z)


def _at_height(view: BoardView, z_mm: float) -> FloatArray:
    """(N, N, 2) what the camera sees at a height where it sees XY_MM at the board's."""
    centre_mm = view.camera.centre_mm
    return np.asarray(XY_MM - (XY_MM - centre_mm[:2]) * (z_mm / centre_mm[2]), np.float64)


def _bottom_areas(view: BoardView) -> list[FloatArray]:
    """Board, wall, bottom, and how much of the sky the rim hides from the bottom."""
    hole_mm = view.hole_radius_mm
    from_axis_mm = np.linalg.norm(_at_height(view, -HOLE_DEPTH_MM), axis=-1)
    inside = hole_mm > DISTANCE_MM
    bottom = inside & (from_axis_mm < hole_mm)
    hidden = 1.0 - _sky_seen(np.minimum(from_axis_mm, hole_mm), hole_mm)
    return [1.0 * ~inside, 1.0 * (inside & ~bottom), 1.0 * bottom, bottom * hidden]


def _sky_seen(from_axis_mm: FloatArray, hole_mm: float) -> FloatArray:
    """Share of an even sky's light that reaches the bottom of the hole.

    View factor from a small plane to a parallel disc off its axis, Howell, A Catalog of Radiation Heat Transfer
    Configuration Factors, B-13.
    """
    distance_mm = np.maximum(from_axis_mm, 1e-3)
    height, radius = HOLE_DEPTH_MM / distance_mm, hole_mm / distance_mm
    z = 1.0 + height**2 + radius**2
    return np.asarray(0.5 * (1.0 - (z - 2.0 * radius**2) / np.sqrt(z**2 - 4.0 * radius**2)), np.float64)


def _disc_areas(view: BoardView, disc_radius_mm: float) -> list[list[FloatArray]]:
    """Board, slit and disc, for each place that the disc may have."""
    xy_mm = _at_height(view, SHOULDER_MM)
    inside = view.hole_radius_mm > DISTANCE_MM
    play_mm = max(0.0, view.hole_radius_mm - disc_radius_mm)
    areas = []
    for offset_mm in play_mm * OFFSETS:
        disc = np.linalg.norm(xy_mm - offset_mm, axis=-1) < disc_radius_mm
        areas.append([1.0 * (~inside & ~disc), 1.0 * (inside & ~disc), 1.0 * disc])
    return areas


def _misfit(colours: FloatArray, areas: list[FloatArray], blur_mm: float) -> float:
    """Sum of squares that blurred areas of one colour each leave of a picture."""
    within = DISTANCE_MM < REACH_MM
    drawn = [cv2.GaussianBlur(area, (0, 0), blur_mm / STEP_MM)[within] for area in areas if area.sum() > LEAST_SAMPLES]
    design, seen = np.stack(drawn, axis=1), colours[within]
    solution = np.linalg.lstsq(design, seen, rcond=None)[0]
    return float(np.sum((seen - design @ solution) ** 2)) + 1e-9
