"""Photos as people have them, turned into the one form that the stages work on."""

import os
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISREG

import numpy as np
from numpy.typing import NDArray

from api.cameras import find_camera
from api.decoder_process import decode_apart
from api.errors import OversizedPhoto, UnreadablePhoto, UnsupportedPhoto
from api.exif import CameraNote, read_camera_note
from api.jpeg import decode_jpeg
from api.pillow_picture import open_picture, upright_bgr, without_warnings
from api.sniff import Kind, describe_other, sniff
from calibration.learned.known_camera import KnownCamera

MAX_FILE_BYTES = 200_000_000  # a 50 megapixel photo as PNG takes up to 150 MB


@dataclass(frozen=True, eq=False, kw_only=True)
class Photo:
    """One photo, upright and in sRGB.

    name : as the caller named the file. bgr : (H, W, 3) uint8, read-only. focal_35mm : focal length in mm of a 36 x 24
    mm camera that sees the same diagonal angle, None where the header does not tell. camera_model : maker and model,
    None where unknown. camera : its calibration, where there is one. damaged : whether a part of the file was, so that
    what follows it may be lost or shifted.
    """

    name: str
    bgr: NDArray[np.uint8]
    focal_35mm: float | None = None
    camera_model: str | None = None
    camera: KnownCamera | None = None
    damaged: bool = False

    def __post_init__(self) -> None:
        if self.bgr.ndim != 3 or self.bgr.shape[2] != 3 or self.bgr.dtype != np.uint8:
            raise ValueError(f"bgr is {self.bgr.dtype} {self.bgr.shape}, not uint8 (H, W, 3)")
        locked = self.bgr.view()  # a view, not a copy: a photo takes up to 300 MB
        locked.setflags(write=False)
        object.__setattr__(self, "bgr", locked)


def name_of(path: Path) -> str:
    """The path as given. It may hold bytes that are no text; what is printed has to be."""
    return os.fsencode(path).decode("utf-8", "replace")


def read_photo(path: Path) -> Photo:
    """Read one photo from a file; its name is the path as given.

    Raises UnreadablePhoto, or its children UnsupportedPhoto and OversizedPhoto, with a reason that says what to do.
    """
    name = name_of(path)
    try:
        found = path.stat()
        if S_ISDIR(found.st_mode):
            raise UnreadablePhoto(name, f"This is a folder. Name its photos, for example {name}/*.jpg.")
        if not S_ISREG(found.st_mode):
            raise UnreadablePhoto(name, "This is no ordinary file. Save the photo as a file first.")
        _check_bytes(found.st_size, name)
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise UnreadablePhoto(name, "There is no such file. Check the name and the folder.") from error
    except (OSError, ValueError) as error:
        cause = error.strerror if isinstance(error, OSError) and error.strerror else "not a file name"
        raise UnreadablePhoto(
            name, f"The file cannot be opened ({cause.lower()}). Check the name and its rights."
        ) from error
    return decode_photo(data, name)


def decode_photo(data: bytes, name: str) -> Photo:
    """Decode one photo from the bytes of its file; raises as `read_photo` does."""
    if not data:
        raise UnreadablePhoto(name, "The file is empty. Send the photo again, and wait until it has been sent whole.")
    _check_bytes(len(data), name)
    kind = sniff(data)
    if kind is None:
        raise UnsupportedPhoto(name, f"The file is {describe_other(data)}. Send a JPEG, PNG, WebP or HEIC photo.")
    bgr, note, damaged = _decode(data, kind, name)
    return Photo(
        name=name,
        bgr=bgr,
        focal_35mm=note.focal_35mm,
        camera_model=note.camera_model,
        camera=find_camera(note.camera_model, note.focal_35mm),
        damaged=damaged,
    )


def _decode(data: bytes, kind: Kind, name: str) -> tuple[NDArray[np.uint8], CameraNote, bool]:
    """Pixels, header, and whether data were damaged; of other forms than JPEG damaged ones are refused."""
    if kind == "jpeg":
        return decode_jpeg(data, name)
    if kind not in ("png", "webp"):
        return *decode_apart(data, kind, name), False
    image = open_picture(data, kind, name)
    with without_warnings():
        note = read_camera_note(image)
    return upright_bgr(image, note.orientation, name), note, False


def _check_bytes(size: int, name: str) -> None:
    if size > MAX_FILE_BYTES:
        megabytes = f"{size / 1e6:.0f} MB; the limit is {MAX_FILE_BYTES // 1_000_000}"
        raise OversizedPhoto(name, f"The file has {megabytes}. Send it smaller: 12 megapixels are plenty.")
