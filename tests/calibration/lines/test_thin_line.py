"""Whether a line is one thin line, on rendered boards."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import DISCS, scene_at

from calibration.lines.line_widths import LEAST_HALF_SIGMA_PX, WIDTH_SIGMA_MM
from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Line
from vision.doubts import view_doubts

BAND_MM, WIDE_MM, APART_MM = 9.0, 3.5, 5.0


def board_with(lines):
    scene = scene_at(15.0, 35.0, DISCS)
    bgr = render(replace(scene, board=replace(scene.board, lines=tuple(lines))), seed=5)
    return locate_board(bgr)


def lines_as_usual():
    return scene_at(15.0, 35.0).board.lines


def with_width(name, width_mm):
    return [replace(line, width_mm=width_mm) if line.name in name else line for line in lines_as_usual()]


def test_thin_lines_raise_no_question():
    assert board_with(lines_as_usual()).odd_lines == ()


@pytest.mark.parametrize("name", ["10", "outer"])
def test_a_broad_band_is_asked_about(name):
    view = board_with(with_width([name], BAND_MM))
    assert view.odd_lines == (name,)
    [doubt] = [doubt for doubt in view_doubts(view, lines_measured=False) if doubt.code == "odd_line"]
    assert f"The {name} line" in doubt.message


def test_two_lines_side_by_side_are_asked_about():
    beside = [
        Line(name=f"beside the {line.name}", radius_mm=line.radius_mm + APART_MM, width_mm=line.width_mm)
        for line in lines_as_usual()
    ]
    assert board_with([*lines_as_usual(), *beside]).odd_lines == ("15", "10", "outer")


def test_wide_lines_are_measured_as_they_are():
    """In a photo of a millimetre a pixel they passed for usual ones, out of focus: every gap was 1 mm too large."""
    view = board_with(with_width(["15", "10", "outer"], WIDE_MM))
    half_off_mm = np.mean([line.width_mm - WIDE_MM for line in view.lines]) / 2
    assert abs(half_off_mm) < 3 * view.half_width_sigma_mm
    # Told by the photo: what is usual alone, and what no fit sees, would leave more in doubt.
    assert view.half_width_sigma_mm < np.hypot(WIDTH_SIGMA_MM / 2, LEAST_HALF_SIGMA_PX * view.middle_mm_per_px)
    assert view.odd_lines == ()
