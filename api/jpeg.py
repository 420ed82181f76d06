"""JPEG photos: by far the most, so decoded the fast way where their colours allow it."""

import cv2
import numpy as np
import simplejpeg
from numpy.typing import NDArray

from api.colour import transform_to_srgb
from api.errors import UnreadablePhoto
from api.exif import CameraNote, read_camera_note
from api.jpeg_segments import END_OF_IMAGE, START_OF_SCAN, segments
from api.pillow_picture import open_picture, upright_bgr, without_warnings

# Progressive photos have about 10 scans; every scan costs a pass over the whole picture, so a file of thousands is
# made to keep a program busy.
MAX_SCANS = 200
DAMAGED = "The JPEG is damaged. Send it again from the camera."

# EXIF orientation -> mirror left to right first, then turn clockwise.
_TURNS: dict[int, tuple[bool, int | None]] = {
    2: (True, None),
    3: (False, cv2.ROTATE_180),
    4: (True, cv2.ROTATE_180),
    5: (True, cv2.ROTATE_90_COUNTERCLOCKWISE),
    6: (False, cv2.ROTATE_90_CLOCKWISE),
    7: (True, cv2.ROTATE_90_CLOCKWISE),
    8: (False, cv2.ROTATE_90_COUNTERCLOCKWISE),
}


def decode_jpeg(data: bytes, name: str) -> tuple[NDArray[np.uint8], CameraNote, bool]:
    """Decode to (H, W, 3) BGR uint8 in sRGB, upright; what the header says; whether the decoder met damaged data.

    Raises UnreadablePhoto, also for a photo of which the end is missing: decoders fill that in silently.
    """
    image = open_picture(data, "jpeg", name)
    with without_warnings():
        note = read_camera_note(image)
    scans, ended = _count_scans(data)
    if scans > MAX_SCANS:
        raise UnreadablePhoto(name, "The JPEG is built to take very long to decode. Save it again and send that.")
    if not ended:
        raise UnreadablePhoto(name, "The JPEG is cut short. Send it again, and wait until it has been sent whole.")
    if image.mode not in ("RGB", "L"):
        return upright_bgr(image, note.orientation, name), note, False
    bgr, damaged = _pixels(data, name)
    if transform_to_srgb(image.info.get("icc_profile"), image.mode):
        return upright_bgr(image, note.orientation, name), note, damaged
    if bgr.shape != (image.height, image.width, 3):
        raise UnreadablePhoto(name, DAMAGED)
    return _turn_upright(bgr, note.orientation), note, damaged


def _pixels(data: bytes, name: str) -> tuple[NDArray[np.uint8], bool]:
    """(H, W, 3) BGR, and whether the decoder met damaged data: it goes on behind it, where all else may be shifted.

    simplejpeg has the pixels of OpenCV, in two thirds of the time, and says so where OpenCV does not.
    """
    try:
        return np.asarray(simplejpeg.decode_jpeg(data, "BGR", strict=True), np.uint8), False
    except ValueError:
        pass
    try:
        return np.asarray(simplejpeg.decode_jpeg(data, "BGR", strict=False), np.uint8), True
    except ValueError as error:
        raise UnreadablePhoto(name, DAMAGED) from error


def _count_scans(data: bytes) -> tuple[int, bool]:
    """How many scans the file holds, and whether it comes to its end marker."""
    scans, last = 0, b""
    for last in segments(data):
        scans += last[1] == START_OF_SCAN
    return scans, last == END_OF_IMAGE


def _turn_upright(bgr: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    mirrored, turn = _TURNS.get(orientation, (False, None))
    if mirrored:
        bgr = np.asarray(cv2.flip(bgr, 1), dtype=np.uint8)
    return bgr if turn is None else np.asarray(cv2.rotate(bgr, turn), dtype=np.uint8)
