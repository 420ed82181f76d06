"""Real photos as poor ones would show them: `python -m benchmarks.spoiled_photos [COUNT] [--keep FOLDER]`.

Every real photo with a known truth gives COUNT others: smaller, across the edge of a shadow, moved while it was taken,
and in the light, focus and noise of `turned_cameras`, compressed once or twice. Printed is what `turned_cameras`
prints; none may be wrong without a question.
"""

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from api.photo import read_photo
from benchmarks.turned_cameras import GAMMA, developed, main, moved, sent
from calibration.shrink import copy_from_px

# Guesses at how poor photos are. Longer side, px; how often in a shadow, the share of the light it takes and the width
# of its edge as a share of the picture; how often moved, by how many px; how often sent on by another messenger, and
# the quality of its JPEG.
SIDE_PX = (650, 1800)
SHADED, SHADOW, EDGE = 0.4, (0.2, 0.6), (0.002, 0.1)
MOVED, MOVED_PX = 0.25, (2, 5)
SENT_ON, QUALITY = 0.5, (25, 92)


def spoil(path: Path, truth: dict[str, Any], number: int, folder: Path) -> tuple[Path, dict[str, Any]]:
    """One poor photo as a file in `folder`, and its truth."""
    rng = np.random.default_rng([number, sum(path.name.encode())])
    seen, scale = sent(read_photo(path).bgr, rng.uniform(*SIDE_PX))
    light = (seen / np.float32(255.0)) ** GAMMA
    if rng.random() < SHADED:
        light *= shadow(seen.shape[:2], rng)[..., None]
    if rng.random() < MOVED:
        light = cv2.filter2D(light, -1, motion(rng))
    seen = developed(np.asarray(255 * light ** (1 / GAMMA), np.uint8), rng)
    if rng.random() < SENT_ON:
        jpeg = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*QUALITY))])[1]
        seen = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
    name = f"{path.stem}_{number}.jpg"
    cv2.imwrite(str(folder / name), seen, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*QUALITY))])
    size = [seen.shape[1], seen.shape[0]]
    return folder / name, moved(truth, copy_from_px(scale)) | {"image": name, "size": size}


def shadow(shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.float32]:
    """(H, W) share of the light that a shadow on one side of a straight edge, in the middle part of it, leaves."""
    height, width = shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    towards = rng.uniform(0, 2 * math.pi)
    into = (x / width - rng.uniform(0.2, 0.8)) * math.cos(towards)
    into += (y / height - rng.uniform(0.2, 0.8)) * math.sin(towards)
    return np.asarray(1 - rng.uniform(*SHADOW) * expit(into / rng.uniform(*EDGE)), np.float32)


def motion(rng: np.random.Generator) -> NDArray[np.float32]:
    """Kernel of a camera that moves along a straight line while it takes the picture."""
    length_px = int(rng.integers(MOVED_PX[0], MOVED_PX[1] + 1))
    along = np.zeros((length_px, length_px), np.float32)
    along[length_px // 2] = 1.0
    middle = ((length_px - 1) / 2, (length_px - 1) / 2)
    turned = cv2.warpAffine(along, cv2.getRotationMatrix2D(middle, rng.uniform(0, 180), 1.0), along.shape)
    return np.asarray(turned / turned.sum(), np.float32)


if __name__ == "__main__":
    main(spoil)
