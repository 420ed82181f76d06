"""Files that are no photo, or no longer: each is refused with a reason, and none does harm."""

import io
import os
import pickle
import random
import struct
import subprocess
import sys
import zlib

import numpy as np
import pillow_heif
import pytest
from PIL import Image, ImageCms

from api import decoder_process
from api.decoder_process import decode_apart
from api.errors import OversizedPhoto, UnreadablePhoto, UnsupportedPhoto
from api.photo import Photo, decode_photo, read_photo

RNG = np.random.default_rng(5)
PICTURE = Image.fromarray(RNG.integers(0, 255, (30, 40, 3), dtype=np.uint8)).resize((400, 300))


def saved(form: str, image: Image.Image = PICTURE, **options: object) -> bytes:
    buffer = io.BytesIO()
    if form == "HEIF":
        pillow_heif.from_pillow(image).save(buffer, quality=80)
    else:
        image.save(buffer, form, **options)
    return buffer.getvalue()


def png_chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_bomb(width: int, height: int) -> bytes:
    """A PNG of zeros: a few kilobytes that announce a huge picture."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = zlib.compress(bytes(1_000_000), 9)
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", head) + png_chunk(b"IDAT", body) + png_chunk(b"IEND", b"")


def jpeg_bomb(width: int, height: int) -> bytes:
    data = saved("JPEG")
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + struct.pack(">HH", height, width) + data[at + 4 :]


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF", "TIFF", "GIF", "BMP"])
@pytest.mark.parametrize("share", [0.03, 0.5, 0.9])
def test_cut_short(form, share):
    data = saved(form)
    with pytest.raises(UnreadablePhoto) as raised:
        decode_photo(data[: int(share * len(data))], "cut.jpg")
    assert raised.value.name == "cut.jpg"
    assert raised.value.reason.endswith(".")


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("pad", [0, 40_000])
def test_jpeg_of_which_only_the_last_bytes_are_missing(progressive, pad):
    """Decoders fill the missing part silently; a transfer that stalled leaves zeros in its place."""
    data = saved("JPEG", quality=95, progressive=progressive)
    for missing in (2, 3, 50, 1000):
        with pytest.raises(UnreadablePhoto, match="cut short"):
            decode_photo(data[:-missing] + bytes(pad), "a")


def test_empty():
    with pytest.raises(UnreadablePhoto, match="empty"):
        decode_photo(b"", "a")


@pytest.mark.parametrize(
    ("data", "noun"),
    [
        (b"%PDF-1.7 and so on", "a PDF"),
        (b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "a video"),
        (b"RIFF\x10\0\0\0AVI LIST", "a video"),
        (b"PK\x03\x04" + bytes(40), "a ZIP archive"),
        (b"II*\0\x10\0\0\0CR\x02\0", "raw file"),
        (b"<!DOCTYPE html><html>not found</html>", "a web page"),
        (b"\n  <svg xmlns='x'/>", "a drawing"),
        (b"\xff\x0a" + bytes(30), "JPEG XL"),
        (b"Dear scorer, here is my photo", "not a picture"),
        (bytes(5000), "not a picture"),
    ],
)
def test_other_files_are_named_for_what_they_are(data, noun):
    with pytest.raises(UnsupportedPhoto, match=noun):
        decode_photo(data, "photo.jpg")


def test_digital_negative_is_a_raw_file():
    with pytest.raises(UnsupportedPhoto, match="raw file"):
        decode_photo(saved("TIFF", tiffinfo={50706: b"\x01\x04\0\0"}), "a")


FRAMES = {"append_images": [PICTURE.rotate(90), PICTURE.rotate(180)], "save_all": True}


@pytest.mark.parametrize("form", ["GIF", "WEBP", "PNG", "AVIF", "TIFF"])
def test_animations_and_pages(form):
    with pytest.raises(UnreadablePhoto, match="an animation|several pages"):
        decode_photo(saved(form, **FRAMES), "a")


@pytest.mark.parametrize(
    "data",
    [png_bomb(60_000, 60_000), png_bomb(100_000_000, 2), jpeg_bomb(65_000, 65_000), jpeg_bomb(20_000, 5_001)],
    ids=["png", "flat png", "jpeg", "just over"],
)
def test_pixel_bombs_are_refused_by_their_header(data):
    with pytest.raises(OversizedPhoto, match="megapixels"):
        decode_photo(data, "a")


def test_heic_bomb():
    data = bytearray(saved("HEIF"))
    at = data.index(b"ispe") + 8
    data[at : at + 8] = struct.pack(">II", 60_000, 60_000)
    with pytest.raises(UnreadablePhoto):
        decode_photo(bytes(data), "a")


def test_promised_pixels_that_never_come():
    """90 megapixels announced, one delivered: the header is within the limit, the body is not what it says."""
    with pytest.raises(UnreadablePhoto, match="cut short"):
        decode_photo(png_bomb(10_000, 9_000), "a")


@pytest.mark.parametrize("size", [(40, 30), (3000, 60), (200, 200)])
def test_too_small_to_see_discs(size):
    with pytest.raises(UnreadablePhoto, match="few"):
        decode_photo(saved("PNG", PICTURE.resize(size)), "a")


def test_a_strip_longer_than_can_be_sampled():
    """100 megapixels are allowed; OpenCV ended in an error of its own."""
    with pytest.raises(UnreadablePhoto, match="40000 pixels long"):
        decode_photo(saved("PNG", PICTURE.resize((40_000, 125))), "a")


def test_smallest_picture_that_is_read():
    assert decode_photo(saved("PNG", PICTURE.resize((250, 200))), "a").bgr.shape == (200, 250, 3)


def test_jpeg_with_thousands_of_scans():
    data = saved("JPEG", progressive=True)
    first = data.index(b"\xff\xda")
    following = data.index(b"\xff", first + 20)
    while data[following + 1] in (0, *range(0xD0, 0xD8)):
        following = data.index(b"\xff", following + 2)
    scan = data[first:following]
    with pytest.raises(UnreadablePhoto, match="very long"):
        decode_photo(data[:first] + scan * 2000 + data[first:], "a")


def test_floating_point_tiff():
    with pytest.raises(UnreadablePhoto, match="not read"):
        decode_photo(saved("TIFF", PICTURE.convert("F")), "a")


def test_too_many_bytes(monkeypatch):
    monkeypatch.setattr("api.photo.MAX_FILE_BYTES", 1000)
    with pytest.raises(OversizedPhoto, match="MB"):
        decode_photo(saved("PNG"), "a")


def test_file_too_large_is_not_even_opened(monkeypatch, tmp_path):
    path = tmp_path / "large.jpg"
    with path.open("wb") as file:
        file.truncate(300_000_000)
    monkeypatch.setattr("pathlib.Path.read_bytes", lambda _: pytest.fail("the file was read"))
    with pytest.raises(OversizedPhoto):
        read_photo(path)


def test_paths_that_are_no_photo(tmp_path):
    with pytest.raises(UnreadablePhoto, match="no such file"):
        read_photo(tmp_path / "missing.jpg")
    with pytest.raises(UnreadablePhoto, match="folder"):
        read_photo(tmp_path)
    with pytest.raises(UnreadablePhoto, match="cannot be opened"):
        read_photo(tmp_path / ("x" * 5000))
    os.mkfifo(tmp_path / "pipe.jpg")
    with pytest.raises(UnreadablePhoto, match="ordinary file"):
        read_photo(tmp_path / "pipe.jpg")


def test_file_name_that_is_no_text(tmp_path):
    path = tmp_path / os.fsdecode(b"caf\xe9.jpg")
    path.write_bytes(saved("JPEG"))
    read_photo(path).name.encode()


def mutated(data: bytes, rng: random.Random) -> bytes:
    """A few bytes of the file replaced, half of the time in its head, where they hurt most."""
    damaged = bytearray(data)
    for _ in range(rng.choice([1, 2, 5, 20])):
        damaged[rng.randrange(min(len(data), rng.choice([300, len(data)])))] = rng.randrange(256)
    return bytes(damaged)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_damaged_bytes_give_a_photo_or_a_reason(form):
    rng = random.Random(form)
    exif = Image.Exif()
    exif[0x0110], exif[0x8769] = "Phone", {0xA405: 26}
    data = saved(form, exif=exif.tobytes(), icc_profile=srgb_profile())
    read = 0
    for _ in range(250):
        try:
            photo = decode_photo(mutated(data, rng), "a")
        except UnreadablePhoto as error:
            assert error.reason
        else:
            assert isinstance(photo, Photo)
            read += 1
    assert 0 < read < 250  # the damage was neither harmless nor total


def srgb_profile() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


@pytest.mark.parametrize("form", ["HEIF", "AVIF", "TIFF"])
def test_damaged_bytes_in_the_decoder_process(form):
    rng = random.Random(form)
    data = saved(form)
    for _ in range(8):
        try:
            decode_photo(mutated(data, rng), "a")
        except UnreadablePhoto as error:
            assert error.reason


def test_a_reason_reaches_another_process():
    """Photos scored in bulk are shared out among processes, which pickle what they raise."""
    with pytest.raises(UnreadablePhoto) as refused:
        decode_photo(b"", "round.jpg")
    arrived = pickle.loads(pickle.dumps(refused.value))
    assert (type(arrived), str(arrived)) == (type(refused.value), str(refused.value))


def test_a_decoder_that_crashes_is_a_reason(monkeypatch, tmp_path):
    """What a hostile file might do to a C library: end its process by a signal."""
    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "decoder_worker.py").write_text("import os; os.abort()")
    monkeypatch.setattr(decoder_process, "_HOME", tmp_path)
    with pytest.raises(UnreadablePhoto, match="breaks the heif decoder"):
        decode_apart(saved("HEIF"), "heif", "a")


def test_a_decoder_that_does_not_end_is_a_reason(monkeypatch):
    monkeypatch.setattr(decoder_process, "MAX_WALL_S", 0.001)
    with pytest.raises(UnreadablePhoto, match="too long"):
        decode_apart(saved("HEIF"), "heif", "a")


def test_the_decoder_process_limits_itself():
    code = (
        "import resource, api.decoder_worker as w; w.limit_resources();"
        "print(resource.getrlimit(resource.RLIMIT_AS)[0] == w.MAX_ADDRESS_SPACE_BYTES,"
        " resource.getrlimit(resource.RLIMIT_CPU)[0] == w.MAX_CPU_S)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=decoder_process._HOME, capture_output=True, check=True)
    assert done.stdout.split() == [b"True", b"True"]


def test_nothing_is_imported_from_the_users_folder(monkeypatch, tmp_path):
    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "decoder_worker.py").write_text("import os; os.abort()")
    monkeypatch.chdir(tmp_path)
    assert decode_photo(saved("HEIF"), "a").bgr.shape == (300, 400, 3)
