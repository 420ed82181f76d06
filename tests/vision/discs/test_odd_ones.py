"""What is unlike all discs about it in colour or size is asked about; discs that differ a little are not."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import candidates, rendered

from vision.colour.colour_space import lab_of, light_of, weigh
from vision.discs.choose import choose_discs
from vision.discs.odd_ones import ODD_COLOUR, find_odd_ones
from vision.discs.whose_disc import find_teams
from vision.placing.disc_position import unplaced
from vision.placing.outline import ANGLES

ORANGE, BLACK, BOARD = (60.0, 40.0, 50.0), (18.0, 0.0, -2.0), (60.0, 8.0, 25.0)
# Teams' faces differ a little, and light makes the last but one paler as it does the board around it.
FACES = [ORANGE, (61.0, 41.0, 49.0), (59.0, 39.0, 51.0), BLACK, (20.0, 1.0, -2.0), (17.0, 0.0, -1.0)]


@pytest.fixture(scope="module")
def view():
    return rendered(0.0, -90.0)[2]


def odd(view, faces, radii_mm=(), drawn=(), around=()):
    """Which of some discs are, all of them sure by their outlines."""
    things = candidates([0.9] * len(faces), faces, BOARD)
    solids = things.fits.solids
    if radii_mm:
        solids = replace(solids, radius_mm=np.array(radii_mm))
    surround_lab = things.surround_lab.copy()
    for i, lab in dict(around).items():
        surround_lab[i] = lab
    things = replace(things, surround_lab=surround_lab, fits=replace(things.fits, solids=solids))
    teams = find_teams(things, np.arange(len(faces)), view)
    clear = np.array(drawn or [0.6] * len(faces))
    placed = replace(unplaced(solids), merit=ANGLES * np.log(clear))
    choice = choose_discs(things, teams, placed, view, rim_clarity=0.0, mirrored=np.zeros(len(faces), np.float32))
    assert choice.index.tolist() == list(range(len(faces)))
    return np.flatnonzero(find_odd_ones(things, placed, choice, view)).tolist()


def test_discs_of_two_teams_are_none(view):
    assert odd(view, FACES) == []


def test_a_yellow_lid_among_orange_discs_is(view):
    yellow = (80.0, 25.0, 65.0)
    assert np.linalg.norm(weigh(np.array(yellow)) - weigh(np.array(ORANGE))) > ODD_COLOUR
    assert odd(view, [*FACES[:5], yellow]) == [5]


def test_a_disc_in_a_shadow_is_none(view):
    # Half of the light: three quarters of the lightness, and of the colours.
    shade = 0.76
    face, board = shade * np.array(ORANGE), shade * np.array(BOARD)
    assert np.linalg.norm(weigh(face) - weigh(np.array(ORANGE))) > ODD_COLOUR
    assert odd(view, [*FACES[:3], *FACES[3:5], tuple(face)], around={5: board}) == []


@pytest.mark.parametrize("mirrored", [0.05, 0.2, 0.4])
def test_a_disc_that_mirrors_a_lamp_is_none(view, mirrored):
    pale = lab_of(light_of(np.array([ORANGE])) + mirrored)[0]
    assert odd(view, [*FACES[:5], tuple(pale)]) == []


def test_of_two_discs_of_a_team_neither_is(view):
    """Nobody knows how much they differ."""
    assert odd(view, [ORANGE, (75.0, 20.0, 60.0), *FACES[3:]]) == []


@pytest.mark.parametrize(
    ("radius_mm", "drawn", "found"),
    [(12.7, 0.3, [5]), (16.8, 0.3, [5]), (12.7, 0.6, []), (15.7, 0.3, [])],
    ids=["a coin", "a lid", "drawn as wide as the others", "as wide as the others"],
)
def test_a_coin_is_of_another_size(view, radius_mm, drawn, found):
    radii_mm = (15.5, 15.9, 15.7, 16.0, 15.4, radius_mm)
    assert odd(view, FACES, radii_mm, (0.6,) * 5 + (drawn,)) == found


def test_a_disc_alone_is_compared_with_none(view):
    assert odd(view, FACES[:1]) == []
