"""Real photos as phones and their owners edit them: `python -m benchmarks.edited_photos [COUNT] [--keep FOLDER]`.

Phones sharpen, smooth and draw out contrast, flashes and lenses light the middle, filters take colours away or make
them stronger, old formats have few of them. Every real photo with a known truth gives COUNT others, each
edited in the next of these ways. Printed is what `turned_cameras` prints; none may be wrong without a question.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from api.photo import read_photo
from benchmarks.turned_cameras import GAMMA, main, moved, sent
from calibration.shrink import copy_from_px

Picture = NDArray[np.uint8]
Random = np.random.Generator
# As messengers send photos.
LONGEST_PX, QUALITY = 2048, 88
# Guesses at how photos are edited, least and most. Sharpening: times what a blur of so many px took away.
SHARPER, HALO_PX = (0.8, 2.5), (1.0, 3.0)
# Smoothing: grey levels that are made the same, over so many px (one sigma each), within so many px.
SMOOTHED_LEVELS, SMOOTHED_PX, SMOOTHED_ACROSS_PX = (30.0, 80.0), (3.0, 7.0), 9
# Local contrast: OpenCV's limit, in so many tiles each way.
CONTRAST_LIMIT, TILES = (2.0, 5.0), (8, 8)
# Times as strong colours; the lightness of the darkest in faded ones, as a share of white's.
STRONGER, PALER, LIFTED = (1.4, 2.2), (0.2, 0.5), 0.3
# Powers of the grey levels, and how many colours are left.
TONES, FEW_COLOURS = (0.45, 0.6, 1.7, 2.2), (16, 32, 64)
# Share of the light that is missing one longer side away from the middle.
DARK_CORNERS = (0.5, 0.85)
# Where a flash is aimed, as shares of width and height; how far it reaches (one e-fold), in longer sides; the light
# beside it and what it adds, in times of what there was.
FLASHED_AT, FLASH_REACH, BESIDE_FLASH, FLASH = (0.3, 0.7), 0.25, 0.4, 1.8
# Share of the light that is left, and what a light in the lens adds, as a share of white.
BEHIND_VEIL, VEIL = 0.75, (0.08, 0.3)
# Light of each colour, beside that of the strongest.
TINTED = (0.05, 1.0)


def edit(path: Path, truth: dict[str, Any], number: int, folder: Path) -> tuple[Path, dict[str, Any]]:
    """One edited photo as a file in `folder`, and its truth."""
    rng = np.random.default_rng([number, sum(path.name.encode())])
    bgr, scale = sent(read_photo(path).bgr, LONGEST_PX)
    name = f"{path.stem}_{number}.jpg"
    cv2.imwrite(str(folder / name), EDITS[number % len(EDITS)](bgr, rng), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return folder / name, moved(truth, copy_from_px(scale)) | {"image": name, "size": [bgr.shape[1], bgr.shape[0]]}


def sharpened(bgr: Picture, rng: Random) -> Picture:
    """With the halos that sharpening leaves beside every edge."""
    soft = cv2.GaussianBlur(bgr.astype(np.float32), (0, 0), rng.uniform(*HALO_PX))
    return _levels(bgr + rng.uniform(*SHARPER) * (bgr - soft))


def smoothed(bgr: Picture, rng: Random) -> Picture:
    """As against noise in little light: what differs little is made the same."""
    return np.asarray(
        cv2.bilateralFilter(bgr, SMOOTHED_ACROSS_PX, rng.uniform(*SMOOTHED_LEVELS), rng.uniform(*SMOOTHED_PX)), np.uint8
    )


def with_local_contrast(bgr: Picture, rng: Random) -> Picture:
    """Every part as light and as dark as can be."""
    lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2Lab)
    lab[..., 0] = cv2.createCLAHE(rng.uniform(*CONTRAST_LIMIT), TILES).apply(lab[..., 0])
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_Lab2BGR), np.uint8)


def vivid(bgr: Picture, rng: Random) -> Picture:
    """In stronger colours."""
    return _with_chroma(bgr, rng.uniform(*STRONGER), 0.0)


def faded(bgr: Picture, rng: Random) -> Picture:
    """In weaker colours, nothing dark."""
    return _with_chroma(bgr, rng.uniform(*PALER), LIFTED)


def grey(bgr: Picture, rng: Random) -> Picture:
    """Without colours."""
    return _with_chroma(bgr, 0.0, 0.0)


def in_other_tones(bgr: Picture, rng: Random) -> Picture:
    """The middle tones lighter or darker."""
    return _levels(255 * (bgr / np.float32(255)) ** rng.choice(TONES))


def in_few_colours(bgr: Picture, rng: Random) -> Picture:
    """As a format with a table of colours has it: as many levels of each as give so many."""
    steps = np.cbrt(rng.choice(FEW_COLOURS)) - 1
    return _levels(np.round(bgr / 255 * steps) / steps * 255)


def with_dark_corners(bgr: Picture, rng: Random) -> Picture:
    """As a wide lens lights its picture."""
    return _lit(bgr, 1 - rng.uniform(*DARK_CORNERS) * _from(bgr, (0.5, 0.5)) ** 2, 0.0)


def flashed(bgr: Picture, rng: Random) -> Picture:
    """Bright where the flash was aimed, dim elsewhere."""
    away = _from(bgr, tuple(rng.uniform(*FLASHED_AT, 2)))
    return _lit(bgr, BESIDE_FLASH + FLASH * np.exp(-((away / FLASH_REACH) ** 2)), 0.0)


def veiled(bgr: Picture, rng: Random) -> Picture:
    """With a light in the lens: white is added everywhere."""
    return _lit(bgr, np.full(bgr.shape[:2], BEHIND_VEIL, np.float32), rng.uniform(*VEIL))


def in_coloured_light(bgr: Picture, rng: Random) -> Picture:
    """In a room lit by coloured lamps."""
    share = rng.uniform(*TINTED, 3).astype(np.float32)
    return _levels(255 * ((bgr / np.float32(255)) ** GAMMA * share / share.max()) ** (1 / GAMMA))


EDITS: tuple[Callable[[Picture, Random], Picture], ...] = (
    sharpened, smoothed, with_local_contrast, vivid, faded, grey, in_other_tones, in_few_colours, with_dark_corners,
    flashed, veiled, in_coloured_light,
)  # fmt: skip


def _levels(values: NDArray[np.floating[Any]]) -> Picture:
    return np.clip(np.round(values), 0, 255).astype(np.uint8)


def _with_chroma(bgr: Picture, strength: float, lifted: float) -> Picture:
    """Colours so many times as strong; the darkest as light as `lifted`, a share of white's lightness."""
    lab = cv2.cvtColor(bgr.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    lab *= (1 - lifted, strength, strength)
    lab[..., 0] += 100 * lifted
    return _levels(255 * cv2.cvtColor(lab, cv2.COLOR_Lab2BGR))


def _lit(bgr: Picture, share: NDArray[np.floating[Any]], added: float) -> Picture:
    """In a share of the light, (H, W), and with as much white everywhere."""
    light = (bgr / np.float32(255)) ** GAMMA * share[..., None] + added
    return _levels(255 * np.clip(light, 0, 1) ** (1 / GAMMA))


def _from(bgr: Picture, middle: tuple[float, ...]) -> NDArray[np.float32]:
    """(H, W) how far the pixels are from a place, told as shares of width and height, in longer sides."""
    height, width = bgr.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    return np.hypot(x - width * middle[0], y - height * middle[1]) / np.float32(max(height, width))


if __name__ == "__main__":
    main(edit)
