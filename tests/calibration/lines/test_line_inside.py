"""The outer line inside the edge of a surface that ends close to it."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import DISCS, scene_at

from benchmarks.sized_scene import sized_scene
from calibration.lines.find_lines import find_lines, on_the_outer_line
from calibration.lines.fit_rings import scaled
from calibration.lines.line_inside import SLACK_MM, outer_line_inside_mm
from calibration.lines.search import Search
from calibration.locate_board import locate_board
from sample_images.render.camera import project
from sample_images.render.photo import render
from sample_images.render.scene import PaintedArea

EDGE_MM = 314.0


def photograph(board=None):
    """Photo of a board whose surface ends 9 mm beyond the outer line, and its lines as they are found."""
    scene = scene_at(20.0, 35.0, DISCS)
    board = replace(board or scene.board, surface_radius_mm=EDGE_MM)
    bgr = render(replace(scene, board=board), seed=5)
    return bgr, next(lines for lines in find_lines(Search(bgr)) if lines.fit.share[2] > 0.8)


def at_the_edge(lines):
    """The lines with the edge of the surface for the outer one."""
    edge = replace(lines.fit, radii_mm=(*lines.fit.radii_mm[:2], EDGE_MM))
    return replace(lines, fit=scaled(edge, 304.8))


@pytest.fixture(scope="module")
def seen():
    return photograph()


def test_a_line_drawn_as_the_10_line_is_found_inside_the_edge(seen):
    bgr, lines = seen
    found_mm = outer_line_inside_mm(bgr, at_the_edge(lines).fit)
    assert found_mm == pytest.approx(304.8 * 304.8 / EDGE_MM, abs=SLACK_MM)


def test_the_lines_are_fitted_again_where_they_run(seen):
    _, lines = seen
    again = on_the_outer_line(at_the_edge(lines))
    # As good as where no edge was mistaken: two fits of the same samples.
    assert again.fit.radii_mm == pytest.approx(lines.fit.radii_mm, abs=0.02)


def test_nothing_is_inside_the_outer_line_itself(seen):
    _, lines = seen
    assert on_the_outer_line(lines) is lines


def test_the_end_of_painted_wood_tells_no_ink():
    board = scene_at(0.0, 0.0).board
    green = (60.0, 120.0, 80.0)
    inside = PaintedArea(inner_mm=0.0, outer_mm=board.lines[1].radius_mm, colour=green)
    painted = replace(board, areas=(inside,), ink=replace(board.ink, colour=green))
    bgr, lines = photograph(painted)
    assert np.allclose(lines.fit.radii_mm[1], board.lines[1].radius_mm, atol=1.5)
    assert outer_line_inside_mm(bgr, at_the_edge(lines).fit) is None


def test_a_plane_seen_edge_on_tells_nothing(seen):
    bgr, lines = seen
    edge_on = replace(lines.fit, px_from_mm=lines.fit.px_from_mm @ np.diag([1.0, 1e-9, 1.0]))
    assert outer_line_inside_mm(bgr, edge_on) is None


@pytest.mark.slow
def test_the_outer_line_s_own_colour_does_not_lead_back_to_the_edge():
    """The edge stands out more than this board's outer line in that line's colour."""
    scene = sized_scene(72)
    view = locate_board(render(scene, seed=72))
    azimuth = np.linspace(0.0, 2 * np.pi, 24, endpoint=False)
    line_mm = scene.board.lines[2].radius_mm
    seen_mm = view.mm(project(scene.camera, line_mm * np.column_stack([np.cos(azimuth), np.sin(azimuth), 0 * azimuth])))
    # The edge is 6 mm off; pixels are 1.2 mm.
    np.testing.assert_allclose(np.hypot(*seen_mm.T), view.radii_mm[2], atol=view.middle_mm_per_px)
