"""A thing between the lines that may hide a disc is asked about, whatever its colour; shadows and discs are not it."""

import cv2
import numpy as np
import pytest
from synthetic import rendered, true_solids

from vision.colour.board_above import COARSE, board_above
from vision.colour.topdown import look_from_above
from vision.discs.candidates import PX_PER_MM
from vision.doubts import covered_doubts
from vision.hidden.foreign_patches import find_foreign_patches

RADIUS_MM = 15.875
# Between the 10 and the outer line, clear of both and of the scene's discs.
PLACE_MM = np.array([-180.0, -170.0])
# All that is within 60 mm of it, east, west, north or south, is free of discs.
OPEN_MM = np.array([-90.0, 150.0])
COLOURS = {"paper": (240, 245, 245), "black phone": (18, 16, 15), "purple": (120, 30, 90), "grey": (120, 120, 120)}


def with_thing(bgr, view, colour, half_mm, at_mm=PLACE_MM):
    corners_mm = at_mm + half_mm * np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)])
    drawn = bgr.copy()
    cv2.fillPoly(drawn, [np.round(view.px(corners_mm)).astype(np.int32)], colour)
    return cv2.GaussianBlur(drawn, (0, 0), 0.7)


def found_in(bgr, scene, view):
    top_down = look_from_above(bgr, view, PX_PER_MM)
    above = board_above(top_down, view, COARSE, true_solids(scene, view).xy_mm, RADIUS_MM)
    return find_foreign_patches(above, view, RADIUS_MM)


@pytest.mark.parametrize("colour", COLOURS.values(), ids=COLOURS)
@pytest.mark.parametrize(("tilt_deg", "heading_deg"), [(0.0, -90.0), (40.0, -70.0)])
def test_what_is_wide_enough_to_hide_a_disc_is_found_where_it_lies(tilt_deg, heading_deg, colour):
    bgr, scene, view = rendered(tilt_deg, heading_deg)
    (found_mm,) = found_in(with_thing(bgr, view, colour, half_mm=20.0), scene, view)
    assert np.linalg.norm(found_mm - PLACE_MM) < 4.0
    (doubt,) = covered_doubts(view, found_mm[None])
    assert doubt.xy_mm == pytest.approx(tuple(found_mm))


@pytest.mark.parametrize("half_mm", [45.0, 60.0])
def test_what_is_wider_than_the_board_around_is_taken_from_is_found(half_mm):
    """By lines alone it is not: here they are not looked at."""
    bgr, scene, view = rendered(20.0, 35.0)
    (found_mm,) = found_in(with_thing(bgr, view, COLOURS["purple"], half_mm, at_mm=OPEN_MM), scene, view)
    assert np.abs(found_mm - OPEN_MM).max() < half_mm


def test_what_is_narrower_than_a_disc_hides_none():
    bgr, scene, view = rendered(20.0, 35.0)
    assert not len(found_in(with_thing(bgr, view, COLOURS["purple"], half_mm=11.0), scene, view))


@pytest.mark.parametrize(("tilt_deg", "heading_deg"), [(0.0, -90.0), (20.0, 35.0), (40.0, -70.0)])
def test_a_board_with_discs_has_nothing_foreign(tilt_deg, heading_deg):
    assert not len(found_in(*rendered(tilt_deg, heading_deg)))


@pytest.mark.parametrize("left", [0.25, 0.5, 0.8])
def test_a_shadow_is_no_thing(left):
    bgr, scene, view = rendered(20.0, 35.0)
    shade = np.ones(bgr.shape[:2], np.float32)
    edge_px = np.round(view.px(PLACE_MM + 45.0 * np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]))).astype(np.int32)
    cv2.fillPoly(shade, [edge_px], left)
    # Stored levels are as the root of light.
    darker = bgr * np.sqrt(cv2.GaussianBlur(shade, (0, 0), 2.0))[..., None]
    assert not len(found_in(darker.astype(np.uint8), scene, view))
