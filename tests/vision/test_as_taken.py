"""Discs as from where the picture was taken and through its lens."""

from dataclasses import replace

import pytest
from synthetic import rendered

from calibration.board import Line, MeasuredSet
from calibration.locate_board import locate_board
from vision.as_taken import find_as_taken
from vision.shading.lens_flow import UNASKED


@pytest.mark.parametrize(("stretch", "told"), [(1.0, True), (1.03, False)])
def test_discs_are_asked_about_the_lens_unless_measured_lines_have_told_it(stretch, told):
    """Those of another board's set have not."""
    bgr, scene, _ = rendered(0.0, -90.0)
    r15, r10, outer = (Line(name=n.name, radius_mm=n.radius_mm, width_mm=n.width_mm) for n in scene.board.lines)
    given = MeasuredSet(name="set", lines=(replace(r15, radius_mm=stretch * r15.radius_mm), r10, outer))
    view = locate_board(bgr, measured=given)
    assert view.set_fits is told
    _, shaded = find_as_taken(bgr, view, given)
    assert (shaded.bend == UNASKED) is told
