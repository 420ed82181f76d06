"""A team without a sure outline is told by the colour that its discs share; teams of like colours are told apart."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import candidates, rendered

from vision.colour.teams import group_colours
from vision.discs.another_team import LEAST_ALIKE, find_another_team
from vision.discs.disc_evidence import SEED_SCORE, STRIKING_SCORE
from vision.discs.whose_disc import find_teams

# Faces as a photo showed them: pale green discs, in the ditch only, and bright green ones on a board of the pale green.
PALE, BRIGHT, BOARD = (68.0, -31.0, 23.0), (70.0, -52.0, 20.0), (64.0, -29.0, 20.0)
DITCH_MM = np.array([(350.0, 0.0), (0.0, 350.0)])
ON_BOARD_MM = np.array([(120.0, 60.0), (-80.0, 150.0), (10.0, -190.0)])


@pytest.fixture(scope="module")
def view():
    return rendered(32.0, 35.0)[2]


def with_things(view, places_mm, faces, spread=2.0):
    """Two sure discs in the ditch and weakly drawn things: the candidates, and those of these that are another team."""
    places_mm = np.vstack([DITCH_MM, places_mm])
    scores = [SEED_SCORE + 0.2] * 2 + [STRIKING_SCORE + 0.05] * len(faces)
    things = candidates(scores, [PALE] * 2 + faces, BOARD, places_mm, spread)
    teams = find_teams(things, np.arange(2), view)
    assert len(teams.lab) == 1
    return things, find_another_team(things, teams, view)


def test_what_several_share_tells_a_team(view):
    things, found = with_things(view, ON_BOARD_MM, [BRIGHT] * LEAST_ALIKE)
    assert sorted(found) == [2, 3, 4]
    teams = find_teams(things, np.append(np.arange(2), found), view)
    assert [len(set(teams.group[:2])), len(set(teams.group[2:])), len(teams.lab)] == [1, 1, 2]


def test_a_shadow_in_the_ditch_leaves_the_teams_their_colours(view):
    """A disc of the second team and a round shadow on the ditch's paint: the middle of the two is neither's."""
    blue, brown, shadow = (42.0, -5.0, -24.0), (42.0, 9.0, 21.0), (63.0, -35.0, 4.0)
    faces = [blue] * 4 + [brown, shadow]
    places_mm = np.vstack([ON_BOARD_MM, [(60.0, -200.0), (-150.0, -60.0)], DITCH_MM[:1]])
    teams = find_teams(candidates([0.6] * len(faces), faces, BOARD, places_mm), np.arange(len(faces)), view)
    assert [tuple(colour) for colour in teams.lab] == [blue, brown]


@pytest.mark.parametrize(
    ("faces", "spread"),
    [
        ([BRIGHT, BRIGHT, (40.0, 15.0, -50.0)], 2.0),
        # The only team's own colour, in hardly another light.
        ([(66.0, -33.0, 22.0)] * 3, 2.0),
        # Numerals in one ink: not all of a face has their colour.
        ([BRIGHT] * 3, 8.0),
        # The board itself.
        ([BOARD] * 3, 2.0),
    ],
)
def test_else_there_is_none(view, faces, spread):
    assert not len(with_things(view, ON_BOARD_MM, faces, spread)[1])


def test_the_shadows_of_the_sure_discs_are_no_team(view):
    beside_mm = np.vstack([DITCH_MM[0] - (22.0, 0.0), DITCH_MM[1] - (0.0, 22.0), ON_BOARD_MM[:1]])
    assert not len(with_things(view, beside_mm, [BRIGHT] * 3)[1])


def test_what_the_ditch_s_paint_does_to_strong_colours_makes_no_team(view):
    """As far apart as a strong red in the ditch may be from the same red on the board."""
    red, tinged = (45.0, 60.0, 40.0), (45.0, 52.0, 32.0)
    things = candidates([0.8] * 5, [red] * 3 + [tinged] * 2, BOARD, np.vstack([ON_BOARD_MM, DITCH_MM]))
    assert len(find_teams(things, np.arange(5), view).lab) == 1


def test_two_colours_on_the_board_are_two_teams_though_the_ditch_has_all_between(view):
    """Lightness of faded wooden discs, as a photo showed them."""
    on_board, in_ditch = [78.0, 43.0], [66.0, 60.0, 54.0, 48.0, 40.0, 34.0]
    turn = np.linspace(0, 2 * np.pi, len(in_ditch), endpoint=False)
    places_mm = np.vstack([[(0.0, 144.0), (0.0, -173.0)], 350.0 * np.column_stack([np.cos(turn), np.sin(turn)])])
    faces = [(lightness, 2.0, 5.0) for lightness in on_board + in_ditch]
    things = candidates([0.8] * len(faces), faces, (54.0, 6.0, 11.0), places_mm)
    assert len(set(group_colours(things.face_lab))) == 1
    teams = find_teams(things, np.arange(len(faces)), view)
    assert teams.group[0] != teams.group[1]
    assert len(teams.lab) == 2


def test_one_disc_at_the_edge_of_the_surface_does_not_make_two_teams_of_like_greens_one(view):
    """Faces as a photo showed them; beside the last a blue ditch is part of what lies around."""
    greens = [(56.0, -50.0, 31.0), (56.0, -49.0, 31.0), (55.0, -48.0, 31.0), (56.0, -49.0, 31.0)]
    others = [(61.0, -60.0, 53.0), (61.0, -59.0, 54.0), (61.0, -59.0, 54.0), (60.0, -58.0, 52.0)]
    places_mm = np.array([(60.0 * (i - 3.5), 100.0 + 40 * (i % 2)) for i in range(8)])
    things = candidates([0.8] * 8, greens + others, (16.0, -18.0, 10.0), places_mm)
    around_lab = things.surround_lab.copy()
    around_lab[-1] = (25.0, -24.0, 15.0)
    teams = find_teams(replace(things, surround_lab=around_lab), np.arange(8), view)
    assert [len(set(teams.group[:4])), len(set(teams.group[4:])), len(teams.lab)] == [1, 1, 2]
