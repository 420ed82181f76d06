"""Real photos with a smaller board beside the one that is meant: `python -m benchmarks.boards_beside [COUNT] [--keep
FOLDER]`.

Clubs photograph one table and have the next in the picture. Every real photo with a known truth gives COUNT others,
each with another real photo, taken from above, beside it. Printed is what `turned_cameras` prints; none may be wrong
without a question.
"""

import functools
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from api.photo import read_photo
from benchmarks.turned_cameras import FOLDER, main, moved

# How large the board beside looks, as a share of the one that is meant.
SMALLER = (0.4, 0.9)
GREY, QUALITY = 120, 90


def put_beside(path: Path, truth: dict[str, Any], number: int, folder: Path) -> tuple[Path, dict[str, Any]]:
    """One photo with another on its right or left, as a file in `folder`, and the truth of the first."""
    rng = np.random.default_rng([number, sum(path.name.encode())])
    bgr, others = read_photo(path).bgr, [other for other in _from_above() if other["image"] != path.name]
    other = others[int(rng.integers(len(others)))]
    scale = float(rng.uniform(*SMALLER)) * outer_px(truth) / outer_px(other)
    beside = cv2.resize(read_photo(FOLDER / other["image"]).bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height = max(len(bgr), len(beside))
    right = rng.random() < 0.5
    both = [_padded(np.asarray(part, np.uint8), height) for part in ((bgr, beside) if right else (beside, bgr))]
    name = f"{path.stem}_{number}.jpg"
    cv2.imwrite(str(folder / name), np.hstack(both), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    shift = np.array([[1, 0, 0 if right else beside.shape[1]], [0, 1, (height - len(bgr)) // 2], [0, 0, 1.0]])
    return folder / name, moved(truth, shift) | {"image": name}


@functools.cache
def _from_above() -> list[dict[str, Any]]:
    """Truths of photos of boards taken from above, at home and at clubs."""
    truths = [json.loads(line) for line in (FOLDER / "truth.jsonl").read_text().splitlines()]
    return [truth for truth in truths if truth["kind"] in ("photo", "overhead")]


def outer_px(truth: dict[str, Any]) -> float:
    """How large the outer line looks: the geometric mean of its half axes."""
    outer = truth["lines"]["outer"]
    return float(np.sqrt(outer["a"] * outer["b"]))


def _padded(bgr: NDArray[np.uint8], height: int) -> NDArray[np.uint8]:
    """A picture midway in a grey one that is so high."""
    padded = np.full((height, bgr.shape[1], 3), GREY, np.uint8)
    above = (height - len(bgr)) // 2
    padded[above : above + len(bgr)] = bgr
    return padded


if __name__ == "__main__":
    main(put_beside)
