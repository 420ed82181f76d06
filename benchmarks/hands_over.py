"""Real photos with an arm over the board: `python -m benchmarks.hands_over [COUNT] [--keep FOLDER]`.

An arm that hides no disc looks just like one that does. Every real photo with a known truth gives COUNT others, each
with an arm and a hand drawn over it from outside the picture, and its shadow. Printed is what `turned_cameras` prints;
none may be wrong without a question.
"""

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from api.photo import read_photo
from benchmarks.boards_beside import outer_px
from benchmarks.turned_cameras import main
from calibration.board import LINE_RADII_MM
from calibration.directions import directions

# sRGB, red first.
SKIN = ((224, 172, 125), (141, 85, 46), (240, 205, 172), (190, 130, 95))
SLEEVES = ((40, 40, 60), (180, 30, 40), (200, 200, 200), (60, 110, 70))
# mm: how far from the board's middle a hand's is, how wide an arm is, from where on it has a sleeve, and how long it is
# at least, to leave any picture. It points past the middle by this angle, one sigma, radians.
HAND_MM, ARM_MM, SLEEVE_MM, LONG_MM, ASIDE = (40.0, 230.0), (60.0, 85.0), (120.0, 260.0), 3000.0, 0.35
# As shares of that width: the arm at the wrist, a palm's half axes, how long and wide fingers are, between which the
# board shows; and how far apart these are, radians.
WRIST, PALM, FINGERS, FINGER, SPREAD = 0.8, (0.75, 0.55), 4, (1.25, 0.22), 0.28
# So much of the light is left at an arm's edges, by this share of its width inside them none is lost; so much is lost
# in its shadow, which lies so far away and is so soft, mm.
AT_EDGE, ROUND, IN_SHADOW, SHADOW_MM, SOFT_MM = 0.55, 0.4, 0.45, 8.0, 4.0
NOISE_LEVELS, QUALITY = 3.0, 90


def reach_over(path: Path, truth: dict[str, Any], number: int, folder: Path) -> tuple[Path, dict[str, Any]]:
    """One photo with an arm over the board, as a file in `folder`, and its truth."""
    rng = np.random.default_rng([number, sum(path.name.encode())])
    outer = truth["lines"]["outer"]
    bgr = with_arm(read_photo(path).bgr, (outer["cx"], outer["cy"]), outer_px(truth) / LINE_RADII_MM[2], rng)
    name = f"{path.stem}_{number}.jpg"
    cv2.imwrite(str(folder / name), bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return folder / name, truth | {"image": name}


def with_arm(
    bgr: NDArray[np.uint8], middle_px: tuple[float, float], px_per_mm: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """(H, W, 3) with an arm that reaches over a board, whose middle is given."""
    azimuth = rng.uniform(0, 2 * math.pi)
    hand_px = middle_px + px_per_mm * rng.uniform(*HAND_MM) * directions(azimuth)
    back = azimuth + rng.normal(0, ASIDE)
    wide_px = px_per_mm * rng.uniform(*ARM_MM)
    arm = _silhouette(bgr.shape[:2], hand_px, back, wide_px, px_per_mm)
    inside_px = cv2.distanceTransform(arm, cv2.DIST_L2, 5)
    shade = AT_EDGE + (1 - AT_EDGE) * np.sqrt(np.clip(inside_px / (ROUND * wide_px), 0, 1))
    height, width = arm.shape
    places = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1) - hand_px
    in_sleeve = places @ directions(back) > px_per_mm * rng.uniform(*SLEEVE_MM)
    skin, sleeve = (np.array(colours[rng.integers(len(colours))])[::-1] for colours in (SKIN, SLEEVES))
    noise = rng.normal(0, NOISE_LEVELS, (*arm.shape, 1))
    drawn = np.where(in_sleeve[..., None], sleeve, skin) * shade[..., None] + noise
    covered = soft(arm, max(1.0, 0.5 * px_per_mm))
    shadow = soft(np.roll(arm, round(SHADOW_MM * px_per_mm), (0, 1)), SOFT_MM * px_per_mm)
    board = bgr * (1 - IN_SHADOW * shadow)
    return np.asarray(np.clip(board * (1 - covered) + drawn * covered, 0, 255), np.uint8)


def _silhouette(
    shape: tuple[int, ...], hand_px: NDArray[np.float64], back: float, wide_px: float, px_per_mm: float
) -> NDArray[np.uint8]:
    """(H, W) 255 where the arm is. back : direction from the hand along the arm, radians."""
    arm = np.zeros(shape, np.uint8)

    def limb(to_px: NDArray[np.float64], across_px: float) -> None:
        ends = (tuple(int(v) for v in end) for end in (hand_px, to_px))
        cv2.line(arm, *ends, 255, max(1, int(across_px)))

    limb(hand_px + LONG_MM * px_per_mm * directions(back), WRIST * wide_px)
    half_axes = tuple(int(share * wide_px) for share in PALM)
    cv2.ellipse(arm, tuple(int(v) for v in hand_px), half_axes, math.degrees(back), 0, 360, 255, -1)
    for finger in range(FINGERS):
        ahead = back + math.pi + (finger - (FINGERS - 1) / 2) * SPREAD
        limb(hand_px + FINGER[0] * wide_px * directions(ahead), FINGER[1] * wide_px)
    return arm


def soft(mask: NDArray[np.uint8], sigma_px: float) -> NDArray[np.float32]:
    """(H, W, 1) shares, the mask's edge blurred."""
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma_px)[..., None] / np.float32(255.0), np.float32)


if __name__ == "__main__":
    main(reach_over)
