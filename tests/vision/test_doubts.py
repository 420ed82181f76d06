"""What is asked of the view itself."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import DISCS, scene_at

from calibration.board import LINE_RADII_MM, SURFACE_RADIUS_MM
from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Inlay
from vision.doubts import hole_doubts, overlooked_doubts, view_doubts
from vision.hole.read_hole import HoleReading
from vision.read_board import read_board


def with_radii(view, *radii_mm):
    lines = tuple(replace(line, radius_mm=r) for line, r in zip(view.lines, radii_mm, strict=True))
    return replace(view, lines=lines)


def codes(view, *, lines_measured=False):
    return {doubt.code for doubt in view_doubts(view, lines_measured=lines_measured)}


@pytest.mark.parametrize(("content", "disc", "xy_mm"), [("empty", None, (0.0, 0.0)), ("hole", 4, None)])
def test_a_question_about_the_hole_has_its_place_or_its_disc(content, disc, xy_mm):
    hole = HoleReading(
        content=content, doubtful=True, team=-1, face_lab=np.zeros(3), base_mm=np.zeros(3), radius_mm=15.9
    )
    [doubt] = hole_doubts(hole, np.zeros((0, 3)), disc)
    assert (doubt.disc, doubt.xy_mm) == (disc, xy_mm)


# Tournament boards, and boards whose inner lines were measured farthest out: no edge lies inside the outer line.
@pytest.mark.parametrize("radii_mm", [LINE_RADII_MM, (0.34 * 304.8, 0.72 * 304.8, 304.8), (109.0, 209.3, 304.8)])
def test_usual_lines_are_not_asked_about(slanted, radii_mm):
    assert "unusual_lines" not in codes(with_radii(slanted[2], *radii_mm))


def test_an_edge_of_the_surface_in_place_of_the_outer_line_is_asked_about(slanted):
    """Then the outer line's radius is given to the edge, and the other lines seem smaller."""
    r15, r10, outer = LINE_RADII_MM
    scale = outer / SURFACE_RADIUS_MM
    mistaken = with_radii(slanted[2], scale * r15, scale * r10, outer)
    assert "unusual_lines" in codes(mistaken)
    # Whoever measured a board knows how its lines are spaced.
    assert "unusual_lines" not in codes(mistaken, lines_measured=True)


def test_a_line_that_shows_along_less_than_half_of_its_circle_is_asked_about(slanted):
    """Something else passed for the 10 line of a board on which that hardly showed: values were wrong by 16 mm."""
    assert "faint_line" not in codes(replace(slanted[2], ring_share=(0.9, 0.55, 0.9)))
    faint = view_doubts(replace(slanted[2], ring_share=(0.9, 0.45, 0.9)), lines_measured=False)
    assert [(d.code, d.message) for d in faint] == [
        ("faint_line", "The 10 line hardly shows: check every value near it.")
    ]


def test_a_board_too_small_to_see_its_discs_is_asked_about(slanted):
    _, _, view = slanted
    assert "small_board" not in codes(view)
    smaller = np.diag([0.1, 0.1, 1.0])
    assert "small_board" in codes(replace(view, px_from_mm=smaller @ view.px_from_mm))


@pytest.mark.parametrize("turn_deg", [0.0, 40.0])
def test_places_are_told_by_the_clock_as_the_photo_shows_them(slanted, turn_deg):
    """However the board's own frame is turned, which only its quadrant lines tell."""
    turn = np.deg2rad(turn_deg)
    c, s = np.cos(turn), np.sin(turn)
    view = replace(slanted[2], px_from_mm=slanted[2].px_from_mm @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]))
    up_mm = view.mm(view.px(np.zeros(2)) - (0.0, 40.0))
    right_mm = up_mm @ np.array([[0.0, -1.0], [1.0, 0.0]])
    told = [doubt.message for doubt in overlooked_doubts(view, np.array([up_mm, right_mm]))]
    assert ["at 12 o'clock" in told[0], "at 3 o'clock" in told[1]] == [True, True]


@pytest.mark.parametrize("face", [None, 0.8])
def test_faces_taken_for_discs_are_asked_about(face):
    """Rims of the board's own wood hardly show, and a circle within them does: gaps are wrong by 3 mm then."""
    scene = scene_at(8.0, 35.0)
    wood = scene.board.surface
    if face:
        faces = [Inlay(inner=0.0, outer=face, colour=disc.finish.colour) for disc in DISCS]
        discs = tuple(replace(disc, finish=wood, inlay=inlay) for disc, inlay in zip(DISCS, faces, strict=True))
        scene = scene_at(8.0, 35.0, discs)
    bgr = render(scene, seed=5)
    doubts = read_board(bgr, locate_board(bgr)).doubts
    assert [doubt.code for doubt in doubts if doubt.code == "narrow_discs"] == ["narrow_discs"] * bool(face)
