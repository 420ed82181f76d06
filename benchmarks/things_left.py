"""Real photos with a thing left on the board: `python -m benchmarks.things_left [COUNT] [--keep FOLDER]`.

Every real photo with a known truth gives COUNT others, by turns with a card over one of its discs and with a coin, a
lid or a washer where no disc lies. Printed is what `turned_cameras` prints; none may be wrong without a question.
"""

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from api.photo import read_photo
from benchmarks.boards_beside import outer_px
from benchmarks.hands_over import soft
from benchmarks.turned_cameras import main
from calibration.board import LINE_RADII_MM
from calibration.directions import directions

# sRGB, red first: cards, boxes, napkins; metal, plastic.
CARDS = ((245, 243, 238), (24, 24, 28), (150, 30, 110), (40, 110, 60), (200, 60, 40), (60, 90, 190), (120, 120, 120))
THINGS = ((190, 190, 195), (205, 150, 90), (225, 205, 70), (90, 90, 95), (235, 235, 230), (60, 140, 120))
# mm: half the sides of cards, radii of round things, and how far these lie from discs and within the outer line.
CARD_MM, THING_MM, OFF_DISCS_MM, WITHIN_MM = (20.0, 60.0), (10.5, 18.0), 30.0, 25.0
# Washers have a hole of this share of their radius; so many of the round things are washers.
WASHER_HOLE, WASHERS = 0.4, 0.25
# So much of the light is lost in a thing's shadow, which lies so far away and is so soft, mm.
IN_SHADOW, SHADOW_MM, SOFT_MM = 0.35, 2.0, 1.5
NOISE_LEVELS, QUALITY, TRIES = 3.0, 90, 200
FloatArray = NDArray[np.float64]
Mask = NDArray[np.uint8]


def leave_thing(path: Path, truth: dict[str, Any], number: int, folder: Path) -> tuple[Path, dict[str, Any]]:
    """One photo with a thing on the board, as a file in `folder`, and its truth."""
    rng = np.random.default_rng([number, sum(path.name.encode())])
    bgr = read_photo(path).bgr
    draw = with_card if number % 2 else with_round_thing
    name = f"{path.stem}_{number}.jpg"
    cv2.imwrite(str(folder / name), draw(bgr, truth, rng), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return folder / name, truth | {"image": name}


def with_card(bgr: NDArray[np.uint8], truth: dict[str, Any], rng: np.random.Generator) -> NDArray[np.uint8]:
    """(H, W, 3) with a card over one of the discs on the surface, where there is one."""
    discs = [disc["px"] for disc in truth["discs"] if disc["place"] == "surface"]
    if not discs:
        return bgr
    turn, half_px = rng.uniform(0, math.pi), px_per_mm(truth) * rng.uniform(*CARD_MM, size=2)
    along, across = half_px[0] * directions(turn), half_px[1] * directions(turn + math.pi / 2)
    corners = np.array([along + across, along - across, -along - across, -along + across])
    mask = np.zeros(bgr.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(discs[rng.integers(len(discs))] + corners).astype(np.int32)], 255)
    return _laid(bgr, mask, CARDS[rng.integers(len(CARDS))], px_per_mm(truth), rng)


def with_round_thing(bgr: NDArray[np.uint8], truth: dict[str, Any], rng: np.random.Generator) -> NDArray[np.uint8]:
    """(H, W, 3) with a coin, a lid or a washer on the board where no disc lies, if there is room."""
    scale = px_per_mm(truth)
    at_px = _bare_place(truth, scale, rng)
    if at_px is None:
        return bgr
    radius_px = scale * rng.uniform(*THING_MM)
    mask = np.zeros(bgr.shape[:2], np.uint8)
    cv2.circle(mask, (round(at_px[0]), round(at_px[1])), round(radius_px), 255, -1)
    if rng.random() < WASHERS:
        cv2.circle(mask, (round(at_px[0]), round(at_px[1])), round(WASHER_HOLE * radius_px), 0, -1)
    return _laid(bgr, mask, THINGS[rng.integers(len(THINGS))], scale, rng)


def px_per_mm(truth: dict[str, Any]) -> float:
    """The scale of a photo along the board's longer axis in it."""
    return outer_px(truth) / LINE_RADII_MM[2]


def _bare_place(truth: dict[str, Any], scale: float, rng: np.random.Generator) -> FloatArray | None:
    outer = truth["lines"]["outer"]
    discs_px = np.array([disc["px"] for disc in truth["discs"]]).reshape(-1, 2)
    for _ in range(TRIES):
        off_mm = (LINE_RADII_MM[2] - WITHIN_MM) * math.sqrt(rng.random())
        at_px = np.array([outer["cx"], outer["cy"]]) + scale * off_mm * directions(rng.uniform(0, 2 * math.pi))
        if off_mm > OFF_DISCS_MM and (np.linalg.norm(discs_px - at_px, axis=1) > scale * 2 * OFF_DISCS_MM).all():
            return at_px
    return None


def _laid(
    bgr: NDArray[np.uint8], mask: Mask, colour: tuple[int, int, int], scale: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """(H, W, 3) with a thing of that colour where the (H, W) mask is, and its shadow."""
    covered = soft(mask, max(0.7, 0.3 * scale))
    shadow = soft(np.roll(mask, round(SHADOW_MM * scale), (0, 1)), SOFT_MM * scale)
    drawn = np.array(colour[::-1]) + rng.normal(0, NOISE_LEVELS, (*mask.shape, 1))
    board = bgr * (1 - IN_SHADOW * shadow)
    return np.asarray(np.clip(board * (1 - covered) + drawn * covered, 0, 255), np.uint8)


if __name__ == "__main__":
    main(leave_thing)
