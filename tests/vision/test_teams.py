import cv2
import numpy as np
import pytest

from vision.teams import group_colours, name_colour


def lab(*rgb):
    pixel = np.array(rgb, np.float32).reshape(1, 1, 3) / 255.0
    return cv2.cvtColor(pixel, cv2.COLOR_RGB2Lab).reshape(3).astype(np.float64)


@pytest.mark.parametrize(
    ("rgb", "name"),
    [((20, 20, 20), "black"), ((240, 240, 235), "white"), ((190, 25, 30), "red"), ((30, 80, 190), "blue"),
     ((215, 175, 125), "natural"), ((40, 140, 60), "green")],
)  # fmt: skip
def test_colours_have_their_everyday_names(rgb, name):
    assert name_colour(lab(*rgb)) == name


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
