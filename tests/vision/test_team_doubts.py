"""What is asked about the teams' colours."""

import numpy as np
import pytest
from synthetic import WOOD_LAB, candidates, rendered

from vision.choose import find_teams
from vision.doubts import team_doubts

YELLOW, GREEN = (76.0, -7.0, 54.0), (50.0, -45.0, 30.0)
# One pink, and the same with the light of a lamp reflected in its lacquer: a third of white on top.
PINK, PINK_IN_A_REFLECTION = (31.0, 36.0, -3.0), (48.0, 22.0, 0.0)


@pytest.fixture(scope="module")
def view():
    return rendered(32.0, 35.0)[2]


def codes(view, faces, around=WOOD_LAB, plain=()):
    things = candidates([0.8] * len(faces), faces, around)
    teams = find_teams(things, np.arange(len(faces)), view.surface_radius_mm)
    return len(teams.lab), {doubt.code for doubt in team_doubts(view, things, teams, (), plain)}


def test_of_three_teams_two_of_one_colour_may_be_one(view):
    assert codes(view, [YELLOW, YELLOW, PINK, PINK, PINK_IN_A_REFLECTION, PINK_IN_A_REFLECTION]) == (3, {"like_teams"})
    assert codes(view, [YELLOW, YELLOW, PINK, PINK, GREEN, GREEN]) == (3, set())


def test_two_shades_of_one_colour_are_two_teams(view):
    assert codes(view, [PINK, PINK, PINK_IN_A_REFLECTION, PINK_IN_A_REFLECTION]) == (2, set())


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


def test_a_plain_team_of_the_boards_colour_is_not_asked_about(view):
    pale, other = (79.0, 8.0, 25.0), (2 * (GREEN,))
    assert codes(view, [pale, pale, *other], plain={0, 1}) == (2, set())
