"""Light that lacquer mirrors: told from shade, paint and white discs, and taken off what lies under it."""

import cv2
import numpy as np
import pytest

from vision.colour.colour_space import lab
from vision.colour.topdown import TopDown
from vision.hidden.glare import Glare, find_glare, lit_in_part, turned_round, unsure_in_glare, without_glare

PX_PER_MM, SIDE_PX = 0.25, 203
WOOD, WHITE, NAVY = (110.0, 170.0, 205.0), (238.0, 238.0, 236.0), (70.0, 38.0, 34.0)
AXIS_MM = (np.arange(SIDE_PX) - (SIDE_PX - 1) / 2) / PX_PER_MM
X_MM, Y_MM = np.meshgrid(AXIS_MM, -AXIS_MM)
FROM_MIDDLE_MM = np.hypot(X_MM, Y_MM)


class View:
    """A board of which only its size is asked for."""

    surface_radius_mm = 330.2


def board(bgr=WOOD):
    return np.full((SIDE_PX, SIDE_PX, 3), bgr, np.float32)


def spot(x_mm, y_mm, sigma_mm, light):
    return light * np.exp(-((X_MM - x_mm) ** 2 + (Y_MM - y_mm) ** 2) / (2 * sigma_mm**2))


def lit(bgr, added=0.0, times=1.0):
    """Levels of a picture with white light added, and all of its light multiplied."""
    light = (bgr / 255) ** 2 * np.asarray(times)[..., None] + np.asarray(added)[..., None]
    return 255 * np.sqrt(np.clip(light, 0, 1))


def glare_of(bgr):
    noise = np.random.default_rng(0).normal(0, 1.5, bgr.shape)
    picture = np.clip(np.rint(bgr + noise), 0, 255).astype(np.uint8)
    return find_glare(TopDown(bgr=picture, px_per_mm=PX_PER_MM), View())


def with_discs(bgr, colour, places_mm):
    for x_mm, y_mm in places_mm:
        column, row = np.rint((SIDE_PX - 1) / 2 + PX_PER_MM * np.array([x_mm, -y_mm])).astype(int)
        cv2.circle(bgr, (column, row), round(15.9 * PX_PER_MM), colour, -1)
    return bgr


def test_a_mirrored_window_is_seen_where_it_is_and_as_bright_as_it_is():
    added = spot(120.0, -80.0, 60.0, 0.3)
    glare = glare_of(lit(board(), added))
    at_mm = np.array([[120.0, -80.0], [160.0, -80.0], [-150.0, 150.0]])
    true = 0.3 * np.exp(-np.array([0.0, 40.0**2, 1e9]) / (2 * 60.0**2))
    # What is narrower than 48 mm is left out: of a spot's top as much as lies within 24 mm of it.
    lowest = 0.3 * np.exp(-(np.array([24.0, 64.0, 1e9]) ** 2) / (2 * 60.0**2))
    seen = glare.at(at_mm)
    assert (seen > lowest - 0.03).all()
    assert (seen < true + 0.03).all()


@pytest.mark.parametrize(
    "bgr",
    [
        lit(board(), times=np.where(X_MM > 40, 0.35, 1.0)),
        lit(board(), times=1.0 + 0.4 * spot(100.0, 60.0, 90.0, 1.0)),
        with_discs(board(), WHITE, [(100, 100), (131, 100), (115, 127), (-200, 20)]),
        np.where((FROM_MIDDLE_MM < 203)[..., None], np.float32(WHITE), board()),
        lit(board((150.0, 150.0, 150.0)), spot(120.0, -80.0, 60.0, 0.2)),
    ],
    ids=["shadow", "brighter place", "white discs", "white ring", "grey board, which cannot tell"],
)
def test_what_is_no_glare_is_not_taken_for_it(bgr):
    assert not glare_of(bgr).seen


def test_colours_come_back_from_under_the_light():
    rng = np.random.default_rng(1)
    colours = rng.uniform(20, 160, (50, 3)).astype(np.float32)
    light = rng.uniform(0.05, 0.4, 50).astype(np.float32)
    seen = np.float32(lit(colours, light))
    for colour, bgr, share in zip(colours, seen, light, strict=True):
        back = without_glare(bgr[None], 0.8 * share[None], colour)[0]
        # Exact but for float32: a level of 20 is 0.006 of white.
        np.testing.assert_allclose(back, colour, atol=0.01)


def test_a_dark_face_in_glare_may_be_either_teams_and_a_white_one_is_white():
    teams = lab(np.float32([[WHITE, NAVY]]))[0]
    light = np.full((9, 9), 0.3, np.float32)
    faces = np.float32([lit(np.float32(NAVY), 0.45), lit(np.float32(WHITE), 0.1), NAVY])
    glare = Glare(light=light, px_per_mm=PX_PER_MM)
    nearest = np.array([0, 0, 1])
    unsure = unsure_in_glare(glare, np.zeros((3, 2)), lab(faces[None])[0], teams, nearest)
    assert unsure.tolist() == [True, False, False]
    dark = Glare(light=np.zeros_like(light), px_per_mm=PX_PER_MM)
    assert not unsure_in_glare(dark, np.zeros((3, 2)), lab(faces[None])[0], teams, nearest).any()


def test_nothing_is_asked_where_there_are_no_discs():
    glare = Glare(light=np.ones((9, 9), np.float32), px_per_mm=PX_PER_MM)
    none = np.zeros((0, 3))
    assert unsure_in_glare(glare, np.zeros((0, 2)), none, none, np.zeros(0, np.intp)).shape == (0,)


# Hardly yellower than white: such a board's colour does not tell what a lamp adds.
PALE_WOOD = (200.0, 215.0, 220.0)


WALNUT, TAN = (40.0, 62.0, 96.0), (110.0, 160.0, 200.0)


@pytest.mark.parametrize(
    ("board", "colour", "taken_for", "added", "times", "shows", "asked"),
    [
        pytest.param(PALE_WOOD, NAVY, 0, 0.7, 1.0, False, True, id="a dark disc on pale wood that is cut off"),
        pytest.param(PALE_WOOD, WHITE, 0, 0.7, 1.0, False, False, id="a white one"),
        pytest.param(PALE_WOOD, WHITE, 0, 0.0, 2.0, False, False, id="a white one in the sun"),
        pytest.param(PALE_WOOD, NAVY, 0, 0.4, 0.5, False, False, id="a dark one where nothing is cut off nor shows"),
        pytest.param(PALE_WOOD, NAVY, 0, 0.4, 0.5, True, True, id="a dark one where the lamp shows"),
        pytest.param(WOOD, NAVY, 0, 0.4, 1.0, False, True, id="a dark one on wood that is whiter there than elsewhere"),
        pytest.param(WALNUT, TAN, 1, 0.3, 1.0, True, True, id="a light one on dark wood, taken for dark"),
        pytest.param(WALNUT, NAVY, 1, 0.3, 1.0, True, False, id="a dark one there"),
    ],
)
def test_a_lamp_does_not_turn_round_which_is_lighter_a_disc_or_the_board(
    board, colour, taken_for, added, times, shows, asked
):
    """A navy disc under a lamp, on pale wood in a bluish photo, was taken for a white one without a question."""
    pale = TAN if board is WALNUT else WHITE
    faces = np.vstack([np.float32([pale, pale, NAVY, NAVY]), lit(np.float32(colour), added, times)])
    around = np.vstack([np.float32([board] * 4), lit(np.float32(board), added, times)])
    faces_lab, around_lab = lab(np.float32(faces)[None])[0], lab(np.float32(around)[None])[0]
    team, on_board = np.array([0, 0, 1, 1, taken_for]), np.ones(5, np.bool_)
    seen_mm = np.array([(-50.0, 0.0)] * 4 + [(50.0, 0.0)])
    to_the_right = np.zeros((99, 99), np.float32)
    to_the_right[:, 50:] = 0.2 * shows
    glare = Glare(light=to_the_right, px_per_mm=PX_PER_MM)
    unsure = turned_round(glare, seen_mm, faces_lab, around_lab, team, on_board)
    assert unsure.tolist() == [False] * 4 + [asked]
    assert not turned_round(glare, seen_mm, faces_lab, around_lab, team, ~on_board).any()
    own = team == taken_for
    alone = turned_round(glare, seen_mm[own], faces_lab[own], around_lab[own], team[own], on_board[own])
    assert not alone.any(), "there is no other team that it may be of"


def test_paint_turns_round_which_is_lighter_and_is_no_lamp():
    blue, pale = lab(np.float32([[NAVY, (240.0, 160.0, 150.0)]]))[0], lab(np.float32([[PALE_WOOD]]))[0, 0]
    around_lab, team = np.vstack([np.tile(blue[0], (4, 1)), pale]), np.array([0, 0, 1, 1, 0])
    faces_lab = np.vstack([[blue[1]] * 2, np.zeros((2, 3)), blue[1]])
    glare = Glare(light=np.zeros((99, 99), np.float32), px_per_mm=PX_PER_MM)
    assert pale[0] > blue[1, 0] > blue[0, 0] > 0
    assert not turned_round(glare, np.zeros((5, 2)), faces_lab, around_lab, team, np.ones(5, np.bool_)).any()


def test_a_face_that_is_uneven_as_no_other_of_its_team_is_lit_in_part():
    """A lamp no larger than a disc made a dark blue one pass for white; the board around it showed none of the lamp."""
    team = np.array([0, 0, 0, 0, 1, 1, 1])
    lamp_on_one = np.array([1.0, 1.2, 0.9, 6.5, 2.0, 2.2, 1.9])
    assert lit_in_part(lamp_on_one, team).tolist() == [False, False, False, True, False, False, False]
    grain_on_all, a_knot = np.array([7.0, 6.0, 8.0, 12.0]), np.array([1.0, 5.5, 0.9])
    assert not lit_in_part(np.append(grain_on_all, a_knot), team).any()
    assert lit_in_part(np.zeros(0), np.zeros(0, np.intp)).shape == (0,)


def test_a_lamp_that_lights_all_within_the_15_line_is_told_by_the_board_beyond():
    added = spot(0.0, 40.0, 60.0, 0.5)
    blue = board((110.0, 75.0, 30.0))
    places_mm = np.array([[0.0, 0.0], [-40.0, 20.0], [60.0, 60.0]])
    off_mm = np.hypot(*(places_mm - (0.0, 40.0)).T)
    true, lowest = (0.5 * np.exp(-(reach**2) / (2 * 60.0**2)) for reach in (off_mm, off_mm + 24.0))
    seen = glare_of(lit(blue, added)).at(places_mm)
    # Half of the ring beyond is lit by this or more, which passes for its colour.
    hidden = 0.5 * np.exp(-(129.0**2) / (2 * 60.0**2))
    assert (seen > lowest - hidden - 0.03).all()
    assert (seen < true + 0.03).all()


@pytest.mark.parametrize("paint", [225.0, (30.0, 40.0, 190.0)], ids=["white", "red"])
def test_paint_within_the_15_line_is_no_lamp(paint):
    blue = board((110.0, 75.0, 30.0))
    painted = np.where((FROM_MIDDLE_MM < 105.0)[..., None], np.float32(paint), blue)
    assert not glare_of(painted).seen
