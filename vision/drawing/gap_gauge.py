"""The odds of a line call as a hill over a ruler: what lies left of the line's edge would touch."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.close_up import BASE, INK, LINE
from vision.drawing.lettering import BOLD, width_px, write

PAPER = (243, 248, 251)
MUTED = (118, 110, 104)
# Line's blue and base's orange, darkened for letters on paper.
LINE_INK, BASE_INK = (146, 93, 0), (0, 130, 189)
# The hill is drawn to this many standard deviations.
REACH = 3.4


def draw_gauge(canvas: NDArray[np.uint8], gap_mm: float, sigma_mm: float, box_px: tuple[int, int, int, int]) -> None:
    """Draw the gauge into a box (x, y, width, height) of the canvas."""
    left, top, width, height = box_px
    low = min(-1.2 * sigma_mm, gap_mm - REACH * sigma_mm)
    high = max(1.2 * sigma_mm, gap_mm + REACH * sigma_mm)
    foot = top + height - 64
    scale = width / (high - low)

    for column in range(width):
        at_mm = low + column / scale
        hill_px = int((height - 142) * np.exp(-0.5 * ((at_mm - gap_mm) / sigma_mm) ** 2))
        canvas[foot - hill_px : foot, left + column] = LINE if at_mm <= 0 else BASE
    cv2.line(canvas, (left, foot), (left + width, foot), INK, 3, cv2.LINE_AA)
    _ruler(canvas, left, foot, low, high, scale)
    edge = left + round(-low * scale)
    cv2.line(canvas, (edge, top + 44), (edge, foot + 12), INK, 4, cv2.LINE_AA)
    label = "line's edge"
    at_most = left + width - width_px(label, 26, BOLD)
    write(canvas, label, (min(max(left, edge - width_px(label, 26, BOLD) // 2), at_most), top + 30), 26, INK, BOLD)
    for text, colour, right in (("touching", LINE_INK, False), ("clean board", BASE_INK, True)):
        x = edge + 22 if right else edge - 22 - width_px(text, 26, BOLD)
        if left <= x and x + width_px(text, 26, BOLD) <= left + width:
            write(canvas, text, (x, top + 66), 26, colour, BOLD)


def _ruler(canvas: NDArray[np.uint8], left: int, foot: int, low: float, high: float, scale: float) -> None:
    step = next(step for step in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0) if (high - low) / step <= 9 or step == 10.0)
    last = int(np.floor(high / step))
    for k in range(int(np.ceil(low / step)), last + 1):
        x = left + round((k * step - low) * scale)
        cv2.line(canvas, (x, foot), (x, foot + 12), INK, 2, cv2.LINE_AA)
        text = f"{abs(k * step):.1f}" if k and step < 1 else f"{abs(k * step):.0f}"
        text = f"−{text}" if k < 0 else f"{text} mm" if k == last else text
        x = min(x - width_px(text, 24) // 2, canvas.shape[1] - width_px(text, 24))
        write(canvas, text, (x, foot + 42), 24, MUTED)
