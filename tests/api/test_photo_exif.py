"""What the header says about the camera, and when it is not to be believed."""

import io

import numpy as np
import pillow_heif
import pytest
from PIL import Image
from PIL.TiffImagePlugin import IFDRational

from api.photo import Photo, decode_photo

PICTURE = Image.fromarray(np.full((300, 400, 3), 90, np.uint8))
MAKE, MODEL, EXIF_IFD, ZOOM, FOCAL_35MM, WIDTH, HEIGHT = 0x010F, 0x0110, 0x8769, 0xA404, 0xA405, 0xA002, 0xA003


def photo_with(main: dict[int, object], photo: dict[int, object], form: str = "JPEG") -> Photo:
    exif = Image.Exif()
    exif.update(main)
    exif[EXIF_IFD] = photo
    buffer = io.BytesIO()
    pillow_heif.register_heif_opener()
    PICTURE.save(buffer, form, exif=exif.tobytes())
    return decode_photo(buffer.getvalue(), "a")


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF"])
def test_camera_and_focal_length(form):
    photo = photo_with({MAKE: "Acme", MODEL: "Phone 3"}, {FOCAL_35MM: 26}, form)
    assert photo.camera_model == "Acme Phone 3"
    assert photo.focal_35mm == 26.0


def test_photo_without_header():
    photo = photo_with({}, {})
    assert photo.camera_model is None
    assert photo.focal_35mm is None


def test_maker_repeated_in_the_model_is_said_once():
    assert photo_with({MAKE: "Acme\0", MODEL: "ACME X100 "}, {}).camera_model == "ACME X100"


@pytest.mark.parametrize("written", [0, 3, 5000])
def test_unknown_or_impossible_focal_length(written):
    assert photo_with({}, {FOCAL_35MM: written}).focal_35mm is None


@pytest.mark.parametrize(
    ("zoom", "focal"), [((1, 1), 26.0), ((10003, 10000), 26.0), ((0, 1), 26.0), ((0, 0), 26.0), ((2, 1), None)]
)
def test_digital_zoom_leaves_the_focal_length_open(zoom, focal):
    """EXIF says 0 where no zoom was used, and does not say whether the 35 mm figure includes it."""
    assert photo_with({}, {FOCAL_35MM: 26, ZOOM: IFDRational(*zoom)}).focal_35mm == focal


@pytest.mark.parametrize(("taken", "focal"), [((4032, 3024), 26.0), ((3024, 4032), 26.0), ((4032, 2268), None)])
def test_cropped_photo_has_no_focal_length(taken, focal):
    """The photo here is 4 : 3: scaled down from 4032 x 3024, cropped from 16 : 9."""
    assert photo_with({}, {FOCAL_35MM: 26, WIDTH: taken[0], HEIGHT: taken[1]}).focal_35mm == focal
