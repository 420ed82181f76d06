"""What was read, drawn on a copy of the photo: readable on a phone, and clear without telling red from green."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView

FloatArray = NDArray[np.float64]

# A phone shows no more, and messengers shrink pictures to about this.
SIDE_PX = 1600
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
# Blue-green and yellow differ in lightness too, so that the colour-blind tell them apart. BGR.
RING, DOUBT = (200, 160, 0), (0, 225, 255)
SHIFT = 4


@dataclass(frozen=True, kw_only=True)
class Mark:
    """One disc to draw. label: its value; doubtful ones stand out by colour, width and size."""

    x_mm: float
    y_mm: float
    radius_mm: float
    rgb: tuple[int, int, int]
    label: str
    doubtful: bool


def draw_marks(
    bgr: NDArray[np.uint8], view: BoardView, marks: Sequence[Mark], legend: Sequence[tuple[str, tuple[int, int, int], int]]
) -> NDArray[np.uint8]:
    """Draw rings, pegs, discs and totals.

    bgr : (H, W, 3). legend : name, RGB and total of each team. Returns a new picture, at most SIDE_PX long.
    """
    scale = min(1.0, SIDE_PX / max(bgr.shape[:2]))
    canvas = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else bgr.copy()
    canvas = np.asarray(canvas, np.uint8)
    small = view.scaled(scale)
    unit = max(1, round(max(canvas.shape[:2]) / 800))
    for line in small.lines:
        _circle(canvas, small, (0.0, 0.0), line.radius_mm, RING, unit)
    for k in range(8):
        azimuth = small.peg_azimuth_rad + k * np.pi / 4
        foot = small.lines[0].radius_mm * np.array([np.cos(azimuth), np.sin(azimuth)])
        _circle(canvas, small, (float(foot[0]), float(foot[1])), 5.0, RING, unit)
    for mark in sorted(marks, key=lambda m: m.doubtful):
        _draw_mark(canvas, small, mark, unit)
    _draw_legend(canvas, legend, unit)
    return canvas


def _circle(
    canvas: NDArray[np.uint8], view: BoardView, centre_mm: tuple[float, float], radius_mm: float, colour: tuple[int, int, int], width: int
) -> None:
    turn = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    points = view.px(np.array(centre_mm) + radius_mm * np.column_stack([np.cos(turn), np.sin(turn)]))
    fixed = np.round(points * (1 << SHIFT)).astype(np.int32)
    cv2.polylines(canvas, [fixed], True, colour, width, cv2.LINE_AA, SHIFT)


def _draw_mark(canvas: NDArray[np.uint8], view: BoardView, mark: Mark, unit: int) -> None:
    centre_mm = (mark.x_mm, mark.y_mm)
    r, g, b = mark.rgb
    _circle(canvas, view, centre_mm, mark.radius_mm, BLACK, 4 * unit)
    _circle(canvas, view, centre_mm, mark.radius_mm, WHITE, 3 * unit)
    _circle(canvas, view, centre_mm, mark.radius_mm, (b, g, r), 2 * unit)
    if mark.doubtful:
        _circle(canvas, view, centre_mm, mark.radius_mm * 1.35, BLACK, 5 * unit)
        _circle(canvas, view, centre_mm, mark.radius_mm * 1.35, DOUBT, 3 * unit)
    x, y = view.px(np.array(centre_mm))
    size = 0.45 * unit * (1.25 if mark.doubtful else 1.0)
    _text(canvas, mark.label, (float(x), float(y)), size, DOUBT if mark.doubtful else WHITE, unit)


def _text(
    canvas: NDArray[np.uint8], text: str, centre_px: tuple[float, float], size: float, colour: tuple[int, int, int], unit: int
) -> None:
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, size, unit)
    corner = (round(centre_px[0] - wide / 2), round(centre_px[1] + high / 2))
    cv2.putText(canvas, text, corner, cv2.FONT_HERSHEY_DUPLEX, size, BLACK, 4 * unit, cv2.LINE_AA)
    cv2.putText(canvas, text, corner, cv2.FONT_HERSHEY_DUPLEX, size, colour, unit, cv2.LINE_AA)


def _draw_legend(
    canvas: NDArray[np.uint8], legend: Sequence[tuple[str, tuple[int, int, int], int]], unit: int
) -> None:
    step = 22 * unit
    for i, (name, (r, g, b), total) in enumerate(legend):
        y = 14 * unit + i * step
        cv2.circle(canvas, (14 * unit, y), 8 * unit, BLACK, -1, cv2.LINE_AA)
        cv2.circle(canvas, (14 * unit, y), 7 * unit, WHITE, -1, cv2.LINE_AA)
        cv2.circle(canvas, (14 * unit, y), 6 * unit, (b, g, r), -1, cv2.LINE_AA)
        corner = (28 * unit, y + 6 * unit)
        label = f"{name} {total}"
        cv2.putText(canvas, label, corner, cv2.FONT_HERSHEY_DUPLEX, 0.6 * unit, BLACK, 4 * unit, cv2.LINE_AA)
        cv2.putText(canvas, label, corner, cv2.FONT_HERSHEY_DUPLEX, 0.6 * unit, WHITE, unit, cv2.LINE_AA)
