"""Real photos with a lamp mirrored over a disc: `python -m benchmarks.mirrored_lamps [COUNT] [--keep FOLDER]`.

The lacquer mirrors a lamp as a soft white spot, which adds its light to whatever lies there. Every real photo with a
known truth gives COUNT others, each with a spot on or beside one of its discs. Printed is what `turned_cameras` prints;
none may be wrong without a question.
"""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from api.photo import read_photo
from benchmarks.judge import ON_BOARD
from benchmarks.turned_cameras import GAMMA, main

# Guesses at lamps in lacquer. Sigma of the spot as a share of the photo's longer side, and how far its middle is from
# the disc's, in sigmas; its light as a share of white, from a bright window to a lamp that hides what it falls on.
SPREAD, BESIDE = (0.01, 0.06), 0.5
LIGHT = (0.2, 0.9)
QUALITY = 85


def mirror_lamp(path: Path, truth: dict[str, Any], number: int, folder: Path) -> tuple[Path, dict[str, Any]]:
    """One photo with a lamp over a disc, if there is one on the board, as a file in `folder`, and its truth."""
    rng = np.random.default_rng([number, sum(path.name.encode())])
    bgr = read_photo(path).bgr
    discs = [disc["px"] for disc in truth.get("discs", []) if disc["place"] in ON_BOARD]
    if discs:
        bgr = with_lamp(bgr, np.array(discs[rng.integers(len(discs))]), rng)
    name = f"{path.stem}_{number}.jpg"
    cv2.imwrite(str(folder / name), bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return folder / name, truth | {"image": name}


def with_lamp(bgr: NDArray[np.uint8], near_px: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.uint8]:
    """(H, W, 3) with a spot of white light about near_px, (2,)."""
    height, width = bgr.shape[:2]
    spread_px = max(height, width) * rng.uniform(*SPREAD)
    x_px, y_px = near_px + rng.normal(0, BESIDE * spread_px, 2)
    away = np.hypot(np.arange(width) - x_px, (np.arange(height) - y_px)[:, None]) / spread_px
    spot = rng.uniform(*LIGHT) * np.exp(-(away**2) / 2)
    light = (bgr / np.float32(255.0)) ** GAMMA + spot[..., None].astype(np.float32)
    return np.asarray(255 * np.minimum(light, 1.0) ** (1 / GAMMA), np.uint8)


if __name__ == "__main__":
    main(mirror_lamp)
