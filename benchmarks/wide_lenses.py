"""Real photos as wide lenses would have bent them: `python -m benchmarks.wide_lenses [COUNT] [--keep FOLDER]`.

Action cameras and many webcams see so much that they hang close above a table, and bend straight lines into bows. What
one of them would have seen from the same place follows from the photo that was taken, whatever lies there, since a lens
only moves every point towards the picture's middle or away. Every real photo with a known truth gives COUNT others,
their lenses drawn by lot, and the same table is printed as by turned_cameras; none may be wrong without a question.
"""

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from api.photo import read_photo
from benchmarks.turned_cameras import BEYOND, LONGEST_PX, main

# Focal length over the longer side of the picture: it shows 65 to 90 degrees of the table's length, before it is bent.
FOCAL = (0.5, 0.8)
# Radial distortion as in OpenCV: of webcams a few hundredths, of action cameras to a third. Where the second takes back
# about as much of it as the angle of an equidistant fish-eye does, straight lines at the edge bend no farther.
FIRST, SECOND = (-0.3, 0.0), 0.1
QUALITY = 90


def bent(path: Path, truth: dict[str, Any], number: int, folder: Path) -> tuple[Path, dict[str, Any]]:
    """One bent photo as a file in `folder`, and its truth."""
    rng = np.random.default_rng([number, sum(path.name.encode())])
    bgr = read_photo(path).bgr
    scale = min(1.0, LONGEST_PX / max(bgr.shape[:2]))
    bgr = np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    height, width = bgr.shape[:2]
    focal_px = max(width, height) * rng.uniform(*FOCAL)
    camera = np.array([[focal_px, 0, (width - 1) / 2], [0, focal_px, (height - 1) / 2], [0, 0, 1.0]])
    radial = np.array([rng.uniform(*FIRST), 0.0, 0.0, 0.0, 0.0])
    radial[1] = SECOND * radial[0] / FIRST[0]
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float64)
    seen = cv2.undistortPoints(grid.reshape(-1, 1, 2), camera, radial, P=camera).reshape(grid.shape).astype(np.float32)
    picture = cv2.remap(bgr, seen[..., 0], seen[..., 1], cv2.INTER_CUBIC, borderValue=BEYOND)
    name = f"{path.stem}_{number}.jpg"
    cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    discs = [_moved(disc, scale, camera, radial) for disc in truth.get("discs", [])]
    return folder / name, truth | {"image": name, "size": [width, height], "discs": discs}


def _moved(
    disc: dict[str, Any], scale: float, camera: NDArray[np.float64], radial: NDArray[np.float64]
) -> dict[str, Any]:
    """A disc's truth where the lens shows it, its radius as areas shrink there."""
    middle = scale * (np.array(disc["px"]) + 0.5) - 0.5
    square = middle + np.array([[0, 0], [1, 0], [0, 1]])
    ahead = np.column_stack([(square - camera[:2, 2]) / camera[0, 0], np.ones(3)])
    at = cv2.projectPoints(ahead, np.zeros(3), np.zeros(3), camera, radial)[0][:, 0]
    right, down = at[1] - at[0], at[2] - at[0]
    growth = math.sqrt(abs(right[0] * down[1] - right[1] * down[0]))
    return disc | {"px": at[0].tolist(), "r_px": disc["r_px"] * scale * growth}


if __name__ == "__main__":
    main(bent)
