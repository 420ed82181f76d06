"""Patches of a team's colour where no disc was found."""

import cv2
import numpy as np
import pytest

from vision.colour.board_above import COARSE, board_above
from vision.colour.colour_space import lab, weigh
from vision.colour.topdown import HALF_MM, TopDown
from vision.discs.overlooked import find_dots, find_overlooked
from vision.discs.two_coloured import Inlay
from vision.hidden.glare import Glare, find_glare

PX_PER_MM, RADIUS_MM, AT_MM = 1.2, 15.875, np.array([40.0, 60.0])
BLUE_BOARD, BLACK = (62.0, 38.0, 24.0), (27.0, 28.0, 30.0)
TEAM = lab(np.array([[BLACK]], np.float32)).reshape(1, 3)


class View:
    """A board seen from straight above, of which only the outer line and the hole are asked for."""

    hole_radius_mm, surface_radius_mm = 17.46, 330.2
    lines = (None, None, type("Line", (), {"radius_mm": 304.8}))

    def apparent_mm(self, xy_mm, height_mm):
        return xy_mm


NO_DISCS = np.zeros((0, 2))
NO_GLARE = Glare(light=np.zeros((9, 9), np.float32), px_per_mm=0.25)


def seen_from_above(hue_noise, quality, mirrored=None, at_mm=AT_MM, radius_mm=RADIUS_MM, board=BLUE_BOARD, disc=BLACK):
    side_px = round(2 * HALF_MM * PX_PER_MM) + 1
    middle = (side_px - 1) / 2
    bgr = np.full((side_px, side_px, 3), board, np.float32)
    x_px, y_px = middle + at_mm * PX_PER_MM * (1, -1)
    cv2.circle(bgr, (round(x_px), round(y_px)), round(radius_mm * PX_PER_MM), disc, -1)
    rng = np.random.default_rng(1)
    # Hue is stored at half the size of brightness.
    coarse = rng.normal(0.0, hue_noise, (side_px // 2 + 1, side_px // 2 + 1, 3)).astype(np.float32)
    if mirrored is not None:
        bgr = 255 * np.sqrt((bgr / 255) ** 2 + mirrored)
    noisy = bgr + cv2.resize(coarse, (side_px, side_px), interpolation=cv2.INTER_NEAREST)
    jpeg = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return TopDown(bgr=cv2.imdecode(jpeg, cv2.IMREAD_COLOR), px_per_mm=PX_PER_MM)


def overlooked(top_down, team_lab=TEAM, glare=NO_GLARE, discs_mm=NO_DISCS):
    above = board_above(top_down, View(), COARSE, discs_mm, RADIUS_MM)
    return find_overlooked(above, View(), glare, team_lab, RADIUS_MM)


@pytest.mark.parametrize("hue_noise", [0.0, 4.0, 8.0])
def test_a_dark_disc_on_a_dark_board_is_seen_through_the_noise_of_its_hue(hue_noise):
    found = overlooked(seen_from_above(hue_noise, 60))
    # To a core's margin within the disc.
    np.testing.assert_allclose(found, [AT_MM], atol=0.25 * RADIUS_MM + 1.5)


@pytest.mark.parametrize(("shade", "seen"), [(10.0, True), (18.0, False)])
def test_a_disc_of_another_shade_is_seen_where_the_board_is_of_quite_another_hue(shade, seen):
    """JPEG's hues are coarse: black discs in a small photo of a blue board were 10 off their team's black."""
    picture = seen_from_above(0.0, 90, board=(120.0, 50.0, 20.0))
    found = overlooked(picture, team_lab=TEAM + (0.0, 0.0, shade))
    np.testing.assert_allclose(found, [AT_MM] if seen else np.zeros((0, 2)), atol=0.25 * RADIUS_MM + 1.5)


@pytest.mark.parametrize("shadow", [1.0, 0.4])
def test_a_disc_in_a_shadow_is_seen_as_much_darker_as_the_board_around_it(shadow):
    grey = (90.0, 90.0, 90.0)
    picture = seen_from_above(0.0, 95, board=(200.0, 120.0, 75.0), disc=grey)
    light = np.ones(picture.bgr.shape, np.float32)
    light[:, picture.bgr.shape[1] // 2 :] = shadow
    half_lit = TopDown(bgr=np.rint(picture.bgr * light).astype(np.uint8), px_per_mm=PX_PER_MM)
    team = lab(np.array([[grey]], np.float32)).reshape(1, 3)
    found = overlooked(half_lit, team_lab=team)
    np.testing.assert_allclose(found, [AT_MM], atol=0.25 * RADIUS_MM + 1.5)


@pytest.mark.parametrize(("line", "seen"), [(False, True), (True, False)])
def test_a_dot_is_a_disc_where_a_teams_faces_have_such_dots(line, seen):
    """The rest of the face has the board's colour. A line as wide is no dot, nor is a dot a whole disc."""
    dot_mm = 0.5 * RADIUS_MM
    picture = seen_from_above(0.0, 90, radius_mm=dot_mm)
    if line:
        y_px = round((picture.bgr.shape[0] - 1) / 2 - AT_MM[1] * PX_PER_MM)
        cv2.line(picture.bgr, (0, y_px), (picture.bgr.shape[1], y_px), BLACK, round(2 * dot_mm * PX_PER_MM))
    dots = find_dots(picture, View(), (Inlay(colour=weigh(TEAM)[0], share=0.45),), NO_DISCS, RADIUS_MM)
    np.testing.assert_allclose(dots, [AT_MM] if seen else np.zeros((0, 2)), atol=0.25 * RADIUS_MM + 1.5)
    assert len(overlooked(picture)) == 0


def test_a_disc_beside_the_hole_is_seen():
    at_mm = np.array([14.0, -14.0])
    found = overlooked(seen_from_above(0.0, 90, at_mm=at_mm))
    np.testing.assert_allclose(found, [at_mm], atol=0.25 * RADIUS_MM + 1.5)


def test_a_hole_of_a_teams_colour_is_no_patch_however_wide_and_off_the_middle():
    hole = seen_from_above(0.0, 90, at_mm=np.array([2.0, 2.0]), radius_mm=19.0)
    assert len(overlooked(hole)) == 0


def test_a_disc_that_was_found_is_not_overlooked():
    assert len(overlooked(seen_from_above(4.0, 60), discs_mm=AT_MM[None])) == 0


def test_a_dark_disc_is_seen_through_a_mirrored_lamp():
    side_px = round(2 * HALF_MM * PX_PER_MM) + 1
    axis_mm = (np.arange(side_px) - (side_px - 1) / 2) / PX_PER_MM
    away_mm = np.hypot(axis_mm - AT_MM[0] - 12.0, axis_mm[:, None] + AT_MM[1])
    above = seen_from_above(0.0, 90, mirrored=0.5 * np.exp(-((away_mm / 40.0) ** 2) / 2)[..., None])
    assert len(overlooked(above)) == 0
    found = overlooked(above, glare=find_glare(above.coarser(5), View()))
    np.testing.assert_allclose(found, [AT_MM], atol=0.25 * RADIUS_MM + 1.5)


WOOD, CUT_OFF = (150.0, 190.0, 220.0), (255.0, 255.0, 255.0)


@pytest.mark.parametrize(
    ("board", "radius_mm", "seen"),
    [(WOOD, 2 * RADIUS_MM, True), (WOOD, 0.6 * RADIUS_MM, False), (CUT_OFF, 2 * RADIUS_MM, False)],
    ids=["wider than a disc", "narrower", "on a white board"],
)
def test_where_a_lamp_leaves_nothing_but_white_a_disc_may_lie(board, radius_mm, seen):
    """A white disc under a lamp was passed over: all around it was as white."""
    picture = seen_from_above(0.0, 90, radius_mm=radius_mm, board=board, disc=CUT_OFF)
    found = overlooked(picture)
    np.testing.assert_allclose(found, [AT_MM] if seen else np.zeros((0, 2)), atol=2.0)
