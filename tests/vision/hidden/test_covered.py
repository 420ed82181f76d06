"""What lies over the board is seen by the lines that end beneath it, in any colour; light and discs are not that."""

import cv2
import numpy as np
import pytest
from synthetic import rendered, true_solids

from benchmarks.mirrored_lamps import with_lamp
from calibration.locate_board import locate_board
from vision.hidden.covered import find_covered

RADIUS_MM = 15.875
# Grey levels of a sleeve, and of one that is as light as the board.
SLEEVE, LIKE_WOOD = (70, 40, 50), (139, 186, 217)


def over(bgr, view, azimuth_deg, colour, to_mm=120.0, wide_mm=70.0, long_mm=400.0):
    """The photo with a straight thing over it that points at the board's middle and ends so near to it."""
    direction = np.array([np.cos(np.radians(azimuth_deg)), np.sin(np.radians(azimuth_deg))])
    aside = wide_mm / 2 * np.array([-direction[1], direction[0]])
    corners_mm = np.array([to_mm * direction + aside, to_mm * direction - aside])
    corners_mm = np.vstack([corners_mm, corners_mm[::-1] + long_mm * direction])
    drawn = bgr.copy()
    cv2.fillPoly(drawn, [np.round(view.px(corners_mm)).astype(np.int32)], colour)
    return drawn


def found_in(drawn, scene):
    """Places where something lies over the board, all discs of the scene being found."""
    view = locate_board(drawn)
    return find_covered(drawn, view, true_solids(scene, view).xy_mm, RADIUS_MM)


@pytest.mark.parametrize("colour", [SLEEVE, LIKE_WOOD], ids=["sleeve", "like wood"])
@pytest.mark.parametrize("azimuth_deg", [10.0, *(pytest.param(a, marks=pytest.mark.slow) for a in (100.0, 250.0))])
def test_an_arm_is_seen_once_where_it_hides_a_line(azimuth_deg, colour):
    bgr, scene, view = rendered(20.0, 35.0)
    (found_mm,) = found_in(over(bgr, view, azimuth_deg, colour), scene)
    off_deg = (np.degrees(np.arctan2(found_mm[1], found_mm[0])) - azimuth_deg + 180) % 360 - 180
    # The middle of what is hidden of a line, to a ray of 1.5 degrees on either side.
    assert abs(off_deg) < 3.0


@pytest.mark.parametrize(("tilt_deg", "heading_deg"), [(0.0, -90.0), (20.0, 35.0), (40.0, -70.0)])
def test_nothing_lies_over_a_board_with_discs(tilt_deg, heading_deg):
    bgr, scene, view = rendered(tilt_deg, heading_deg)
    assert not len(find_covered(bgr, view, true_solids(scene, view).xy_mm, RADIUS_MM))


@pytest.mark.parametrize(("to_mm", "things"), [(296.0, 0), (250.0, 1)])
def test_a_finger_on_a_worn_outer_line_hides_no_disc_that_scores(to_mm, things):
    bgr, scene, view = rendered(20.0, 35.0)
    worn = bgr.copy()
    for azimuth_deg in range(0, 360, 20):
        worn = over(worn, view, azimuth_deg, LIKE_WOOD, to_mm=302.0, wide_mm=8.0, long_mm=6.0)
    assert len(found_in(over(worn, view, 100.0, SLEEVE, to_mm), scene)) == things


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))])
def test_a_mirrored_lamp_is_no_thing(seed):
    bgr, scene, view = rendered(20.0, 35.0)
    on_line_px = view.px(203.2 * np.array([np.cos(seed), np.sin(seed)]))
    lit = with_lamp(bgr, on_line_px, np.random.default_rng(seed))
    assert not len(found_in(lit, scene))


def test_a_row_of_discs_along_a_line_is_no_thing_once_found():
    bgr, scene, view = rendered(20.0, 35.0)
    along_mm = 203.2 * np.array([[np.cos(a), np.sin(a)] for a in np.radians([96.0, 105.0, 114.0])])
    drawn = bgr.copy()
    for place_mm in along_mm:
        circle_mm = place_mm + RADIUS_MM * np.array([[np.cos(a), np.sin(a)] for a in np.linspace(0, 2 * np.pi, 60)])
        cv2.fillPoly(drawn, [np.round(view.px(circle_mm)).astype(np.int32)], SLEEVE)
    assert len(found_in(drawn, scene))
    all_mm = np.vstack([true_solids(scene, view).xy_mm, along_mm])
    assert not len(find_covered(drawn, locate_board(drawn), all_mm, RADIUS_MM))
