"""What is printed on the playing surface: ring lines and quadrant lines exactly, numerals as a fine raster."""

import math

import cv2
import numpy as np
import numpy.typing as npt

from sample_images.render.scene import Array, Board, Numerals
from sample_images.render.vectors import length

RASTER_PX_PER_MM = 4.0
FONT = cv2.FONT_HERSHEY_SIMPLEX
FONT_HEIGHT_PX = 22.0  # of a capital at scale 1
AZIMUTHS_DEG = (0.0, 90.0, 180.0, 270.0)


def line_distance_mm(board: Board, x: Array, y: Array) -> Array:
    """Signed distance (N,) to the nearest edge of a line, negative on the ink.

    Quadrant lines run between the 10 line and the outer line, at 45 + 90 k degrees.
    """
    nearest = np.full_like(x, np.inf)
    for line in board.lines:
        rho = length(x - line.offset_mm[0], y - line.offset_mm[1])
        nearest = np.minimum(nearest, np.abs(rho - line.radius_mm) - line.width_mm / 2)
    inner, outer = board.lines[-2].radius_mm, board.lines[-1].radius_mm
    along, across = (np.abs(x) + np.abs(y)) / math.sqrt(2), (np.abs(x) - np.abs(y)) / math.sqrt(2)
    quadrant = np.maximum(np.abs(across) - board.quadrant_width_mm / 2, np.maximum(inner - along, along - outer))
    return np.minimum(nearest, quadrant)


def numeral_raster(board: Board) -> npt.NDArray[np.float32] | None:
    """Ink (n, n) in 0..1 of numerals and maker's name over the square that holds the surface; None if bare."""
    if board.numerals is None:
        return None
    side = math.ceil(2 * board.surface_radius_mm * RASTER_PX_PER_MM)
    raster = np.zeros((side, side), dtype=np.float32)
    radii = [board.hole_radius_mm, *(line.radius_mm for line in board.lines)]
    bands = [("20", (radii[0] + radii[1]) / 2.4), ("15", radii[1] - 16.0)]
    bands += [("10", (radii[1] + radii[2]) / 2), ("5", (radii[2] + radii[3]) / 2)]
    for text, radius_mm in bands:
        for azimuth_deg in AZIMUTHS_DEG:
            _stamp(raster, text, board.numerals, radius_mm, azimuth_deg)
    if board.numerals.maker:
        _stamp(raster, board.numerals.maker, board.numerals, radii[3] - 1.6 * board.numerals.height_mm, -90.0)
    return raster


def numeral_ink(raster: npt.NDArray[np.float32], board: Board, x: Array, y: Array) -> npt.NDArray[np.float32]:
    """Ink (N,) in 0..1 of the raster at board points."""
    rows = _raster_px(raster, -y)
    columns = _raster_px(raster, x)
    inside = (rows > 1) & (columns > 1) & (rows < len(raster) - 2) & (columns < len(raster) - 2)
    rows, columns = np.where(inside, rows, 1), np.where(inside, columns, 1)
    r0, c0 = rows.astype(np.intp), columns.astype(np.intp)
    fr, fc = (rows - r0).astype(np.float32), (columns - c0).astype(np.float32)
    upper = raster[r0, c0] * (1 - fc) + raster[r0, c0 + 1] * fc
    lower = raster[r0 + 1, c0] * (1 - fc) + raster[r0 + 1, c0 + 1] * fc
    return np.where(inside, upper * (1 - fr) + lower * fr, 0).astype(np.float32)


def _raster_px(raster: npt.NDArray[np.float32], mm: Array) -> Array:
    return mm * RASTER_PX_PER_MM + (len(raster) - 1) / 2


def _stamp(
    raster: npt.NDArray[np.float32], text: str, numerals: Numerals, radius_mm: float, azimuth_deg: float
) -> None:
    """Print a text with its foot towards the rim, centred at a radius and azimuth."""
    scale = numerals.height_mm * RASTER_PX_PER_MM / FONT_HEIGHT_PX
    stroke = max(1, round(numerals.stroke_mm * RASTER_PX_PER_MM))
    (width, height), _ = cv2.getTextSize(text, FONT, scale, stroke)
    label = np.zeros((height + 4 * stroke, width + 4 * stroke), dtype=np.uint8)
    cv2.putText(label, text, (2 * stroke, height + 2 * stroke), FONT, scale, (255,), stroke, cv2.LINE_AA)
    azimuth = math.radians(azimuth_deg)
    turn = math.radians(azimuth_deg + 90.0)
    cos, sin = math.cos(turn), -math.sin(turn)
    centre = np.array(
        [
            _raster_px(raster, np.float64(radius_mm * math.cos(azimuth))),
            _raster_px(raster, np.float64(-radius_mm * math.sin(azimuth))),
        ]
    )
    rotation = np.array([[cos, -sin], [sin, cos]])
    middle = np.array([label.shape[1] / 2, label.shape[0] / 2])
    placed = np.column_stack([rotation, centre - rotation @ middle])
    printed = cv2.warpAffine(label.astype(np.float32) / 255, placed, raster.shape[::-1], flags=cv2.INTER_LINEAR)
    np.maximum(raster, printed, out=raster)
