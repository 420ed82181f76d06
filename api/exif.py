"""What a photo's header tells about its camera."""

import math
from dataclasses import dataclass

from PIL import Image
from PIL.ExifTags import IFD, Base

# Equivalent focal lengths of cameras sold: fisheye lenses from 8 mm, telescopes aside nothing beyond 1000 mm.
FOCAL_35MM_RANGE = (5.0, 1000.0)
# Ratios are written as fractions, so 1 may come as 1.0003.
ZOOM_IS_OFF = 1.05
# A photo scaled down keeps its sides' ratio to a pixel in about 500; one that was cropped does not.
SAME_SHAPE = 0.01


@dataclass(frozen=True, kw_only=True)
class CameraNote:
    """What the header says.

    orientation : 1 to 8 as EXIF numbers them, 1 where it is not told. focal_35mm : focal length in mm of a 36 x 24 mm
    camera that sees the same diagonal angle, None where unknown. camera_model : maker and model, None where unknown.
    """

    orientation: int
    focal_35mm: float | None
    camera_model: str | None


def read_camera_note(image: Image.Image) -> CameraNote:
    """Read the header of an opened picture; damaged parts count as absent."""
    try:
        exif = image.getexif()
        main, photo = dict(exif), dict(exif.get_ifd(IFD.Exif))
    # What Pillow's EXIF reader raises on damaged headers, found by feeding it some (its documentation names none).
    except (SyntaxError, ValueError, TypeError, KeyError, IndexError, OSError, OverflowError):
        main, photo = {}, {}
    orientation = main.get(Base.Orientation)
    return CameraNote(
        orientation=orientation if isinstance(orientation, int) and 1 <= orientation <= 8 else 1,
        focal_35mm=_focal_35mm(photo, image.size),
        camera_model=_camera_model(main.get(Base.Make), main.get(Base.Model)),
    )


def _focal_35mm(photo: dict[int, object], size_px: tuple[int, int]) -> float | None:
    focal = _number(photo.get(Base.FocalLengthIn35mmFilm))
    if focal is None or not FOCAL_35MM_RANGE[0] <= focal <= FOCAL_35MM_RANGE[1]:
        return None
    # EXIF does not say whether the figure includes digital zoom and makers differ: with zoom it says nothing.
    zoom = _number(photo.get(Base.DigitalZoomRatio))
    if zoom is not None and zoom > ZOOM_IS_OFF:
        return None
    taken = sorted(_number(photo.get(tag)) or 0.0 for tag in (Base.ExifImageWidth, Base.ExifImageHeight))
    if taken[0] > 0 and abs(math.log(taken[1] / taken[0] * min(size_px) / max(size_px))) > SAME_SHAPE:
        return None
    return focal


def _number(value: object) -> float | None:
    """A finite number out of an EXIF field, which may hold an integer, a fraction, 0/0, or anything else."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _camera_model(make: object, model: object) -> str | None:
    words = [str(part).replace("\x00", " ").strip() for part in (make, model) if isinstance(part, str)]
    words = [word for word in words if word]
    # Many makers repeat their name in the model: "Canon" and "Canon EOS 80D".
    if len(words) == 2 and words[1].lower().startswith(words[0].lower()):
        words = words[1:]
    return " ".join(words)[:100] or None
