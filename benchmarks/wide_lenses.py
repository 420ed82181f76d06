"""Real photos as wide lenses would have bent them: `python -m benchmarks.wide_lenses [COUNT] [--keep FOLDER]`.

Action cameras and many webcams see so much that they hang close above a table, and bend straight lines into bows. What
one of them would have seen from the same place follows from the photo that was taken, whatever lies there, since a lens
only moves every point towards the picture's middle or away. Every real photo with a known truth gives COUNT others,
their lenses drawn by lot, and the same table is printed as by turned_cameras; none may be wrong without a question.
"""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from api.photo import read_photo
from benchmarks.turned_cameras import BEYOND, LONGEST_PX, main, moved, sent
from benchmarks.wide_scene import FIRST, FOCAL, SECOND
from calibration.camera.lens import Lens, straight_lens
from calibration.shrink import copy_from_px

QUALITY = 90


def bent(path: Path, truth: dict[str, Any], number: int, folder: Path) -> tuple[Path, dict[str, Any]]:
    """One bent photo as a file in `folder`, and its truth."""
    rng = np.random.default_rng([number, sum(path.name.encode())])
    bgr, scale = sent(read_photo(path).bgr, LONGEST_PX)
    height, width = bgr.shape[:2]
    lens = replace(straight_lens(width, height), focal_px=max(width, height) * rng.uniform(*FOCAL))
    first = rng.uniform(*FIRST)
    lens = replace(lens, k1=first, k2=SECOND * first**2)
    seen = lens.undistort(np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1)).astype(np.float32)
    picture = cv2.remap(bgr, seen[..., 0], seen[..., 1], cv2.INTER_CUBIC, borderValue=BEYOND)
    name = f"{path.stem}_{number}.jpg"
    cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    discs = [_bent(disc, lens) for disc in moved(truth, copy_from_px(scale))["discs"]]
    return folder / name, truth | {"image": name, "size": [width, height], "discs": discs}


def _bent(disc: dict[str, Any], lens: Lens) -> dict[str, Any]:
    """A disc's truth where the lens shows it, its radius as areas shrink there."""
    at = lens.distort(np.array(disc["px"]) + np.array([[0, 0], [1, 0], [0, 1]]))
    right, down = at[1] - at[0], at[2] - at[0]
    growth = math.sqrt(abs(right[0] * down[1] - right[1] * down[0]))
    return disc | {"px": at[0].tolist(), "r_px": disc["r_px"] * growth}


if __name__ == "__main__":
    main(bent)
