"""Lines fitted in the colours that show them."""

import itertools
import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import scene_at, shared_photos

from benchmarks.close_scene import close_scene
from calibration.board import LINE_RADII_MM
from calibration.lines.find_lines import SAME_MM, find_lines, fit_in_own_colours, fit_pattern
from calibration.lines.search import Search
from calibration.locate_board import locate_board
from sample_images.render.photo import render

GREY = (150, 150, 150)
RENDERED = [picture for picture in shared_photos("rendered") if picture["kind"] == "phone"]


@pytest.mark.parametrize("quality", [70, 85])
def test_lines_mistaken_for_what_jpeg_draws_beside_them_are_found_fit_in_own_colours(quality):
    """The wood is as blue as grey lines are: a JPEG's blue channel shows two light lines beside each, where its coarser
    hues are not as sharp as they are dark.
    """
    scene = scene_at(12.0, 35.0)
    scene = replace(scene, board=replace(scene.board, ink=replace(scene.board.ink, colour=GREY)))
    jpeg = cv2.imencode(".jpg", render(scene, seed=5), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    bgr = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    find = next(iter(find_lines(Search(bgr)))).find
    mistaken = fit_pattern(bgr, replace(find, pattern=replace(find.pattern, channel=0, dark=False)))
    own = fit_in_own_colours(mistaken)
    true_mm = [line.radius_mm for line in scene.board.lines]
    # Each of 240 samples of a ring is good to half a pixel of 1.4 mm, a twentieth of that is the ring's radius.
    np.testing.assert_allclose(own.fit.radii_mm, true_mm, atol=0.05)
    assert own.fit.rms_px < mistaken.fit.rms_px / 2
    assert min(own.fit.share) > 0.95


@pytest.mark.skipif(not RENDERED, reason="needs the pictures in ../shared")
def test_boards_on_strong_grain_show_in_the_photo_itself():
    """Of one with thin lines on striped wood the surface's edge is the clearest circle, and grain draws two more, at
    the usual ratios to it. The clearest lines on its plane are the board's.
    """
    for picture in RENDERED:
        bgr = cv2.imread(str(picture["path"]))
        first = itertools.islice(find_lines(Search(bgr)), 2)
        board = json.loads(picture["path"].with_suffix(".json").read_text())["board"]
        true_mm = np.array(board["line_radii_mm"])
        # From straight above a bend of the lens passes for other radii: 0.35 mm, one sigma.
        assert any(
            np.allclose(lines.fit.radii_mm, true_mm * LINE_RADII_MM[2] / true_mm[2], atol=3 * 0.35) for lines in first
        )


@pytest.mark.slow
def test_lines_that_are_found_in_several_ways_are_looked_at_once():
    """Votes, windows and ellipses lead to the same lines in the photo; in its hues they are others."""
    scene = scene_at(12.0, 35.0)
    bgr = render(scene, seed=5)
    true_mm = [line.radius_mm for line in scene.board.lines]
    found = [lines for lines in find_lines(Search(bgr)) if np.allclose(lines.fit.radii_mm, true_mm, atol=SAME_MM)]
    assert [lines.picture is bgr for lines in found] == [True, False]


def test_lines_that_show_are_left_as_they_are():
    lines = next(iter(find_lines(Search(render(scene_at(12.0, 35.0), seed=5)))))
    assert fit_in_own_colours(lines) is lines


def test_a_line_among_discs_and_numerals_is_found_where_the_others_say():
    """Five discs touch pegs: they and the numerals led the 15 line away in the first rounds."""
    scene = close_scene(15015)
    jpeg = cv2.imencode(".jpg", render(scene, seed=15015), [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
    view = locate_board(cv2.imdecode(jpeg, cv2.IMREAD_COLOR))
    true_mm = np.array([line.radius_mm for line in scene.board.lines])
    # Each of 240 samples of a ring is good to half a pixel of 1.6 mm, and neighbours err together over 12 degrees.
    sigma_mm = 0.5 * 1.6 / np.sqrt(360 / 12)
    np.testing.assert_allclose(view.radii_mm, true_mm * LINE_RADII_MM[2] / true_mm[2], atol=3 * sigma_mm)
