"""`crokinole measure-set`: the file it writes is one that `--set` takes, and its lengths lie within their sigma."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from command_line import crokinole
from synthetic import ROOT

from api.errors import BadSetFile
from api.measure_set import in_use, set_document, verdict, write_set
from api.set_file import decode_set, read_set
from calibration.board import LINE_RADII_MM
from vision.several_photos.set_figures import Caliper, PhotoLengths, combine

# Two tilted views of boards of one size; their discs differ in the base alone.
PHOTOS = [ROOT / "sample_images" / name for name in ("phone_05.jpg", "phone_08.jpg")]
SEEN = PhotoLengths(
    radii_mm=(101.6, 203.2, 304.8),
    widths_mm=(1.6, 1.6, 1.6),
    mm_per_px=0.4,
    tilt_deg=30.0,
    disc_radius_mm=15.9,
    discs=10,
    place_sigma_mm=0.1,
)
BY_HAND = ("--line-diameters", "206,412,618", "--line-widths", "1.5", "--disc-diameter", "32", "--base-diameter", "29")


def test_photos_alone(tmp_path):
    done = crokinole("measure-set", *PHOTOS, "-o", tmp_path / "club.json")
    assert done.exit_code == 0, done.stderr
    found = json.loads((tmp_path / "club.json").read_text())
    assert found["name"] == "club"
    for line, true_mm in zip(found["lines"], LINE_RADII_MM, strict=True):
        assert abs(line["radius_mm"] - true_mm) < 3 * line["radius_sigma_mm"]
    assert abs(found["disc"]["radius_mm"] - 15.875) < 3 * found["disc"]["radius_sigma_mm"]
    # The base is supposed, and the program says so and what to do.
    assert "--base-diameter" in done.stdout
    assert "No photo shows" in done.stdout
    assert read_set(tmp_path / "club.json").disc is None


def test_a_slip_of_the_caliper_is_told_and_nothing_written(tmp_path):
    slips = ("--line-diameters", "206,402,618", "--disc-diameter", "36")
    done = crokinole("measure-set", PHOTOS[0], "-o", tmp_path / "club.json", *slips)
    assert done.exit_code == 2
    assert "the 10 line is 402.0 mm by hand" in done.stderr
    assert "a disc is 36.0 mm by hand" in done.stderr
    assert not (tmp_path / "club.json").exists()


def test_lengths_by_hand_are_used_as_they_are(tmp_path):
    done = crokinole("measure-set", PHOTOS[0], "-o", tmp_path / "club.json", "--name", "table 4", *BY_HAND)
    assert done.exit_code == 0, done.stderr
    measured = read_set(tmp_path / "club.json")
    assert measured.name == "table 4"
    assert [line.radius_mm for line in measured.lines] == [103.0, 206.0, 309.0]
    assert {line.width_mm for line in measured.lines} == {1.5}
    assert (measured.disc.radius_mm, measured.disc.base_radius_mm) == (16.0, 14.5)
    scored = crokinole("score", PHOTOS[0], "--json", "--set", tmp_path / "club.json")
    assert json.loads(scored.stdout)["board"]["lines"][2]["radius_mm"] == 309.0


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ((ROOT / "README.md",), 3, "not a picture"),
        ((PHOTOS[0], "--line-widths", "1,2"), 2, "three lengths"),
        ((PHOTOS[0], "--line-widths", "thin"), 2, "thin"),
        ((PHOTOS[0], "--base-diameter", "33", "--disc-diameter", "32"), 2, "wider"),
        ((PHOTOS[0], "--disc-diameter", "320"), 2, "--disc-diameter must be a length from 16 to 44 mm, not 320"),
        ((PHOTOS[0], "--disc-thickness", "-3"), 2, "--disc-thickness"),
        ((PHOTOS[0], "--line-diameters", "203.2,406.4,24"), 2, "--line-diameters"),
    ],
)
def test_what_cannot_be_used_is_said(tmp_path, arguments, status, words):
    done = crokinole("measure-set", *arguments, "-o", tmp_path / "club.json")
    assert done.exit_code == status
    assert words in done.stderr
    assert not (tmp_path / "club.json").exists()


def test_a_set_takes_the_place_of_no_photo(tmp_path):
    photo = tmp_path / "a.jpg"
    photo.write_bytes(PHOTOS[0].read_bytes())
    done = crokinole("measure-set", photo, "-o", photo)
    assert done.exit_code == 2
    assert "would be overwritten" in done.stderr
    assert photo.read_bytes() == PHOTOS[0].read_bytes()


def test_a_photo_without_a_board_is_named(tmp_path):
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((300, 400, 3), 128, np.uint8))
    done = crokinole("measure-set", PHOTOS[0], tmp_path / "grey.png", "-o", tmp_path / "club.json")
    assert done.exit_code == 3
    assert "grey.png" in done.stderr


def test_what_is_not_sure_is_left_to_each_photo():
    assert in_use(set_document(combine([SEEN], Caliper()), "s")) == (False, False)
    # A base known in mm is of no use where the board's size is not known.
    assert in_use(set_document(combine([SEEN], Caliper(base_radius_mm=14.4)), "s")) == (False, False)
    sized = Caliper(base_radius_mm=14.4, line_radii_mm=(103.0, 206.0, 309.0))
    assert in_use(set_document(combine([SEEN], sized), "s")) == (False, True)
    full = Caliper(base_radius_mm=14.4, line_radii_mm=(103.0, 206.0, 309.0), line_widths_mm=(1.6, 1.6, 1.6))
    assert in_use(set_document(combine([SEEN], full), "s")) == (True, True)
    # Aslant a thickness that is usual only moves calls by as much as a width that photos alone tell.
    assert "--disc-thickness" in verdict(combine([SEEN], sized))[-1]
    assert "--line-widths" in verdict(combine([SEEN], replace(sized, thickness_mm=9.5)))[-1]
    assert "more than the set" in verdict(combine([SEEN], replace(full, thickness_mm=9.5)))[1]


def test_a_disc_without_its_lines_is_in_the_photos_units():
    sized = Caliper(base_radius_mm=14.4, disc_radius_mm=15.9, line_radii_mm=(103.0, 206.0, 309.0))
    measured = decode_set(json.dumps(set_document(combine([SEEN], sized), "s")), "s")
    assert measured.lines is None
    assert measured.disc.base_radius_mm == pytest.approx(14.4 * 304.8 / 309.0)


def test_a_set_is_not_written_where_it_cannot_be(tmp_path):
    with pytest.raises(BadSetFile):
        write_set(tmp_path / "none" / "club.json", set_document(combine([SEEN], Caliper()), "s"))
