"""What was read, drawn on a picture of the board: readable on a phone, and clear without telling red from green."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import TOURNAMENT_DISC
from calibration.directions import all_round
from calibration.view import BoardView
from vision.drawing.board_alone import board_alone
from vision.drawing.strokes import SHIFT, fixed_point
from vision.placing.neighbours import pegs_as_solids

FloatArray = NDArray[np.float64]

# Lines are drawn so many times narrower than a disc: a label of two digits is 21 lines wide and a disc's ring reaches
# two inward, so that the one leaves the other free.
LINES_ACROSS = 26
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

    bgr : (H, W, 3). asked_mm : (x, y) of the latter. legend : name, RGB and total of each team. Returns a new picture
    of the board out to its rail, as board_alone has it.
    """
    canvas, shown = board_alone(bgr, view)
    unit = 2 * TOURNAMENT_DISC.radius_mm / shown.middle_mm_per_px / LINES_ACROSS
    for line in shown.lines:
        _circle(canvas, shown, (0.0, 0.0), line.radius_mm, RING, unit)
    pegs = pegs_as_solids(shown)
    for (x_mm, y_mm), radius_mm in zip(pegs.xy_mm, pegs.radius_mm, strict=True):
        _circle(canvas, shown, (float(x_mm), float(y_mm)), float(radius_mm), RING, unit)
    for mark in sorted(marks, key=lambda m: m.doubtful):
        _draw_mark(canvas, shown, mark, unit)
    for xy_mm in asked_mm:
        _draw_question(canvas, shown, xy_mm, marks, unit)
    _draw_legend(canvas, legend, max(1, round(max(canvas.shape[:2]) / 800)))
    return canvas


def _circle(
    canvas: NDArray[np.uint8],
    view: BoardView,
    centre_mm: tuple[float, float],
    radius_mm: float,
    colour: Colour,
    width: float,
) -> None:
    """A circle on the board, its line so many px wide, and one at least."""
    points = view.px(np.array(centre_mm) + radius_mm * all_round(96))
    cv2.polylines(canvas, [fixed_point(points)], True, colour, max(1, round(width)), cv2.LINE_AA, SHIFT)


def _draw_mark(canvas: NDArray[np.uint8], view: BoardView, mark: Mark, unit: float) -> None:
    centre_mm = (mark.x_mm, mark.y_mm)
    r, g, b = mark.rgb
    _circle(canvas, view, centre_mm, mark.radius_mm, BLACK, 4 * unit)
    _circle(canvas, view, centre_mm, mark.radius_mm, WHITE, 3 * unit)
    _circle(canvas, view, centre_mm, mark.radius_mm, (b, g, r), 2 * unit)
    if mark.doubtful:
        _ring_in_doubt(canvas, view, centre_mm, mark.radius_mm, unit)
    _label(canvas, mark.label, view.px(np.array(centre_mm)), unit, doubtful=mark.doubtful)


def _draw_question(
    canvas: NDArray[np.uint8], view: BoardView, xy_mm: tuple[float, float], marks: Sequence[Mark], unit: float
) -> None:
    """A ring where a disc may be, and its question mark in it; on its far side where a disc lies that has a label."""
    radius_mm, at_mm = TOURNAMENT_DISC.radius_mm, np.array(xy_mm)
    _ring_in_doubt(canvas, view, xy_mm, radius_mm, unit)
    away_mm = min((at_mm - (mark.x_mm, mark.y_mm) for mark in marks), key=np.linalg.norm, default=None)
    if away_mm is not None and 0 < (apart_mm := np.linalg.norm(away_mm)) < 2 * radius_mm:
        at_mm = at_mm + HALO * radius_mm * away_mm / apart_mm
    _label(canvas, "?", view.px(at_mm), unit, doubtful=True)


def _ring_in_doubt(
    canvas: NDArray[np.uint8], view: BoardView, centre_mm: tuple[float, float], radius_mm: float, unit: float
) -> None:
    _circle(canvas, view, centre_mm, HALO * radius_mm, BLACK, 5 * unit)
    _circle(canvas, view, centre_mm, HALO * radius_mm, DOUBT, 3 * unit)


def _label(canvas: NDArray[np.uint8], label: str, centre_px: FloatArray, unit: float, *, doubtful: bool) -> None:
    """The value on a plate: black on yellow where in doubt, else white on black, whatever the disc's colour."""
    size, stroke = 0.42 * unit, max(1, round(unit))
    (wide, high), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_DUPLEX, size, stroke)
    x, y = round(float(centre_px[0])), round(float(centre_px[1]))
    plate, ink = (DOUBT, BLACK) if doubtful else (BLACK, WHITE)
    # Round at its ends, so that it leaves the disc's ring free.
    ends = max(0, round((wide - high) / 2))
    cv2.line(canvas, (x - ends, y), (x + ends, y), plate, round(high + 4 * unit), cv2.LINE_AA)
    corner = (x - wide // 2, y + high // 2)
    cv2.putText(canvas, label, corner, cv2.FONT_HERSHEY_DUPLEX, size, ink, stroke, cv2.LINE_AA)


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
