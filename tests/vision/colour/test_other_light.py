import numpy as np
import pytest
from lit_colours import DARK, heaps, lab

from vision.colour.colour_space import weigh
from vision.colour.other_light import differ_by_stray_light, in_light, lacking_light


@pytest.mark.parametrize(
    ("other", "alike"),
    [((30, 4, 2), True), ((2, 2, 60), False), ((70, 45, 32), False)],
)
def test_colours_that_are_nearly_black_may_be_one_in_stray_light(other, alike):
    """Black discs on wood and in a red ditch; beside navy and dark brown ones."""
    assert differ_by_stray_light(lab(34, 22, 15), lab(*other)) == alike


def test_too_little_light_is_made_up_for_and_no_more():
    face, around = heaps([(205, 165, 115), (60, 45, 35)], [1.0])
    dark_face, dark_around = heaps([(205, 165, 115), (60, 45, 35)], [DARK])
    assert lacking_light(face, around) == 1.0
    assert (
        weigh(in_light(dark_face, lacking_light(dark_face, dark_around)))[:, 0].mean()
        > 1.5 * weigh(dark_face)[:, 0].mean()
    )
    none = np.zeros((0, 3))
    assert in_light(none, lacking_light(none, none)).shape == (0, 3)
