"""What was read, drawn on a copy of the photo: readable on a phone, and clear without telling red from green."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import TOURNAMENT_DISC
from calibration.directions import directions
from calibration.view import BoardView
from vision.drawing.strokes import SHIFT, fixed_point
from vision.placing.neighbours import pegs_as_solids

FloatArray = NDArray[np.float64]

# A phone shows no more, and messengers shrink pictures to about this.
SIDE_PX = 1600
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
# Blue-green and yellow differ in lightness too, so that the colour-blind tell them apart. BGR.
RING, DOUBT = (200, 160, 0), (0, 225, 255)
# A ring in doubt leaves the disc's own ring free, its radius over the disc's.
HALO = 1.35

Colour = tuple[int, int, int]


@dataclass(frozen=True, kw_only=True)
class Mark:
    """One disc to draw. label: its value; doubtful ones stand out by colour, width and size."""

    x_mm: float
    y_mm: float
    radius_mm: float
    rgb: Colour
    label: str
    doubtful: bool


def draw_marks(
    bgr: NDArray[np.uint8],
    view: BoardView,
    marks: Sequence[Mark],
    asked_mm: Sequence[tuple[float, float]],
    legend: Sequence[tuple[str, Colour, int]],
) -> NDArray[np.uint8]:
    """Draw rings, pegs, discs, a question mark where something may be one, and totals.

    bgr : (H, W, 3). asked_mm : (x, y) of the latter. legend : name, RGB and total of each team. Returns a new picture,
    at most SIDE_PX long.
    """
    scale = min(1.0, SIDE_PX / max(bgr.shape[:2]))
    canvas = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else bgr.copy()
    canvas = np.asarray(canvas, np.uint8)
    small = view.scaled(scale)
    unit = max(1, round(max(canvas.shape[:2]) / 800))
    for line in small.lines:
        _circle(canvas, small, (0.0, 0.0), line.radius_mm, RING, unit)
    pegs = pegs_as_solids(small)
    for (x_mm, y_mm), radius_mm in zip(pegs.xy_mm, pegs.radius_mm, strict=True):
        _circle(canvas, small, (float(x_mm), float(y_mm)), float(radius_mm), RING, unit)
    for mark in sorted(marks, key=lambda m: m.doubtful):
        _draw_mark(canvas, small, mark, unit)
    for xy_mm in asked_mm:
        _draw_question(canvas, small, xy_mm, unit)
    _draw_legend(canvas, legend, unit)
    return canvas


def _circle(
    canvas: NDArray[np.uint8],
    view: BoardView,
    centre_mm: tuple[float, float],
    radius_mm: float,
    colour: Colour,
    width: int,
) -> None:
    turn = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    points = view.px(np.array(centre_mm) + radius_mm * directions(turn))
    cv2.polylines(canvas, [fixed_point(points)], True, colour, width, cv2.LINE_AA, SHIFT)


def _draw_mark(canvas: NDArray[np.uint8], view: BoardView, mark: Mark, unit: int) -> None:
    centre_mm = (mark.x_mm, mark.y_mm)
    r, g, b = mark.rgb
    _circle(canvas, view, centre_mm, mark.radius_mm, BLACK, 4 * unit)
    _circle(canvas, view, centre_mm, mark.radius_mm, WHITE, 3 * unit)
    _circle(canvas, view, centre_mm, mark.radius_mm, (b, g, r), 2 * unit)
    if mark.doubtful:
        _ring_in_doubt(canvas, view, centre_mm, mark.radius_mm, unit)
    _label(canvas, mark.label, view.px(np.array(centre_mm)), unit, doubtful=mark.doubtful)


def _draw_question(canvas: NDArray[np.uint8], view: BoardView, xy_mm: tuple[float, float], unit: int) -> None:
    _ring_in_doubt(canvas, view, xy_mm, TOURNAMENT_DISC.radius_mm, unit)
    _label(canvas, "?", view.px(np.array(xy_mm)), unit, doubtful=True)


def _ring_in_doubt(
    canvas: NDArray[np.uint8], view: BoardView, centre_mm: tuple[float, float], radius_mm: float, unit: int
) -> None:
    _circle(canvas, view, centre_mm, HALO * radius_mm, BLACK, 5 * unit)
    _circle(canvas, view, centre_mm, HALO * radius_mm, DOUBT, 3 * unit)


def _label(canvas: NDArray[np.uint8], label: str, centre_px: FloatArray, unit: int, *, doubtful: bool) -> None:
    """The value on a plate: black on yellow where in doubt, else white on black, whatever the disc's colour."""
    size = 0.42 * unit
    (wide, high), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_DUPLEX, size, unit)
    x, y = round(float(centre_px[0])), round(float(centre_px[1]))
    plate, ink = (DOUBT, BLACK) if doubtful else (BLACK, WHITE)
    half = (wide // 2 + 3 * unit, high // 2 + 3 * unit)
    cv2.rectangle(canvas, (x - half[0], y - half[1]), (x + half[0], y + half[1]), plate, -1, cv2.LINE_AA)
    corner = (x - wide // 2, y + high // 2)
    cv2.putText(canvas, label, corner, cv2.FONT_HERSHEY_DUPLEX, size, ink, unit, cv2.LINE_AA)


def _draw_legend(canvas: NDArray[np.uint8], legend: Sequence[tuple[str, Colour, int]], unit: int) -> None:
    step = 22 * unit
    for i, (name, (r, g, b), total) in enumerate(legend):
        y = 14 * unit + i * step
        cv2.circle(canvas, (14 * unit, y), 8 * unit, BLACK, -1, cv2.LINE_AA)
        cv2.circle(canvas, (14 * unit, y), 7 * unit, WHITE, -1, cv2.LINE_AA)
        cv2.circle(canvas, (14 * unit, y), 6 * unit, (b, g, r), -1, cv2.LINE_AA)
        label = f"{name} {total}"
        (wide, high), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_DUPLEX, 0.6 * unit, unit)
        corner = (28 * unit, y + high // 2)
        plate = ((26 * unit, y - 10 * unit), (32 * unit + wide, y + 10 * unit))
        cv2.rectangle(canvas, *plate, BLACK, -1, cv2.LINE_AA)
        cv2.putText(canvas, label, corner, cv2.FONT_HERSHEY_DUPLEX, 0.6 * unit, WHITE, unit, cv2.LINE_AA)
