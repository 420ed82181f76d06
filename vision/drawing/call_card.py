"""The call card: one disputed disc on a portrait picture that both players can look at on a phone."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.directions import directions
from calibration.view import BoardView
from vision.drawing.close_up import BASE, INK, LINE, WHITE, Contact, Window, draw_close_up, find_contact
from vision.drawing.gap_gauge import MUTED, PAPER, draw_gauge
from vision.drawing.lettering import BOLD, fitting_px, width_px, wrap, write

SIZE_PX = (1080, 1920)
MARGIN_PX = 48
WIDE_PX = SIZE_PX[0] - 2 * MARGIN_PX
# The whole disc with its line, and the place where they come nearest.
WHOLE_PX, MARGINS_MM = (WIDE_PX, 640), (0.8, 2.5)
NEAR_MM, NEAR_PX = 12.0, (WIDE_PX, 330)


@dataclass(frozen=True, kw_only=True)
class CardText:
    """What the card says beside its measures.

    title : which disc. photo : its file. if_clear, if_touching : the value either way; counts : the one that stands.
    p_touch : 0 to 1. too_close : whether a person should decide. basis : where the disc's base and the line come from.
    """

    title: str
    photo: str
    if_clear: int
    if_touching: int
    counts: int
    p_touch: float
    too_close: bool
    basis: str


@dataclass(frozen=True, kw_only=True)
class CardGap:
    """The disc as measured: axis and widest radius on the board, and its gap to the line that decides."""

    x_mm: float
    y_mm: float
    radius_mm: float
    rgb: tuple[int, int, int]
    line: str
    gap_mm: float
    sigma_mm: float


def in_words(gap_mm: float, sigma_mm: float, *, too_close: bool) -> str:
    """The gap as players say it, in mm with its standard deviation; "perhaps" where it is too close to call."""
    digits = 2 if sigma_mm < 0.095 else 1
    size = f"{abs(gap_mm):.{digits}f} ± {max(sigma_mm, 0.01):.{digits}f} mm"
    if abs(gap_mm) < 0.5 * 10.0**-digits:
        return f"Just at the line: {size}"
    if too_close:
        return f"Perhaps clean board: {size}" if gap_mm > 0 else f"Perhaps over the line by {size}"
    return f"Clean board shows: {size}" if gap_mm > 0 else f"Over the line by {size}"


def draw_call_card(bgr: NDArray[np.uint8], view: BoardView, gap: CardGap, text: CardText) -> NDArray[np.uint8]:
    """Draw the card of one disc on the surface.

    bgr : (H, W, 3), the photo that `view` was found in. Returns (1920, 1080, 3).
    """
    card = np.full((SIZE_PX[1], SIZE_PX[0], 3), PAPER, np.uint8)
    _headline(card, gap, text)
    y = 330
    contact = find_contact(view, (gap.x_mm, gap.y_mm), gap.radius_mm, gap.line, gap.gap_mm, gap.sigma_mm)
    azimuth = float(np.arctan2(gap.y_mm, gap.x_mm))
    whole = _window_of_all(contact, azimuth)
    near = Window(azimuth_rad=azimuth, reach_mm=contact.inner_mm, wide_mm=NEAR_MM, size_px=NEAR_PX)
    picture = draw_close_up(bgr, view, contact, whole)
    _frame_of_near(picture, whole, near)
    _paste(card, picture, y)
    y += WHOLE_PX[1] + 14
    picture = draw_close_up(bgr, view, contact, near)
    _scale_bar(picture, near)
    _paste(card, picture, y)
    y += NEAR_PX[1] + 14
    _legend(card, y + 30)
    draw_gauge(card, gap.gap_mm, gap.sigma_mm, (MARGIN_PX, y + 54, WIDE_PX, 256))
    _values(card, text, y + 330)
    lines = wrap(text.basis, 24, WIDE_PX)[:3]
    for i, line in enumerate(lines):
        write(card, line, (MARGIN_PX, SIZE_PX[1] - 24 - 32 * (len(lines) - 1 - i)), 24, MUTED)
    return card


def _window_of_all(contact: Contact, azimuth_rad: float) -> Window:
    """The window that just holds the whole base and the line."""
    foot_mm = contact.distance_mm - contact.base_radius_mm - MARGINS_MM[0]
    top_mm = max(contact.outer_mm, contact.distance_mm + contact.base_radius_mm) + MARGINS_MM[1]
    wide_mm = (top_mm - foot_mm) * WHOLE_PX[0] / WHOLE_PX[1]
    return Window(azimuth_rad=azimuth_rad, reach_mm=(foot_mm + top_mm) / 2, wide_mm=wide_mm, size_px=WHOLE_PX)


def _headline(card: NDArray[np.uint8], gap: CardGap, text: CardText) -> None:
    r, g, b = gap.rgb
    cv2.circle(card, (MARGIN_PX + 22, 74), 23, INK, -1, cv2.LINE_AA)
    cv2.circle(card, (MARGIN_PX + 22, 74), 20, (b, g, r), -1, cv2.LINE_AA)
    right = write(card, text.title, (MARGIN_PX + 62, 86), 36, INK, BOLD)
    room = WIDE_PX - 90 - right
    if width_px(text.photo, 26) <= room:
        write(card, text.photo, (SIZE_PX[0] - MARGIN_PX - width_px(text.photo, 26), 84), 26, MUTED)
    words = in_words(gap.gap_mm, gap.sigma_mm, too_close=text.too_close)
    write(card, words, (MARGIN_PX, 186), fitting_px(words, 62, WIDE_PX, BOLD), INK, BOLD)
    if text.too_close:
        other = text.if_touching if text.counts == text.if_clear else text.if_clear
        ruling = f"Too close to call: counts {text.counts} unless you decide on {other}."
    else:
        ruling = f"Counts {text.counts}: {'clear of' if gap.gap_mm > 0 else 'it reaches'} the {gap.line} line."
    write(card, ruling, (MARGIN_PX, 270), fitting_px(ruling, 40, WIDE_PX), INK)


def _paste(card: NDArray[np.uint8], picture: NDArray[np.uint8], y: int) -> None:
    height, width = picture.shape[:2]
    card[y : y + height, MARGIN_PX : MARGIN_PX + width] = picture


def _frame_of_near(picture: NDArray[np.uint8], whole: Window, near: Window) -> None:
    """Mark in the picture of the whole disc what the one below it enlarges."""
    half_x = near.wide_mm * whole.px_per_mm / 2
    half_y = half_x * near.size_px[1] / near.size_px[0]
    up = directions(near.azimuth_rad)
    x, y = whole.px(near.reach_mm * up)
    corners = [(round(x + sx * half_x), round(y + sy * half_y)) for sx, sy in ((-1, -1), (1, 1))]
    for colour, stroke in ((INK, 5), (WHITE, 2)):
        cv2.rectangle(picture, corners[0], corners[1], colour, stroke, cv2.LINE_AA)


def _scale_bar(picture: NDArray[np.uint8], window: Window) -> None:
    length = round(window.px_per_mm)
    x, y = picture.shape[1] - 28 - length, picture.shape[0] - 30
    for colour, stroke in ((INK, 12), (WHITE, 6)):
        cv2.line(picture, (x, y), (x + length, y), colour, stroke)
    label = "1 mm"
    at = (x + (length - width_px(label, 28, BOLD)) // 2, y - 16)
    plate = (at[0] - 8, at[1] - 26, at[0] + width_px(label, 28, BOLD) + 8, at[1] + 7)
    cv2.rectangle(picture, plate[:2], plate[2:], INK, -1)
    write(picture, label, at, 28, WHITE, BOLD)


def _legend(card: NDArray[np.uint8], y: int) -> None:
    x = MARGIN_PX
    for colour, text in (
        (BASE, "bottom edge, bands of 1 and 2 σ"),
        (LINE, "both edges of the line"),
    ):
        cv2.line(card, (x, y - 9), (x + 44, y - 9), colour, 8, cv2.LINE_AA)
        x += 58
        x += write(card, text, (x, y), 28, INK) + 48


def _values(card: NDArray[np.uint8], text: CardText, y: int) -> None:
    """Two plates, the value either way; the one that counts is filled."""
    wide = (WIDE_PX - 24) // 2
    rows = (
        ("if it touches", text.if_touching, text.p_touch, LINE),
        ("if it is clear", text.if_clear, 1.0 - text.p_touch, BASE),
    )
    for i, (label, value, chance, colour) in enumerate(rows):
        x = MARGIN_PX + i * (wide + 24)
        counts = value == text.counts
        cv2.rectangle(card, (x, y), (x + wide, y + 132), colour, -1 if counts else 4, cv2.LINE_AA)
        ink = (WHITE if colour == LINE else INK) if counts else INK
        write(card, str(value), (x + 28, y + 98), 88, ink, BOLD)
        write(card, label, (x + 168, y + 56), 32, ink, BOLD)
        write(card, f"{_percent(chance)} likely", (x + 168, y + 104), 32, ink)


def _percent(chance: float) -> str:
    if chance < 0.001:
        return "under 0.1 %"
    if chance > 0.999:
        return "over 99.9 %"
    return f"{100 * chance:.1f} %" if chance < 0.02 or chance > 0.98 else f"{100 * chance:.0f} %"
