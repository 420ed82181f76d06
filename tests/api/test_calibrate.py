"""`crokinole calibrate`: cameras kept by model, found again by their photos, and what is refused."""

import json

import cv2
import numpy as np
import pytest
from PIL import Image
from synthetic import ROOT
from typer.testing import CliRunner

from api.cameras import cameras_file, find_camera, keep_camera, named_camera
from api.cli import app
from api.errors import BadCamera
from api.photo import read_photo
from calibration.learned.known_camera import KnownCamera

# Taken, in their scripts, by one camera of focal length 0.78 of the longer side.
PHOTOS = [str(ROOT / "sample_images" / f"phone_{number:02d}.jpg") for number in (4, 5, 6, 8)]
CAMERA = KnownCamera(name="Acme One", focal=0.8, focal_sigma=0.004, k1=-0.05, k2=0.01)
NAMELESS = [str(ROOT / "sample_images" / f"overhead_{number:02d}.jpg") for number in (2, 3, 4)]
runner = CliRunner()


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CROKINOLE_DATA", str(tmp_path / "data"))


def test_photos_of_a_board():
    done = runner.invoke(app, ["calibrate", *PHOTOS, "--camera", "the phone"])
    assert done.exit_code == 0, done.stderr
    found = named_camera("the phone")
    assert abs(found.focal - 0.78) < 2 * found.focal_sigma
    scored = runner.invoke(app, ["score", PHOTOS[0], "--json", "--camera", "the phone"])
    camera = json.loads(scored.stdout)["camera"]
    assert camera["source"] == "calibrated"
    assert camera["matrix"][0][0] == pytest.approx(found.focal * 1600)
    assert camera["distortion"][:2] == pytest.approx([found.k1, found.k2])


def test_later_photos_of_the_model_use_it(tmp_path):
    exif = Image.Exif()
    exif[271], exif[272] = "Acme", "One"
    exif.get_ifd(0x8769)[41989] = 27
    with Image.open(PHOTOS[0]) as image:
        image.save(tmp_path / "later.jpg", exif=exif, quality=95)
    assert read_photo(tmp_path / "later.jpg").camera is None
    keep_camera(CAMERA, 27.0)
    assert read_photo(tmp_path / "later.jpg").camera == CAMERA
    assert find_camera("Acme One", 13.0) is None  # its other lens
    assert find_camera("Acme Two", 27.0) is None
    assert find_camera(None, None) is None


def test_one_camera_takes_the_place_of_its_former_self():
    keep_camera(CAMERA, None)
    newer = KnownCamera(name="Acme One", focal=0.81, focal_sigma=0.004, k1=0.0, k2=0.0)
    keep_camera(newer, None)
    assert named_camera("Acme One") == find_camera("Acme One", None) == newer
    assert len(json.loads(cameras_file().read_text())["cameras"]) == 1


def test_a_lens_is_the_same_though_its_photos_round_it_otherwise():
    newer = KnownCamera(name="Acme One", focal=0.81, focal_sigma=0.004, k1=0.0, k2=0.0)
    keep_camera(CAMERA, 26.0)
    keep_camera(newer, 26.4)
    assert find_camera("Acme One", 26.0) == find_camera("Acme One", 26.4) == newer
    assert len(json.loads(cameras_file().read_text())["cameras"]) == 1
    # Another lens beside it: by the name alone it is the one that was calibrated last.
    keep_camera(CAMERA, 13.0)
    assert find_camera("Acme One", 26.0) == newer
    assert named_camera("Acme One") == CAMERA


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "crokinole.cameras/1", "cameras": [{"name": 1}]}'])
def test_a_damaged_file_stops_no_photo(text):
    cameras_file().parent.mkdir(parents=True)
    cameras_file().write_text(text)
    assert find_camera("Acme One", None) is None
    with pytest.raises(BadCamera):
        keep_camera(CAMERA, None)
    assert cameras_file().read_text() == text


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (PHOTOS[:2], 2, "too few"),
        ([*PHOTOS[:3], NAMELESS[0], "--camera", "x"], 3, "several cameras"),
        ([*PHOTOS, str(ROOT / "README.md")], 3, "not a picture"),
        ([*PHOTOS, "--camera", "x", "--charuco"], 3, "no chart"),
    ],
)
def test_what_cannot_be_used_is_said(arguments, status, words):
    done = runner.invoke(app, ["calibrate", *arguments])
    assert done.exit_code == status
    assert words in done.stderr
    assert not cameras_file().exists()


@pytest.mark.slow
def test_photos_from_above_are_refused():
    done = runner.invoke(app, ["calibrate", *NAMELESS, "--camera", "x"])
    assert done.exit_code == 2
    assert "30 to 50 degrees" in done.stderr


def test_cropped_photos_and_nameless_cameras_are_refused(tmp_path):
    cropped = str(tmp_path / "cropped.png")
    cv2.imwrite(cropped, cv2.imread(NAMELESS[0])[:, 300:1620])
    done = runner.invoke(app, ["calibrate", *NAMELESS, cropped, "--camera", "x"])
    assert done.exit_code == 3
    assert "shapes" in done.stderr
    tilted = []
    for path in PHOTOS[:3]:
        tilted.append(str(tmp_path / f"{len(tilted)}.png"))
        cv2.imwrite(tilted[-1], cv2.imread(path))
    done = runner.invoke(app, ["calibrate", *tilted])
    assert done.exit_code == 2
    assert "--camera" in done.stderr


def test_the_chart(tmp_path):
    assert runner.invoke(app, ["calibrate", "--chart", str(tmp_path / "chart.png")]).exit_code == 0
    assert cv2.imread(str(tmp_path / "chart.png")).std() > 100
    assert np.isfinite(cv2.imread(str(tmp_path / "chart.png"))).all()
    assert runner.invoke(app, ["calibrate", "--chart", str(tmp_path / "chart")]).exit_code == 2
    unknown = runner.invoke(app, ["score", PHOTOS[0], "--camera", "nobody's"])
    assert unknown.exit_code == 2
    assert "none yet" in unknown.stderr
