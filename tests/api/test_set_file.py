"""Sets of boards and discs that a club has measured: what is taken from the file, and what a photo makes of it."""

import json
from dataclasses import replace

import numpy as np
import pytest
from synthetic import ROOT, rendered

from api.errors import BadSetFile
from api.photo import read_photo
from api.score_photo import score_photo
from api.set_file import decode_set
from calibration.board import HOLE_RADIUS_MM, SURFACE_RADIUS_MM
from calibration.locate_board import locate_board
from vision.placing.neighbours import pegs_as_solids

PHOTO = ROOT / "sample_images" / "phone_02.jpg"


def set_of(**fields):
    return decode_set(json.dumps({"schema": "crokinole.set/1", "name": "club"} | fields), "club.json")


def lines_of(*radii_mm, width_sigma_mm=0.0):
    names = ("15", "10", "outer")
    return [
        {"name": name, "radius_mm": r, "width_mm": 1.6, "width_sigma_mm": width_sigma_mm}
        for name, r in zip(names, radii_mm, strict=True)
    ]


def test_what_a_set_leaves_out_is_of_its_boards_size():
    """The same photo as of a board nine tenths as large: all of it is read as of that size."""
    usual = score_photo(read_photo(PHOTO))
    true_mm = np.array(usual.view.radii_mm)
    smaller = score_photo(read_photo(PHOTO), measured=set_of(lines=lines_of(*(0.9 * true_mm).tolist())))
    assert smaller.view.surface_radius_mm == pytest.approx(0.9 * SURFACE_RADIUS_MM)
    assert smaller.view.hole_radius_mm == pytest.approx(0.9 * HOLE_RADIUS_MM)
    assert smaller.status == usual.status
    assert [team.total for team in smaller.teams] == [team.total for team in usual.teams]


def test_lengths_beside_lines_that_are_not_sure_are_in_the_photos_unit():
    """Lines whose widths are not known are read off each photo, in which the outer line has 304.8 mm."""
    lengths = {"surface_radius_mm": 305.0, "hole_radius_mm": 16.0, "peg_radius_mm": 4.5, "peg_height_mm": 16.0}
    disc = {"radius_mm": 14.3, "base_radius_mm": 13.0, "thickness_mm": 9.0}
    unsure = set_of(lines=lines_of(93.0, 187.0, 280.0, width_sigma_mm=0.2), disc=disc, **lengths)
    assert unsure.lines is None
    unit = 304.8 / 280.0
    for key, length_mm in lengths.items():
        assert getattr(unsure, key) == pytest.approx(length_mm * unit)
    for key, length_mm in disc.items():
        assert getattr(unsure.disc, key) == pytest.approx(length_mm * unit)
    sure = set_of(lines=lines_of(93.0, 187.0, 280.0), disc=disc, **lengths)
    assert (sure.hole_radius_mm, sure.disc.radius_mm, sure.lines[2].radius_mm) == (16.0, 14.3, 280.0)


def test_pegs_are_as_large_as_the_set_says():
    bgr = rendered(25.0, -80.0)[0]
    pegs = pegs_as_solids(locate_board(bgr, None, set_of(peg_radius_mm=4.0, peg_height_mm=12.0)))
    assert (set(pegs.radius_mm), set(pegs.thickness_mm)) == ({4.0}, {12.0})
    usual = replace(locate_board(bgr), peg_height_mm=12.0, peg_radius_mm=4.0)
    np.testing.assert_allclose(pegs.xy_mm, pegs_as_solids(usual).xy_mm, atol=1e-6)


def test_a_thickness_that_is_not_known_is_in_doubt():
    """As far as a thicker disc is seen aside; the same disc 0.7 mm thicker, one sigma, moves by about as much."""
    photo = read_photo(PHOTO)
    base = {"radius_mm": 15.875, "base_radius_mm": 14.4}

    def gap_to_15(**thickness):
        discs = score_photo(photo, measured=set_of(disc=base | thickness)).discs
        return {round(disc.seen.y_mm / 10): disc.seen.gaps[0] for disc in discs if disc.seen.gaps}

    known, thicker = gap_to_15(thickness_mm=9.5), gap_to_15(thickness_mm=10.2)
    unknown, roughly = gap_to_15(), gap_to_15(thickness_mm=9.5, thickness_sigma_mm=0.35)
    assert len(known) > 5
    added, moved = [], []
    for at in known.keys() & thicker.keys() & unknown.keys() & roughly.keys():
        assert known[at].sigma_mm <= roughly[at].sigma_mm <= unknown[at].sigma_mm
        added.append(unknown[at].sigma_mm ** 2 - known[at].sigma_mm ** 2)
        moved.append((thicker[at].gap_mm - known[at].gap_mm) ** 2)
    assert np.sqrt(np.mean(added)) > 0.1
    assert 0.5 < np.sqrt(np.mean(moved) / np.mean(added)) < 1.5


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"lines": lines_of(101.6, 203.2, 609.6)}, "from 150 to 330 mm"),
        ({"surface_radius_mm": 660.4}, "from 160 to 360 mm"),
        ({"disc": {"radius_mm": 1.25, "base_radius_mm": 1.1}}, "from 8 to 22 mm"),
        ({"lines": lines_of(130.0, 100.0, 304.8)}, "must grow"),
        ({"hole": 17.0}, "hole"),
        ({"lines": lines_of(101.6, 203.2, 304.8), "surface_radius_mm": 200.0}, "at least the outer line"),
        ({"name": ["club"]}, "name"),
        ({"name": "\ud800"}, "name"),
    ],
)
def test_a_length_that_no_board_has_is_refused(fields, words):
    with pytest.raises(BadSetFile, match=words):
        set_of(**fields)
