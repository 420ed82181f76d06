"""A flash lights the middle of a board: a pale disc at its edge has the colour of the dark ones, but not the light."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import candidates, rendered

from vision.colour.other_light import in_light
from vision.discs.choose import choose_discs
from vision.discs.whose_disc import find_teams, others_in_even_light
from vision.placing.disc_position import unplaced
from vision.placing.outline import ANGLES

DARK, PALE, BOARD = (30.0, 5.0, 8.0), (84.0, 6.0, 28.0), (70.0, 10.0, 35.0)


@pytest.fixture(scope="module")
def view():
    return rendered(32.0, 35.0)[2]


def lit(view, light):
    """Four dark discs and two pale ones, each in its share of the light, and their teams."""
    faces = np.array([DARK] * 4 + [PALE] * 2)
    things = candidates([0.8] * 6, in_light(faces, np.array(light)))
    things = replace(things, surround_lab=in_light(np.array([BOARD] * 6), np.array(light)))
    return things, find_teams(things, np.arange(6), view)


def unsure(view, things, teams):
    placed = replace(unplaced(things.fits.solids), merit=ANGLES * np.log(np.full(6, 0.6)))
    choice = choose_discs(things, teams, placed, view, rim_clarity=0.0, mirrored=np.zeros(6, np.float32))
    return set(choice.index[choice.unsure].tolist())


def test_a_pale_disc_far_from_the_flash_is_asked_about(view):
    things, teams = lit(view, [0.9, 1.0, 0.5, 0.6, 1.0, 0.1])
    assert len(set(teams.group[[0, 1, 2, 3, 5]])) == 1
    assert teams.group[4] != teams.group[5]
    assert np.flatnonzero(others_in_even_light(things, teams, view)).tolist() == [5]
    assert unsure(view, things, teams) == {5}


def test_in_even_light_nothing_is(view):
    things, teams = lit(view, [1.0] * 6)
    assert not others_in_even_light(things, teams, view).any()
    assert not unsure(view, things, teams)
