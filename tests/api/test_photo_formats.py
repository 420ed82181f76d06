"""One known picture in every form that people send it in, always read as the same upright sRGB pixels."""

import io
import struct

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image, ImageChops, ImageCms

from api.photo import decode_photo, read_photo

WIDTH, HEIGHT = 360, 240  # sides unequal, no symmetry in what is shown


def scene_rgb() -> np.ndarray:
    """Smooth colours with a bright patch in one corner, so that a compressed copy stays close and every turn shows."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    rgb = np.stack([40 + 150 * x / WIDTH, 60 + 120 * y / HEIGHT, 90 + 40 * np.sin(x / 40) * np.cos(y / 30)], axis=-1)
    rgb[20:80, 30:110] = (235, 225, 60)
    return rgb.astype(np.uint8)


SCENE = scene_rgb()


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()


def heic(image: Image.Image, **options: object) -> bytes:
    buffer = io.BytesIO()
    pillow_heif.from_pillow(image).save(buffer, quality=95, chroma=444, **options)
    return buffer.getvalue()


def mean_error(bgr: np.ndarray, rgb: np.ndarray = SCENE) -> float:
    assert bgr.shape == rgb.shape
    return float(np.abs(bgr[..., ::-1].astype(int) - rgb).mean())


PICTURE = Image.fromarray(SCENE)
LOSSLESS = {
    "png": lambda: saved(PICTURE, "PNG"),
    "webp": lambda: saved(PICTURE, "WEBP", lossless=True),
    "bmp": lambda: saved(PICTURE, "BMP"),
    "tiff": lambda: saved(PICTURE, "TIFF"),
    "tiff, lzw": lambda: saved(PICTURE, "TIFF", compression="tiff_lzw"),
}
# Quality 95 without chroma subsampling moves smooth colours by under one level on average and edges by a few.
LOSSY = {
    "jpeg": lambda: saved(PICTURE, "JPEG", quality=95, subsampling=0),
    "progressive jpeg": lambda: saved(PICTURE, "JPEG", quality=95, subsampling=0, progressive=True),
    "rgb jpeg": lambda: saved(PICTURE, "JPEG", quality=95, keep_rgb=True),
    "webp": lambda: saved(PICTURE, "WEBP", quality=95),
    "avif": lambda: saved(PICTURE, "AVIF", quality=95, subsampling="4:4:4"),
    "heic": lambda: heic(PICTURE),
}


@pytest.mark.parametrize("form", LOSSLESS)
def test_lossless_forms_give_the_very_pixels(form):
    photo = decode_photo(LOSSLESS[form](), "a")
    np.testing.assert_array_equal(photo.bgr[..., ::-1], SCENE)


@pytest.mark.parametrize("form", LOSSY)
def test_lossy_forms_give_nearly_the_same_pixels(form):
    assert mean_error(decode_photo(LOSSY[form](), "a").bgr) < 2.0


def test_pixels_are_contiguous_and_locked():
    for make in (*LOSSLESS.values(), *LOSSY.values()):
        bgr = decode_photo(make(), "a").bgr
        assert bgr.dtype == np.uint8
        assert bgr.flags.c_contiguous
        assert not bgr.flags.writeable


def stored_for_orientation(orientation: int) -> np.ndarray:
    """The rows a camera would store so that `orientation` (EXIF 2.32, table of tag 0x0112) shows SCENE upright.

    Written from the standard's words: where row 0 and column 0 of the stored picture lie in the upright one.
    """
    return {
        1: SCENE,  # row 0 top, column 0 left
        2: SCENE[:, ::-1],  # top, right
        3: SCENE[::-1, ::-1],  # bottom, right
        4: SCENE[::-1],  # bottom, left
        5: SCENE.transpose(1, 0, 2),  # row 0 left, column 0 top
        6: SCENE[:, ::-1].transpose(1, 0, 2),  # row 0 right, column 0 top
        7: SCENE[::-1, ::-1].transpose(1, 0, 2),  # row 0 right, column 0 bottom
        8: SCENE[::-1].transpose(1, 0, 2),  # row 0 left, column 0 bottom
    }[orientation]


def exif_with(orientation: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "TIFF", "AVIF"])
def test_every_orientation_comes_out_upright(form, orientation):
    stored = Image.fromarray(np.ascontiguousarray(stored_for_orientation(orientation)))
    options = {"lossless": True} if form == "WEBP" else {} if form in ("PNG", "TIFF") else {"quality": 95}
    data = saved(stored, form, exif=exif_with(orientation), **options)
    assert mean_error(decode_photo(data, "a").bgr) < 3.0


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_of_a_jpeg_that_takes_the_slow_way(orientation):
    """Wide colours go through Pillow, plain ones through OpenCV: both have to turn alike."""
    stored = Image.fromarray(np.ascontiguousarray(stored_for_orientation(orientation)))
    options = {"quality": 95, "exif": exif_with(orientation)}
    plain = decode_photo(saved(stored, "JPEG", **options), "a").bgr
    wide = decode_photo(saved(stored, "JPEG", icc_profile=display_p3(), **options), "a").bgr
    assert wide.shape == plain.shape
    # Display P3 moves no channel of these colours by over 60 levels; a wrong turn moves the patch by 150.
    assert np.abs(wide.astype(int) - plain).mean() < 15


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_of_a_heic(orientation):
    """HEIC stores turns in its own box; the EXIF tag says the same and must not turn twice."""
    stored = Image.fromarray(np.ascontiguousarray(stored_for_orientation(orientation)))
    buffer = io.BytesIO()
    pillow_heif.register_heif_opener()
    stored.save(buffer, "HEIF", quality=95, chroma=444, exif=exif_with(orientation).tobytes())
    assert mean_error(decode_photo(buffer.getvalue(), "a").bgr) < 3.0


def test_grey_forms():
    grey = cv2.cvtColor(SCENE, cv2.COLOR_RGB2GRAY)
    expected = np.repeat(grey[..., None], 3, axis=2)
    for form, image in (("PNG", Image.fromarray(grey)), ("TIFF", Image.fromarray(grey))):
        np.testing.assert_array_equal(decode_photo(saved(image, form), "a").bgr, expected)
    assert mean_error(decode_photo(saved(Image.fromarray(grey), "JPEG", quality=95), "a").bgr, expected) < 1.0


@pytest.mark.parametrize("form", ["PNG", "TIFF"])
def test_16_bit_grey_keeps_its_levels(form):
    grey = cv2.cvtColor(SCENE, cv2.COLOR_RGB2GRAY)
    deep = Image.fromarray(grey.astype(np.uint16) * 257)
    np.testing.assert_array_equal(decode_photo(saved(deep, form), "a").bgr[..., 0], grey)


def test_16_bit_colour_png():
    _, data = cv2.imencode(".png", SCENE[..., ::-1].astype(np.uint16) * 257)
    np.testing.assert_array_equal(decode_photo(data.tobytes(), "a").bgr[..., ::-1], SCENE)


def test_one_bit_picture():
    bits = Image.fromarray(np.where(SCENE[..., 0] > 120, 255, 0).astype(np.uint8)).convert(
        "1", dither=Image.Dither.NONE
    )
    assert set(np.unique(decode_photo(saved(bits, "PNG"), "a").bgr)) == {0, 255}


def test_palette_keeps_its_colours():
    palette = PICTURE.quantize(64)
    expected = np.asarray(palette.convert("RGB"))
    for form in ("PNG", "GIF", "BMP"):
        np.testing.assert_array_equal(decode_photo(saved(palette, form), "a").bgr[..., ::-1], expected)


def test_transparency_shows_neutral_grey():
    alpha = np.full((HEIGHT, WIDTH), 255, np.uint8)
    alpha[:100] = 0
    rgba = Image.fromarray(np.dstack([SCENE, alpha]))
    expected = SCENE.copy()
    expected[:100] = 128
    for data in (saved(rgba, "PNG"), saved(rgba, "WEBP", lossless=True), saved(rgba, "TIFF")):
        np.testing.assert_array_equal(decode_photo(data, "a").bgr[..., ::-1], expected)


def test_transparent_palette_entry_shows_neutral_grey():
    indices = np.zeros((HEIGHT, WIDTH), np.uint8)
    indices[:, 100:] = 1
    image = Image.fromarray(indices).convert("P")
    image.putpalette([200, 30, 30, 20, 90, 200])
    bgr = decode_photo(saved(image, "PNG", transparency=0), "a").bgr
    assert tuple(bgr[5, 5]) == (128, 128, 128)
    assert tuple(bgr[5, 200]) == (200, 90, 20)


def strip_adobe_marker(jpeg: bytes) -> bytes:
    start = jpeg.index(b"\xff\xee")
    return jpeg[:start] + jpeg[start + 2 + struct.unpack(">H", jpeg[start + 2 : start + 4])[0] :]


def test_cmyk_inverted_as_adobe_does_and_plain():
    cmyk = PICTURE.convert("CMYK")
    adobe = saved(cmyk, "JPEG", quality=95)
    plain = strip_adobe_marker(saved(ImageChops.invert(cmyk), "JPEG", quality=95))
    assert mean_error(decode_photo(adobe, "a").bgr) < 2.0
    assert mean_error(decode_photo(plain, "a").bgr) < 2.0


def test_cmyk_tiff():
    assert mean_error(decode_photo(saved(PICTURE.convert("CMYK"), "TIFF"), "a").bgr) < 2.0


def s15(value: float) -> bytes:
    return struct.pack(">i", round(value * 65536))


def xyz(values: tuple[float, float, float]) -> bytes:
    return b"XYZ \0\0\0\0" + b"".join(map(s15, values))


def display_p3() -> bytes:
    """A small ICC profile: Display P3's primaries, adapted to D50, with a pure gamma of 2.2 (ICC.1:2010, 7 to 9)."""
    description = b"Wide\0"
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(2.2 * 256)) + b"\0\0"
    tags = {
        b"desc": b"desc\0\0\0\0" + struct.pack(">I", len(description)) + description + bytes(79),
        b"wtpt": xyz((0.96420, 1.0, 0.82491)),
        b"rXYZ": xyz((0.51512, 0.24120, -0.00105)),
        b"gXYZ": xyz((0.29198, 0.69225, 0.04189)),
        b"bXYZ": xyz((0.15710, 0.06657, 0.78407)),
        b"rTRC": curve,
        b"gTRC": curve,
        b"bTRC": curve,
    }
    table, body = struct.pack(">I", len(tags)), b""
    for name, content in tags.items():
        content += bytes(-len(content) % 4)
        table += name + struct.pack(">II", 128 + 4 + 12 * len(tags) + len(body), len(content))
        body += content
    head = bytearray(128)
    head[8:12], head[12:24], head[36:40] = b"\x02\x40\0\0", b"mntrRGB XYZ ", b"acsp"
    head[68:80] = xyz((0.96420, 1.0, 0.82491))[8:]
    profile = bytes(head) + table + body
    return struct.pack(">I", len(profile)) + profile[4:]


def p3_to_srgb(rgb: np.ndarray) -> np.ndarray:
    """By the published matrices (SMPTE EG 432-1 primaries, IEC 61966-2-1), without any colour library."""
    linear = (rgb / 255.0) ** 2.2
    xyz_from_p3 = np.array([[0.48657, 0.26567, 0.19822], [0.22897, 0.69174, 0.07929], [0.0, 0.04511, 1.04394]])
    srgb_from_xyz = np.array(
        [[3.24045, -1.53714, -0.49853], [-0.96927, 1.87601, 0.04156], [0.05564, -0.20403, 1.05723]]
    )
    linear = np.clip(linear @ (srgb_from_xyz @ xyz_from_p3).T, 0, 1)
    curved = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.rint(255 * curved)


@pytest.mark.parametrize("form", ["PNG", "WEBP", "TIFF"])
def test_wide_gamut_becomes_srgb(form):
    options = {"lossless": True} if form == "WEBP" else {}
    photo = decode_photo(saved(PICTURE, form, icc_profile=display_p3(), **options), "a")
    assert np.abs(p3_to_srgb(SCENE) - photo.bgr[..., ::-1]).max() <= 3
    assert np.abs(p3_to_srgb(SCENE) - SCENE).max() > 15  # the profile does change this scene


@pytest.mark.parametrize("make", [lambda **o: saved(PICTURE, "JPEG", quality=95, **o), lambda **o: heic(PICTURE, **o)])
def test_wide_gamut_in_lossy_forms(make):
    photo = decode_photo(make(icc_profile=display_p3()), "a")
    assert mean_error(photo.bgr, p3_to_srgb(SCENE).astype(np.uint8)) < 2.5


def test_srgb_profile_changes_nothing():
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    photo = decode_photo(saved(PICTURE, "PNG", icc_profile=srgb), "a")
    np.testing.assert_array_equal(photo.bgr[..., ::-1], SCENE)


@pytest.mark.parametrize("profile", [b"no profile at all", display_p3()[:200]])
def test_damaged_profile_is_left_aside(profile):
    photo = decode_photo(saved(PICTURE, "PNG", icc_profile=profile), "a")
    np.testing.assert_array_equal(photo.bgr[..., ::-1], SCENE)


def test_profile_of_another_kind_of_picture_is_left_aside():
    grey = Image.fromarray(cv2.cvtColor(SCENE, cv2.COLOR_RGB2GRAY))
    photo = decode_photo(saved(grey, "PNG", icc_profile=display_p3()), "a")
    np.testing.assert_array_equal(photo.bgr[..., 0], np.asarray(grey))


def test_name_says_nothing_about_the_kind(tmp_path):
    for name in ("photo.png", "photo.heic", "photo", "photo.jpg.txt"):
        path = tmp_path / name
        path.write_bytes(LOSSY["jpeg"]())
        assert read_photo(path).name == str(path)
        assert mean_error(read_photo(path).bgr) < 2.0


def test_data_behind_a_jpeg_is_no_part_of_it():
    """Phones append a second picture or a short video; some programs pad with zeros."""
    jpeg = LOSSY["jpeg"]()
    for tail in (jpeg, b"\0" * 5000, b"\0\0\0\x18ftypmp42" + bytes(range(256)) * 20):
        np.testing.assert_array_equal(decode_photo(jpeg + tail, "a").bgr, decode_photo(jpeg, "a").bgr)


def test_a_jpeg_with_a_hole_in_its_data_is_said_to_be_damaged():
    """Decoders go on behind it, with half of the picture shifted, and OpenCV's says nothing of it to the program."""
    jpeg = saved(PICTURE, "JPEG", quality=90)
    assert not decode_photo(jpeg, "a").damaged
    assert not decode_photo(jpeg + b"\0" * 5000, "a").damaged
    middle = len(jpeg) // 2
    for kind in (jpeg, saved(PICTURE, "JPEG", quality=90, icc_profile=display_p3())):
        torn = kind[:middle] + bytes(200) + kind[middle + 200 :]
        assert decode_photo(torn, "a").damaged
    for form in ("PNG", "WEBP"):
        assert not decode_photo(saved(PICTURE, form), "a").damaged


def test_thumbnail_in_the_header_is_not_taken_for_the_photo():
    thumbnail = saved(PICTURE.resize((160, 107)), "JPEG")
    exif = b"Exif\0\0" + thumbnail  # where cameras put it: inside the header, with an end marker of its own
    jpeg = saved(PICTURE, "JPEG", quality=95)
    with_thumbnail = jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]
    assert decode_photo(with_thumbnail, "a").bgr.shape == (HEIGHT, WIDTH, 3)


def test_50_megapixels_are_read():
    large = np.zeros((6000, 8400), np.uint8)
    _, data = cv2.imencode(".jpg", large)
    assert decode_photo(data.tobytes(), "a").bgr.shape == (6000, 8400, 3)
