"""Kept photos measure as well as those that were sent, and tell nothing about who sent them."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image
from PIL.ExifTags import GPS, IFD, Base
from synthetic import ROOT

from api.photo import decode_photo
from api.store.private_data import without_private_data

SECRETS = (b"Leica of Ann", b"1999:12:31", b"a remark", b"http://ns.adobe.com/xap", b"a second picture", b"Serial 42")


def photo_with_secrets(orientation, form="JPEG"):
    exif = Image.Exif()
    exif[Base.Orientation] = orientation
    exif[Base.Make] = "Leica of Ann"
    exif[Base.DateTime] = "1999:12:31 23:59:59"
    exif.get_ifd(IFD.Exif)[Base.FocalLengthIn35mmFilm] = 26
    exif.get_ifd(IFD.Exif)[Base.BodySerialNumber] = "Serial 42"
    exif.get_ifd(IFD.GPSInfo)[GPS.GPSLatitude] = (48.0, 8.0, 11.5)
    exif.get_ifd(IFD.GPSInfo)[GPS.GPSLatitudeRef] = "N"
    levels = np.random.default_rng(0).integers(0, 255, (24, 32, 3), np.uint8)
    picture = Image.fromarray(cv2.resize(levels, (400, 300)))
    out = io.BytesIO()
    more = {"quality": 90, "comment": b"a remark", "xmp": b"http://ns.adobe.com/xap"} if form == "JPEG" else {}
    picture.save(out, form, exif=exif, **more)
    return out.getvalue() + (b"a second picture" if form == "JPEG" else b"")


@pytest.mark.parametrize("orientation", range(1, 9))
def test_jpeg_keeps_its_pixels_and_loses_its_secrets(orientation):
    data = photo_with_secrets(orientation)
    assert all(secret in data for secret in SECRETS)
    photo = decode_photo(data, "x")
    kept = without_private_data(data, photo)
    assert not [secret for secret in SECRETS if secret in kept]
    again = decode_photo(kept, "x")
    assert np.array_equal(again.bgr, photo.bgr)
    assert again.focal_35mm == photo.focal_35mm == 26
    assert again.camera_model is None
    exif = Image.open(io.BytesIO(kept)).getexif()
    assert not exif.get_ifd(IFD.GPSInfo)
    assert set(exif.get_ifd(IFD.Exif)) == {Base.FocalLengthIn35mmFilm}


def test_other_forms_become_upright_jpegs():
    data = photo_with_secrets(6, "PNG")
    photo = decode_photo(data, "x")
    kept = without_private_data(data, photo)
    assert kept.startswith(b"\xff\xd8\xff")
    assert b"Leica" not in kept
    again = decode_photo(kept, "x")
    assert again.bgr.shape == photo.bgr.shape == (400, 300, 3)
    assert again.focal_35mm == 26
    # JPEG at quality 95 is off by 2 grey levels or so on a smooth picture.
    assert np.abs(again.bgr.astype(int) - photo.bgr).mean() < 3


def test_progressive_photos_and_colour_profiles_stay_whole():
    from PIL import ImageCms

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    out = io.BytesIO()
    source = Image.open(ROOT / "sample_images" / "phone_01.jpg")
    source.save(out, "JPEG", progressive=True, icc_profile=profile)
    photo = decode_photo(out.getvalue(), "x")
    kept = without_private_data(out.getvalue(), photo)
    assert Image.open(io.BytesIO(kept)).info["icc_profile"] == profile
    assert np.array_equal(decode_photo(kept, "x").bgr, photo.bgr)
