"""What is asked about the teams' colours."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import PLACES_MM, WOOD_LAB, candidates, rendered

from vision.colour.colour_space import weigh
from vision.discs.choose import Choice
from vision.discs.visibility import BOARD_COLOURED, ELSEWHERE, Visibility
from vision.discs.whose_disc import STRIKING, find_teams, whose_faces
from vision.doubts import SLANT_DEG, team_doubts
from vision.reading import Disc

YELLOW, GREEN = (76.0, -7.0, 54.0), (50.0, -45.0, 30.0)
# One pink, and the same with the light of a lamp reflected in its lacquer: a third of white on top.
PINK, PINK_IN_A_REFLECTION = (31.0, 36.0, -3.0), (48.0, 22.0, 0.0)


SHARP_PX, SOFT_PX = 0.3, 2.0


@pytest.fixture(scope="module")
def view():
    return replace(rendered(32.0, 35.0)[2], blur_px=SHARP_PX)


NOBODY = Visibility(plain=frozenset(), hardly_seen=frozenset())


def codes(view, faces, around=WOOD_LAB, visibility=NOBODY, two_coloured=(), discs=(), striking=False, **changes):
    things = candidates([0.8] * len(faces), faces, around, **changes)
    teams = find_teams(things, np.arange(len(faces)), view)
    nothing = np.zeros(len(teams.seeds), np.bool_)
    choice = Choice(
        index=teams.seeds,
        team=teams.group,
        striking=nothing | striking,
        faint=nothing,
        unsure=nothing,
        unlike=nothing,
        doubtful=np.zeros(0, np.intp),
    )
    doubts = team_doubts(view, things, teams, choice, discs, visibility, np.array(two_coloured, np.intp))
    return len(teams.lab), {doubt.code for doubt in doubts}


def test_three_teams_are_asked_about(view):
    """Two of them may be one, partly in a reflection, or one is not of discs at all."""
    assert codes(view, [YELLOW, YELLOW, PINK, PINK, PINK_IN_A_REFLECTION, PINK_IN_A_REFLECTION]) == (3, {"third_team"})
    assert codes(view, [YELLOW, YELLOW, PINK, PINK, GREEN, GREEN]) == (3, {"third_team"})


def test_a_third_colour_that_scores_nowhere_is_one_of_the_two_teams(view):
    faces = [YELLOW, YELLOW, PINK, PINK, PINK_IN_A_REFLECTION]
    places_mm = np.vstack([PLACES_MM[:4], [(-200.0, 225.0)]])
    assert codes(view, faces, places_mm=places_mm) == (2, set())


# Blue on the board, and the same in the ditch's light.
BLUE, BLUE_IN_THE_DITCH = (30.0, 49.0, -76.0), (27.0, 56.0, -82.0)


@pytest.mark.parametrize(
    ("there", "teams"),
    [
        pytest.param([(345.0, 0.0), (0.0, -345.0)], 1, id="in the ditch"),
        pytest.param([(345.0, 0.0), (0.0, -200.0)], 2, id="one of them on the board"),
    ],
)
def test_a_strong_colour_in_the_ditch_is_the_same_team_in_another_light(view, there, teams):
    faces = [BLUE] * 3 + [BLUE_IN_THE_DITCH] * 2
    assert codes(view, faces, places_mm=np.vstack([PLACES_MM[[0, 1, 3]], there]))[0] == teams


def test_two_shades_of_one_colour_are_two_teams(view):
    assert codes(view, [PINK, PINK, PINK_IN_A_REFLECTION, PINK_IN_A_REFLECTION]) == (2, set())


PURPLE, NAVY, BLACK = (30.5, 55.5, -72.0), (16.6, 27.8, -46.6), (15.0, 1.0, 0.0)


@pytest.mark.parametrize(
    ("own", "other", "unsure"),
    [
        # As measured beside a shadow's edge.
        pytest.param(PURPLE, (38.0, 49.0, -67.0), True, id="one purple in another light"),
        # As measured on a varnished disc, seen from 37 degrees off straight above.
        pytest.param(NAVY, (23.8, 22.6, -41.0), True, id="one navy with a sheen"),
        pytest.param(PURPLE, PINK, False, id="purple and pink"),
        pytest.param(NAVY, BLACK, False, id="navy and black"),
        # No more light than a sheen, but nearly all of it red: 4.5, 0.4 and 0.4 % of white.
        pytest.param(BLACK, (20.8, 14.4, 5.8), False, id="black and a dark red"),
    ],
)
def test_a_team_that_is_the_other_s_colour_in_another_light_may_be_the_other(view, own, other, unsure):
    """One of five purple discs, and one of four blue ones, passed for the other team's without a question."""
    things = candidates([0.8] * 4, [own] * 3 + [other], WOOD_LAB)
    teams = find_teams(things, np.arange(4), view)
    assert len(teams.lab) == 2
    assert whose_faces(things, teams, view).unsure.tolist() == [False, False, False, unsure]


# A board of wood and one of strong paint, each with a team that differs from it by little and by clearly more.
STRONG_BLUE = (33.0, 55.0, -81.0)


@pytest.mark.parametrize(
    ("board", "team", "asked"),
    [
        (WOOD_LAB, (79.0, 8.0, 25.0), True),
        (WOOD_LAB, (60.0, 12.0, 40.0), False),
        (STRONG_BLUE, (32.0, 58.0, -85.0), True),
        (STRONG_BLUE, (45.0, 45.0, -70.0), False),
    ],
)
def test_a_team_of_the_boards_colour_is_asked_about(view, board, team, asked):
    teams, doubts = codes(view, [team, team, GREEN, GREEN], board)
    assert (teams, doubts) == (2, {"board_coloured"} if asked else set())


@pytest.mark.parametrize(
    ("on_board", "striking", "asked"),
    [
        pytest.param(1, False, True, id="one of four hardly shows on the board"),
        pytest.param(2, False, False, id="as many there as in the ditch"),
        pytest.param(1, True, False, id="one that strikes the eye there"),
        pytest.param(0, False, False, id="none there"),
    ],
)
def test_a_team_that_shows_in_the_ditch_but_hardly_on_the_board_is_asked_about(view, on_board, striking, asked):
    in_ditch_mm = [(0.0, 345.0), (345.0, 0.0), (-345.0, 0.0), (0.0, -345.0)]
    places_mm = np.vstack([PLACES_MM[: 2 + on_board], in_ditch_mm[: 4 - on_board]])
    teams, doubts = codes(view, [YELLOW] * 2 + [GREEN] * 4, places_mm=places_mm, striking=striking)
    assert (teams, doubts) == (2, {"board_coloured"} if asked else set())


# Farther from the wood's colour than what has it, and nearer than what is seen in two places may differ.
OTHERWISE_LIT = (42.0, 3.0, 8.0)


@pytest.mark.parametrize(
    ("team", "on_board", "asked"),
    [
        pytest.param(OTHERWISE_LIT, 0, True, id="which may have its colour there"),
        pytest.param(OTHERWISE_LIT, 2, False, id="where two show"),
        pytest.param(GREEN, 0, False, id="which has another there in any light"),
    ],
)
def test_a_team_that_lies_in_the_ditch_alone_may_be_unseen_on_the_board(view, team, on_board, asked):
    """Dark green discs on a board of a slightly other dark green were passed over, those in its olive ditch seen; so
    was one of brown wood on a brown board, those in the ditch in more light.
    """
    from_wood = np.linalg.norm(weigh(np.array(OTHERWISE_LIT)) - weigh(np.array(WOOD_LAB)))
    assert STRIKING < from_wood < BOARD_COLOURED + ELSEWHERE
    in_ditch_mm = [(0.0, 345.0), (345.0, 0.0), (-345.0, 0.0)]
    places_mm = np.vstack([PLACES_MM[: 2 + on_board], in_ditch_mm[: 3 - on_board]])
    teams, doubts = codes(view, [PINK] * 2 + [team] * 3, places_mm=places_mm)
    assert (teams, doubts) == (2, {"board_coloured"} if asked else set())


def test_a_plain_team_of_the_boards_colour_is_not_asked_about(view):
    pale, other = (79.0, 8.0, 25.0), (2 * (GREEN,))
    assert codes(view, [pale, pale, *other], visibility=replace(NOBODY, plain=frozenset({0, 1}))) == (2, set())


def test_a_team_that_hardly_shows_is_asked_about_whatever_its_colour(view):
    faces, visibility = [YELLOW, YELLOW, GREEN, GREEN], replace(NOBODY, hardly_seen=frozenset({1}))
    assert codes(view, faces, visibility=visibility) == (2, {"board_coloured"})


def test_discs_of_two_colours_are_asked_about_at_a_slant(view):
    faces, from_above = [YELLOW, YELLOW, GREEN, GREEN], replace(rendered(8.0, 35.0)[2], blur_px=SHARP_PX)
    assert view.camera.tilt_deg > SLANT_DEG > from_above.camera.tilt_deg
    assert codes(view, faces, two_coloured=[1]) == (2, {"two_coloured"})
    assert codes(from_above, faces, two_coloured=[1]) == (2, set())


def team_of(count, team, place="surface"):
    """So many discs on the board."""
    at = {"place": place, "x_mm": 0.0, "y_mm": 250.0, "px": (0.0, 0.0), "radius_mm": 15.9, "sigma_mm": 0.1}
    return [Disc(team=team, gaps=(), **at) for _ in range(count)]


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        pytest.param(12, 12, False, id="all that two sides own"),
        pytest.param(13, 11, True, id="one that is the other side's"),
        pytest.param(13, 1, True, id="two teams taken for one"),
        pytest.param(15, 15, False, id="a practice with more discs than a game has"),
    ],
)
def test_more_discs_than_a_side_owns_are_asked_about(view, first, second, asked):
    """Rules F6 to F9: a side owns eight or twelve discs, and the other side as many."""
    discs = team_of(first, "A") + team_of(second, "B")
    teams, doubts = codes(view, [YELLOW, YELLOW, GREEN, GREEN], discs=discs)
    assert (teams, doubts) == (2, {"too_many"} if asked else set())


def test_what_passes_for_a_thirteenth_disc_in_the_ditch_is_not_asked_about(view):
    """Of 44 turned home photos five showed a disc of the other team there, in the rail's shadow."""
    discs = team_of(2, "A") + team_of(11, "A", "ditch") + team_of(11, "B", "ditch")
    assert codes(view, [YELLOW, YELLOW, GREEN, GREEN], discs=discs) == (2, set())


# Two greens as wide apart as discs of one team are now and then, each in more and less light.
LIGHT_GREENS = [(78.0, -57.0, 66.0), (85.0, -64.0, 76.0), (83.0, -67.0, 76.0)]
DARK_GREENS = [(66.0, -39.0, 54.0), (65.0, -39.0, 56.0), (71.0, -39.0, 57.0)]


@pytest.mark.parametrize(
    ("faces", "asked"),
    [
        pytest.param(LIGHT_GREENS + DARK_GREENS, {"one_team"}, id="greens"),
        pytest.param(LIGHT_GREENS, set(), id="one green"),
    ],
)
def test_one_team_of_discs_that_are_unlike_may_be_two(view, faces, asked):
    assert codes(view, faces, discs=team_of(2, "A")) == (1, asked)


@pytest.mark.parametrize(("in_ditch", "asked"), [(10, set()), (11, {"one_team"})])
def test_one_team_with_more_discs_than_a_side_owns_may_be_two(view, in_ditch, asked):
    """On a photo with faded colours all of 24 discs passed for one team, two of them on the board."""
    discs = team_of(2, "A") + team_of(in_ditch, "A", "ditch")
    assert codes(view, [YELLOW, YELLOW], discs=discs) == (1, asked)


@pytest.mark.parametrize(
    ("count", "blur_px", "asked"),
    [
        pytest.param(3, SHARP_PX, {"one_team"}, id="several of one team"),
        pytest.param(2, SHARP_PX, set(), id="a few"),
        pytest.param(1, SOFT_PX, {"one_team"}, id="one in a soft photo"),
        pytest.param(0, SOFT_PX, {"no_disc"}, id="none in a soft photo"),
        pytest.param(0, SHARP_PX, set(), id="none in a sharp one"),
    ],
)
def test_discs_of_the_boards_colour_may_lie_unseen_where_fewer_than_two_teams_show(view, count, blur_px, asked):
    """Of 40 boards by lot with such discs alone 14 were read as empty without a question."""
    soft = replace(view, blur_px=blur_px)
    _, doubts = codes(soft, [YELLOW, YELLOW, GREEN, GREEN], discs=team_of(count, "A"))
    assert doubts == asked


def test_with_two_teams_a_soft_photo_asks_nothing_of_a_third(view):
    discs = team_of(1, "A") + team_of(1, "B")
    assert codes(replace(view, blur_px=SOFT_PX), [YELLOW, YELLOW, GREEN, GREEN], discs=discs) == (2, set())
