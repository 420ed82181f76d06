"""20s implied by what is seen: of twelve discs those neither on the board nor in the ditch."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import ROOT

from api.suggestion import suggest_twenties
from calibration.locate_board import locate_board
from vision.reading import Disc


@pytest.fixture(scope="module")
def view():
    return locate_board(cv2.imread(str(ROOT / "sample_images" / "overhead_02.jpg")))


def discs(**places):
    """Discs of team A, so many at each place."""
    return [
        Disc(team="A", place=place, x_mm=0.0, y_mm=0.0, px=(0.0, 0.0), radius_mm=16.0, sigma_mm=0.1, gaps=())
        for place, count in places.items()
        for _ in range(count)
    ]


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ({"surface": 5, "ditch": 5}, 2),
        ({"surface": 5, "ditch": 5, "hole": 1}, 2),  # one in the hole, one in the bowl
        ({"surface": 6, "ditch": 6}, 0),
        ({"surface": 6}, None),  # the ditch may have been cleared
        ({"surface": 9, "ditch": 4}, None),  # more than there are
    ],
)
def test_discs_that_are_not_seen_are_in_the_bowl(view, places, expected):
    assert suggest_twenties(view, discs(**places), "A", 12) == expected


def test_another_team_has_all_its_discs_in_the_bowl(view):
    assert suggest_twenties(view, discs(ditch=1), "B", 8) == 8


def test_more_discs_of_the_other_team_than_it_shot_tell_nothing_of_either(view):
    """Under a flash the pale discs in the ditch passed for dark ones: 22 of these, and six pale ones in the bowl."""
    assert suggest_twenties(view, discs(surface=9, ditch=4), "B", 12) is None


def test_a_picture_that_cuts_the_ditch_off_tells_nothing(view):
    width, height = view.size_px
    cut = replace(view, size_px=(width, int(height * 0.88)))
    assert view.outer_share_in_view == cut.outer_share_in_view == 1.0
    assert suggest_twenties(cut, discs(surface=5, ditch=5), "A", 12) is None


def test_a_low_camera_tells_nothing(view):
    tilt = np.deg2rad(50.0)
    tilted = np.array([[1, 0, 0], [0, -np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), -np.cos(tilt)]])
    low = replace(view, camera=replace(view.camera, rotation=tilted))
    assert low.camera.tilt_deg == pytest.approx(50.0)
    assert suggest_twenties(low, discs(surface=5, ditch=5), "A", 12) is None
