"""Pictures through Pillow: the header first, pixels only once the header is found good."""

import struct
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops
from PIL.AvifImagePlugin import AvifImageFile
from PIL.BmpImagePlugin import BmpImageFile
from PIL.GifImagePlugin import GifImageFile
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.TiffImagePlugin import TiffImageFile
from PIL.WebPImagePlugin import WebPImageFile
from pillow_heif import HeifImageFile

from api.colour import transform_to_srgb
from api.errors import OversizedPhoto, UnreadablePhoto, UnsupportedPhoto
from api.sniff import Kind

MAX_PIXELS = 100_000_000  # twice the largest phone photo that the program is made for
MIN_PIXELS = 50_000  # a board filling 220 x 220 px has discs of 10 px: nothing to measure below
MIN_SIDE_PX = 120
MAX_SIDE_PX = 32_767  # OpenCV samples no longer picture
NEUTRAL_GREY = 128  # shown through transparent pixels: favours neither dark nor light discs

# The classes themselves, since Image.open would choose the reader again and puts its own limit on pixels.
_READERS: dict[Kind, type[ImageFile]] = {
    "jpeg": JpegImageFile,
    "png": PngImageFile,
    "webp": WebPImageFile,
    "heif": HeifImageFile,
    "avif": AvifImageFile,
    "tiff": TiffImageFile,
    "bmp": BmpImageFile,
    "gif": GifImageFile,
}
# What Pillow's readers raise on damaged files: the first five are those that its own Image.open expects of them,
# the others come out of decoding.
DAMAGE = (
    SyntaxError,
    IndexError,
    TypeError,
    KeyError,
    struct.error,
    OSError,
    ValueError,
    EOFError,
    RuntimeError,
    Image.DecompressionBombError,
)
_DNG_VERSION = 50706  # the TIFF tag that makes a file a raw one (Digital Negative specification)

_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}

_warning_filters = threading.Lock()


@contextmanager
def without_warnings() -> Iterator[None]:
    """Silence Pillow's remarks on odd headers; the lock is there because Python's filters belong to the process."""
    with _warning_filters, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def open_picture(data: bytes, kind: Kind, name: str) -> ImageFile:
    """Read the header of a picture and hold it against the limits, without decoding its pixels.

    Raises UnreadablePhoto for damage, animations, tiny pictures and strips, OversizedPhoto beyond MAX_PIXELS,
    UnsupportedPhoto for raw files.
    """
    try:
        with without_warnings():
            image = _READERS[kind](BytesIO(data))
            moving = kind != "heif" and getattr(image, "is_animated", False)  # HEIF holds bursts, one of them chosen
    except Image.DecompressionBombError as bomb:  # some readers hold the header against a limit of their own
        raise _too_large(f"over {MAX_PIXELS // 1_000_000}", name) from bomb
    except DAMAGE as damage:
        raise UnreadablePhoto(name, f"The file is damaged ({kind} header). Send it again from the camera.") from damage
    _check_size(image.size, name)
    if moving:
        what = "several pages" if kind == "tiff" else "an animation"
        raise UnreadablePhoto(name, f"The file holds {what}, not one photo. Save the one picture that shows the round.")
    if isinstance(image, TiffImageFile) and _DNG_VERSION in image.tag_v2:
        raise UnsupportedPhoto(name, "The file is a camera's raw file. Export it as JPEG and send that.")
    return image


def _check_size(size_px: tuple[int, int], name: str) -> None:
    pixels = size_px[0] * size_px[1]
    if pixels > MAX_PIXELS:
        raise _too_large(f"{pixels / 1e6:.0f}", name)
    if max(size_px) > MAX_SIDE_PX:
        raise UnreadablePhoto(name, f"The picture is {max(size_px)} pixels long. Send the photo itself.")
    if pixels < MIN_PIXELS or min(size_px) < MIN_SIDE_PX:
        size = f"{size_px[0]} x {size_px[1]} pixels"
        raise UnreadablePhoto(name, f"The picture has only {size}, too few to see discs. Send the photo itself.")


def _too_large(megapixels: str, name: str) -> OversizedPhoto:
    limit = f"the limit is {MAX_PIXELS // 1_000_000}"
    return OversizedPhoto(
        name, f"The picture has {megapixels} megapixels; {limit}. Send it smaller: 12 megapixels are plenty."
    )


def upright_bgr(image: Image.Image, orientation: int, name: str) -> NDArray[np.uint8]:
    """Decode an opened picture to (H, W, 3) BGR uint8 in sRGB, turned upright; the array is read-only.

    Raises UnreadablePhoto where the pixels are damaged, cut short, or no 8 or 16 bit levels.
    """
    try:
        image.load()
        rgb = _to_srgb(image)
        turned = isinstance(image, TiffImageFile)  # by Pillow, while loading
        if rgb is not None and orientation in _TURNS and not turned:
            rgb = rgb.transpose(_TURNS[orientation])
    except (*DAMAGE, MemoryError) as damage:
        raise UnreadablePhoto(
            name, "The file is damaged or cut short. Send it again, and wait until it has been sent whole."
        ) from damage
    if rgb is None:
        raise UnreadablePhoto(name, f"Pixels of the kind {image.mode} are not read. Save the photo as JPEG.")
    return np.frombuffer(rgb.tobytes("raw", "BGR"), np.uint8).reshape(rgb.height, rgb.width, 3)


def _to_srgb(image: Image.Image) -> Image.Image | None:
    """Any mode to RGB in sRGB; None for modes whose levels have no known white."""
    if image.mode.startswith("I;16"):
        image = _from_16_bit(image)
    elif image.mode in ("I", "F"):
        return None
    if image.has_transparency_data:
        image = _over_neutral(image)
    if image.mode == "CMYK":
        # Adobe writes CMYK JPEGs inverted and marks them; Pillow takes every one for inverted.
        if isinstance(image, JpegImageFile) and "adobe" not in image.info:
            image = ImageChops.invert(image)
    elif image.mode not in ("RGB", "L"):
        image = image.convert("L" if image.mode in ("1", "LA") else "RGB")
    transform = transform_to_srgb(image.info.get("icc_profile"), image.mode)
    return transform.apply(image) if transform else image.convert("RGB")


def _from_16_bit(image: Image.Image) -> Image.Image:
    levels = np.asarray(image).astype(np.uint32)
    grey = Image.fromarray(((levels * 255 + 32767) // 65535).astype(np.uint8))
    grey.info = _profile_of(image)
    return grey


def _over_neutral(image: Image.Image) -> Image.Image:
    rgba = image.convert("RGBA")
    flat = Image.new("RGB", rgba.size, (NEUTRAL_GREY,) * 3)
    flat.paste(rgba, mask=rgba.getchannel("A"))
    flat.info = _profile_of(image)
    return flat


def _profile_of(image: Image.Image) -> dict[str | tuple[int, int], object]:
    return {key: value for key, value in image.info.items() if key == "icc_profile"}
