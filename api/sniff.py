"""What kind of file a run of bytes is, from the bytes alone: names and content types of uploads are often wrong."""

from typing import Literal

Kind = Literal["jpeg", "png", "webp", "heif", "avif", "tiff", "bmp", "gif"]

# Brands of ISO base media files (ISO/IEC 23008-12, annex on brands; AV1 image file format, section on brands).
_AVIF_BRANDS = {b"avif", b"avis"}
_HEIF_BRANDS = {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"hevm", b"hevs", b"mif1", b"msf1"}

# Files that people send in place of a photo: leading bytes, and what to call them.
_OTHER_FILES = (
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\xff\x0a", "a JPEG XL picture"),
    (b"\x00\x00\x00\x0cJXL ", "a JPEG XL picture"),
    (b"\x00\x00\x00\x0cjP  ", "a JPEG 2000 picture"),
    (b"8BPS", "a Photoshop document"),
    (b"\x1a\x45\xdf\xa3", "a video"),
    (b"<svg", "a drawing (SVG)"),
    (b"<?xml", "an XML document"),
    (b"<!DOCTYPE", "a web page"),
    (b"<html", "a web page"),
    (b"FUJIFILMCCD-RAW", "a camera's raw file"),
)


def sniff(data: bytes) -> Kind | None:
    """The kind of picture that the leading bytes announce; None for anything that the program does not read."""
    if data.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    if data[4:8] == b"ftyp":
        return _iso_media_kind(data)
    if data.startswith((b"II*\x00", b"MM\x00*")) and data[8:10] != b"CR":  # Canon's raw files are TIFF with CR there
        return "tiff"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "gif"
    if data.startswith(b"BM") and data[6:10] == b"\x00\x00\x00\x00":
        return "bmp"
    return None


def _iso_media_kind(data: bytes) -> Kind | None:
    box = data[: min(int.from_bytes(data[:4], "big"), 256)]
    brands = {box[8:12]} | {box[i : i + 4] for i in range(16, len(box) - 3, 4)}
    # An AVIF file may list mif1 as well, so its own brands decide first.
    if brands & _AVIF_BRANDS:
        return "avif"
    return "heif" if brands & _HEIF_BRANDS else None


def describe_other(data: bytes) -> str:
    """What a file is that `sniff` does not know, as a noun with its article."""
    if data[4:8] == b"ftyp":
        return "a camera's raw file" if data[8:11] == b"crx" else "a video"
    if data[:4] == b"RIFF" and data[8:11] == b"AVI":
        return "a video"
    if data[8:10] == b"CR" and data.startswith((b"II*\x00", b"MM\x00*")):
        return "a camera's raw file"
    head = data[:64].lstrip()
    return next((noun for start, noun in _OTHER_FILES if head.startswith(start)), "not a picture")
