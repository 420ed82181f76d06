"""A sure outline of a colour that no team has: a disc in another light, or none at all."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import candidates, rendered

from vision.colour.colour_space import weigh
from vision.discs.choose import choose_discs
from vision.discs.whose_disc import UNLIKE, find_teams
from vision.placing.disc_position import unplaced
from vision.placing.outline import ANGLES

RED, BLUE, WOODEN_RING = (45.0, 55.0, 35.0), (40.0, 15.0, -50.0), (68.0, 9.0, 24.0)
BOARD, GLARE = np.array((60.0, 8.0, 25.0)), np.array((35.0, 0.0, 0.0))


@pytest.fixture(scope="module")
def view():
    return rendered(32.0, 35.0)[2]


def unlike(view, last_face, last_around=BOARD):
    """Which of three red, two blue and one last disc, all drawn as clearly, are unlike either team."""
    things = candidates([0.8] * 6, [RED, RED, RED, BLUE, BLUE, last_face], BOARD)
    around = things.surround_lab.copy()
    around[-1] = last_around
    things = replace(things, surround_lab=around)
    teams = find_teams(things, np.arange(6), view)
    placed = replace(unplaced(things.fits.solids), merit=ANGLES * np.log(np.full(6, 0.6)))
    choice = choose_discs(things, teams, placed, view, rim_clarity=0.0, mirrored=np.zeros(6, np.float32))
    return dict(zip(choice.index.tolist(), choice.unlike.tolist(), strict=True))


def test_a_printed_circle_counts_but_is_asked_about(view):
    assert np.linalg.norm(weigh(np.array(WOODEN_RING)) - weigh(np.array([RED, BLUE])), axis=1).min() > UNLIKE
    assert unlike(view, WOODEN_RING) == {0: False, 1: False, 2: False, 3: False, 4: False, 5: True}


def test_a_disc_in_glare_is_not(view):
    face = BLUE + GLARE
    assert np.linalg.norm(weigh(face) - weigh(np.array([RED, BLUE])), axis=1).min() > UNLIKE
    assert unlike(view, face, BOARD + GLARE) == dict.fromkeys(range(6), False)
