"""Text on pictures, in the font that OpenCV carries."""

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
LIGHT, BOLD = 400, 650


def write(
    canvas: NDArray[np.uint8], text: str, at_px: tuple[int, int], size_px: int, colour: Colour, weight: int = LIGHT
) -> int:
    """Write one line with its left end and foot at a place; returns its width in px. colour : BGR."""
    face = cv2.FontFace("sans")
    cv2.putText(canvas, text, at_px, colour, face, size_px, weight)
    return width_px(text, size_px, weight)


def width_px(text: str, size_px: int, weight: int = LIGHT) -> int:
    """How wide a line of text would be, px."""
    return int(cv2.getTextSize((0, 0), text, (0, 0), cv2.FontFace("sans"), size_px, weight)[2])


def fitting_px(text: str, size_px: int, most_px: int, weight: int = LIGHT) -> int:
    """The size at which a line of text is no wider than most_px, size_px where it fits."""
    return min(size_px, size_px * most_px // width_px(text, size_px, weight))


def wrap(text: str, size_px: int, most_px: int) -> list[str]:
    """Break a text into lines no wider than most_px; a single longer word stands alone."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_px(longer, size_px) <= most_px:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
