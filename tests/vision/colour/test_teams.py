import numpy as np
import pytest
from lit_colours import DARK, heaps, lab

from vision.colour.teams import group_colours, strays, tell_apart


def test_one_team_in_sun_and_shade_stays_one():
    sunny, shady = lab(60, 110, 220), lab(30, 55, 110)
    reds = [lab(190, 40, 40), lab(100, 20, 20)]
    groups = group_colours(np.array([sunny, shady, sunny, shady, *reds, *reds, reds[0]]))
    assert len(set(groups)) == 2
    assert len(set(groups[:4])) == 1


def test_three_teams_of_like_size_stay_three():
    colours = [lab(20, 20, 20)] * 4 + [lab(200, 30, 30)] * 4 + [lab(30, 140, 60)] * 4
    assert len(set(group_colours(np.array(colours)))) == 3


def test_no_discs_no_teams():
    assert group_colours(np.zeros((0, 3))).shape == (0,)


def test_light_and_dark_green_are_two_teams():
    face, around = heaps([(40, 110, 100), (95, 155, 120)], [1.0])
    assert len(set(group_colours(face))) == 1
    assert list(tell_apart(face, around)) in ([0] * 3 + [1] * 3, [1] * 3 + [0] * 3)


def test_one_green_in_sun_and_shade_is_one_team():
    face, around = heaps([(40, 110, 100)], [1.0, 0.2])
    assert set(tell_apart(face, np.tile(around[0], (len(face), 1)))) == {0, 1}
    assert set(tell_apart(face, around)) == {0}


def test_greens_that_run_into_each_other_are_one_team():
    between = [(40 + 11 * k, 110 + 9 * k, 100 + 4 * k) for k in range(6)]
    assert set(tell_apart(*heaps(between, [1.0]))) == {0}


@pytest.mark.parametrize("count", range(4))
def test_too_few_discs_to_tell_apart_are_one_team(count):
    face, around = heaps([(40, 110, 100), (95, 155, 120)], [1.0])
    assert set(tell_apart(face[:count], around[:count])) <= {0}


def test_two_teams_are_two_in_too_little_light():
    face, around = heaps([(205, 165, 115), (60, 45, 35)], [1.0])
    assert len(set(group_colours(face))) == 2
    # Two stops less, and a little shade: too near for two teams, and each spread too widely for two heaps.
    face, around = heaps([(205, 165, 115), (60, 45, 35)], [DARK, 0.6 * DARK])
    assert len(set(group_colours(face))) == 1
    groups = tell_apart(face, around)
    assert len(set(groups[:6])) == len(set(groups[6:])) == 1
    assert groups[0] != groups[6]


def test_one_team_in_sun_and_shade_stays_one_in_too_little_light():
    face, around = heaps([(205, 165, 115)], [DARK, 0.3 * DARK])
    assert set(tell_apart(face, around)) == {0}


def test_a_disc_strays_that_lies_between_the_teams_as_no_other_does():
    white, navy = (93.0, 0.0, 3.0), (16.0, 8.0, -22.0)
    near_white = [(92.0, 0.0, 4.0), (94.0, -1.0, 3.0), (93.0, 1.0, 2.0)]
    # Navy under a lamp's mirror image; white in a shadow that keeps its hue lies as far, but not towards navy.
    faces = np.array([white, *near_white, (62.0, 3.0, -9.0), (93.0, 18.0, 12.0), navy])
    team = np.array([0, 0, 0, 0, 0, 0, 1])
    assert strays(faces, team, np.array([white, navy])).tolist() == [False] * 4 + [True, False, False]
    # Where all faces of a team differ as much, none strays.
    uneven = np.array([(93.0, 0.0, 3.0), (62.0, 3.0, -9.0), (80.0, 0.0, -2.0), (70.0, 2.0, -5.0), (75.0, 2.0, -4.0)])
    assert not strays(uneven, np.zeros(5, int), np.array([white, navy])).any()
    assert not strays(faces[:1], team[:1], np.array([white])).any()
