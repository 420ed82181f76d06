"""What a reading starts from: outlines that are sure, and where none is, what strikes the eye."""

import numpy as np
import pytest
from synthetic import candidates, rendered

from vision.choose import SEED_SCORE, STRIKING_SCORE, find_seeds

BLACK, TAN = (30.0, 0.0, 5.0), (72.0, 9.0, 26.0)


@pytest.fixture(scope="module")
def view():
    return rendered(32.0, 35.0)[2]


def test_without_a_sure_outline_what_strikes_the_eye_is_a_disc(view):
    scores = [STRIKING_SCORE + 0.05, STRIKING_SCORE + 0.02, STRIKING_SCORE - 0.02]
    found = find_seeds(candidates(scores, [BLACK, TAN, BLACK]), view)
    assert found.tolist() == [0]


def test_beside_a_sure_outline_it_is_none(view):
    scores = [STRIKING_SCORE + 0.05, SEED_SCORE + 0.2, STRIKING_SCORE + 0.02]
    found = find_seeds(candidates(scores, [BLACK, BLACK, BLACK]), view)
    assert found.tolist() == [1]


def test_the_dark_hole_at_a_slant_is_no_disc_that_stands_before_it(view):
    # Where a disc stands whose face the camera sees over the hole: nearer by the thickness times the slope.
    towards = view.camera.centre_mm[:2] / np.hypot(*view.camera.centre_mm[:2])
    before_mm = np.array([18.5 * towards])
    found = find_seeds(candidates([STRIKING_SCORE + 0.05], [BLACK], places_mm=before_mm), view)
    assert not len(found)
