"""Real photos as other programs reshape them: `python -m benchmarks.reshaped_photos [COUNT] [--keep FOLDER]`.

Players stretch pictures and add bars to fill a format, straighten what was taken at a slant, and photograph screens;
cameras that read their sensor line by line shear what moves. Every real photo with a known truth gives COUNT others,
each reshaped in the next of these ways. Printed is what `turned_cameras` prints; none may be wrong without a question.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from api.photo import read_photo
from benchmarks.turned_cameras import BEYOND, main, moved, sent, view_of
from calibration.locate_board import locate_board
from calibration.shrink import copy_from_px
from calibration.view import BoardNotFound

Picture = NDArray[np.uint8]
Random = np.random.Generator
Homography = NDArray[np.float64]
# As messengers send photos.
LONGEST_PX, QUALITY = 2048, 90
# Width over height, over what it was: 4 : 3 shown as 16 : 9 and the reverse, and less.
STRETCHES = (0.75, 0.8, 0.9, 1.12, 1.25, 4 / 3)
# Bars on two sides, as a share of the longer side each.
BARS = (0.1, 0.5)
# Half of a straightened picture, in radii of the outer line, and its px.
REACH, STRAIGHT_PX = 1.4, 1400
# How far a picture is sheared over its height, as a share of that.
SHEAR = 0.03
# How far aslant a screen is photographed, and a camera's focal length in longer sides of the picture.
SCREEN_DEG, FOCAL = (8.0, 25.0), 1.0


def reshape(path: Path, truth: dict[str, Any], number: int, folder: Path) -> tuple[Path, dict[str, Any]]:
    """One reshaped photo as a file in `folder`, and its truth."""
    rng = np.random.default_rng([number, sum(path.name.encode())])
    bgr, scale = sent(read_photo(path).bgr, LONGEST_PX)
    homography, size_px = RESHAPES[number % len(RESHAPES)](bgr, rng)
    seen = cv2.warpPerspective(bgr, homography, size_px, flags=cv2.INTER_AREA, borderValue=BEYOND)
    name = f"{path.stem}_{number}.jpg"
    cv2.imwrite(str(folder / name), seen, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return folder / name, moved(truth, homography @ copy_from_px(scale)) | {"image": name, "size": list(size_px)}


def stretched(bgr: Picture, rng: Random) -> tuple[Homography, tuple[int, int]]:
    """Made wider or narrower."""
    height, width = bgr.shape[:2]
    times = float(rng.choice(STRETCHES))
    return np.diag([times, 1.0, 1.0]), (round(times * width), height)


def straightened(bgr: Picture, rng: Random) -> tuple[Homography, tuple[int, int]]:
    """Made to look as from straight above; left as it is where no board is found."""
    try:
        view = locate_board(bgr)
    except BoardNotFound:
        return np.eye(3), (bgr.shape[1], bgr.shape[0])
    scale = STRAIGHT_PX / (2 * REACH * view.radii_mm[2])
    to_px = np.array([[scale, 0.0, STRAIGHT_PX / 2], [0.0, -scale, STRAIGHT_PX / 2], [0.0, 0.0, 1.0]])
    return to_px @ np.linalg.inv(view.px_from_mm), (STRAIGHT_PX, STRAIGHT_PX)


def with_bars(bgr: Picture, rng: Random) -> tuple[Homography, tuple[int, int]]:
    """With bars beside its longer sides, as where a picture is shown in another format."""
    height, width = bgr.shape[:2]
    bar_px = round(rng.uniform(*BARS) * max(bgr.shape[:2]))
    x_px, y_px = (0, bar_px) if width >= height else (bar_px, 0)
    moved_by = np.array([[1.0, 0.0, x_px], [0.0, 1.0, y_px], [0.0, 0.0, 1.0]])
    return moved_by, (width + 2 * x_px, height + 2 * y_px)


def sheared(bgr: Picture, rng: Random) -> tuple[Homography, tuple[int, int]]:
    """As by a camera that moves while it reads one line after the other."""
    height, width = bgr.shape[:2]
    share = rng.uniform(-SHEAR, SHEAR)
    return np.array([[1.0, share, -share * height / 2], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]), (width, height)


def from_a_screen(bgr: Picture, rng: Random) -> tuple[Homography, tuple[int, int]]:
    """Photographed once more, at a slant."""
    height, width = bgr.shape[:2]
    towards = rng.uniform(0, 2 * np.pi)
    slant_rad = np.radians(rng.uniform(*SCREEN_DEG))
    rotation, _ = cv2.Rodrigues(slant_rad * np.array([np.cos(towards), np.sin(towards), 0.0]))
    return view_of((width, height), FOCAL * max(width, height), np.asarray(rotation, np.float64))


RESHAPES: tuple[Callable[[Picture, Random], tuple[Homography, tuple[int, int]]], ...] = (
    stretched, straightened, with_bars, sheared, from_a_screen,
)  # fmt: skip


if __name__ == "__main__":
    main(reshape)
