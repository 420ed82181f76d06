import numpy as np
import pytest
from lit_colours import lab

from vision.colour.names import name_colour, name_teams


@pytest.mark.parametrize(
    ("rgb", "name"),
    [((20, 20, 20), "black"), ((240, 240, 235), "white"), ((190, 25, 30), "red"), ((30, 80, 190), "blue"),
     ((215, 175, 125), "natural"), ((40, 140, 60), "green"), ((20, 130, 135), "teal")],
)  # fmt: skip
def test_colours_have_their_everyday_names(rgb, name):
    assert name_colour(lab(*rgb)) == name


def test_teams_of_like_colours_have_names_that_differ():
    assert name_teams(np.array([lab(20, 70, 40), lab(30, 85, 50)])) == ("darker green", "lighter green")
    assert name_teams(np.array([lab(20, 20, 20), lab(190, 25, 30)])) == ("black", "red")
    assert len(set(name_teams(np.array([lab(185, 30, 35), lab(200, 40, 40), lab(215, 50, 50)])))) == 3
