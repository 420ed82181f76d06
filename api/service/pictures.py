"""Pictures made of a kept photo: smaller ones, and one disc enlarged."""

import os
from functools import lru_cache
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from api.photo import decode_photo
from api.scorekeeping.board_px import board_px
from api.store.errors import NotKept
from api.store.photo_files import PhotoFiles
from calibration.board import TOURNAMENT_DISC

WIDTHS = (320, 640, 1280, 1600, 2400, 4000)
CROP_SIDE_PX = 480
# Half a crop's side in radii of the disc: the disc, the line beside it and some wood.
CROP_RADII = 2.4
# A 12 megapixel photo takes 36 MB decoded; the others wait their turn.
_AT_ONCE = BoundedSemaphore(2)


def smaller_picture(files: PhotoFiles, photo_id: str, width: int) -> Path:
    """A JPEG, upright, at least `width` wide where the photo is; made once, then kept beside it. Raises NotKept."""
    wanted = next((size for size in WIDTHS if size >= width), WIDTHS[-1])
    photo = files.path(photo_id)
    made = photo.with_name(f"{photo_id}.{wanted}.jpg")
    if made.exists():
        return made
    with _AT_ONCE:
        bgr = _decoded(photo)
        scale = min(1.0, wanted / bgr.shape[1])
        small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else bgr
        encoded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()
    with files.scratch() as scratch:
        scratch.write_bytes(encoded)
        os.replace(scratch, made)
    return made


def crop_of_disc(files: PhotoFiles, photo_id: str, document: dict[str, Any], disc_id: int) -> bytes:
    """One disc with what lies around it, enlarged, as JPEG. Raises NotKept."""
    disc = next((disc for disc in document["discs"] if disc["id"] == disc_id), None)
    if disc is None:
        raise NotKept("There is no such disc in this photo.")
    radius_px = _radius_px(document, disc["x_mm"], disc["y_mm"])
    with _AT_ONCE:
        bgr = _decoded(files.path(photo_id))
    scale = CROP_SIDE_PX / (2 * CROP_RADII * radius_px)
    middle = (CROP_SIDE_PX - 1) / 2
    x, y = disc["px"]
    shift = np.array([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    side = (CROP_SIDE_PX, CROP_SIDE_PX)
    crop = cv2.warpAffine(bgr, shift, side, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


@lru_cache(maxsize=2)
def _decoded(path: Path) -> NDArray[np.uint8]:
    """The last photos stay decoded: a review asks for several crops of one."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise NotKept("This photo has been deleted.") from error
    return decode_photo(data, "photo").bgr


def forget_decoded() -> None:
    """Let go of the photos that are held decoded."""
    _decoded.cache_clear()


def _radius_px(document: dict[str, Any], x_mm: float, y_mm: float) -> float:
    radius_mm = TOURNAMENT_DISC.radius_mm
    px = board_px(document, np.array([[x_mm, y_mm], [x_mm + radius_mm, y_mm], [x_mm, y_mm + radius_mm]]))
    return max(2.0, float(np.linalg.norm(px[1:] - px[0], axis=1).max()))
