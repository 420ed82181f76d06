"""What a reading starts from: outlines that are sure, and where none is, what strikes the eye."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import candidates, rendered

from vision.discs.choose import Choice
from vision.discs.disc_evidence import SEED_SCORE, STRIKING_SCORE
from vision.discs.seeds import find_seeds, sure_outlines
from vision.doubts import choice_doubts

BLACK, TAN, BOARD = (30.0, 0.0, 5.0), (72.0, 9.0, 26.0), (60.0, 8.0, 25.0)


@pytest.fixture(scope="module")
def view():
    return rendered(32.0, 35.0)[2]


def test_without_a_sure_outline_what_strikes_the_eye_is_a_disc(view):
    scores = [STRIKING_SCORE + 0.05, STRIKING_SCORE + 0.02, STRIKING_SCORE - 0.02]
    found = find_seeds(candidates(scores, [BLACK, TAN, BLACK]), view)
    assert found.tolist() == [0]


def test_a_painted_ornament_is_no_disc(view):
    """On a photo of an old board light tendrils on red paint had spreads of 13 to 27; real faces up to 6."""
    things = candidates([STRIKING_SCORE + 0.05], [BLACK], spread=13.0)
    assert not len(find_seeds(things, view))


@pytest.mark.parametrize(("score", "asked"), [(STRIKING_SCORE + 0.05, True), (SEED_SCORE + 0.2, False)])
def test_without_a_sure_outline_all_discs_are_asked_about(view, score, asked):
    things = candidates([score, score], [BLACK, BLACK])
    some = np.zeros(2, np.bool_)
    choice = Choice(
        index=np.arange(2), team=np.zeros(2, np.intp), striking=~some, faint=some, unsure=some, unlike=some,
        doubtful=np.zeros(0, np.intp),
    )  # fmt: skip
    sure = bool(sure_outlines(things, view).any())
    doubts = choice_doubts(view, things, things.fits.solids.xy_mm, choice, outlines_sure=sure)
    assert [doubt.code for doubt in doubts] == ["faint"] * asked


def test_beside_a_sure_outline_it_is_none(view):
    scores = [STRIKING_SCORE + 0.05, SEED_SCORE + 0.2, STRIKING_SCORE + 0.02]
    found = find_seeds(candidates(scores, [BLACK, BLACK, BLACK]), view)
    assert found.tolist() == [1]


@pytest.mark.parametrize(("tilt_deg", "sure"), [(32.0, True), (60.0, False)])
def test_seen_low_an_outline_around_what_hardly_differs_from_the_board_may_be_a_cups(tilt_deg, sure):
    like_the_board = tuple(np.add(BOARD, (5.0, 0.0, 0.0)))
    things = candidates([SEED_SCORE + 0.2, SEED_SCORE + 0.2], [like_the_board, BLACK], BOARD)
    assert sure_outlines(things, rendered(tilt_deg, 35.0)[2]).tolist() == [sure, True]


def test_where_discs_are_small_what_strikes_the_eye_is_one_beside_a_sure_outline(view):
    """Outlines of few pixels get fewer votes; such photos are always asked about."""
    smaller = replace(view, px_from_mm=np.diag([0.1, 0.1, 1.0]) @ view.px_from_mm)
    scores = [STRIKING_SCORE + 0.05, SEED_SCORE + 0.2, STRIKING_SCORE - 0.02]
    found = find_seeds(candidates(scores, [BLACK, BLACK, BLACK]), smaller)
    assert sorted(found.tolist()) == [0, 1]


def test_the_dark_hole_at_a_slant_is_no_disc_that_stands_before_it(view):
    # Where a disc stands whose face the camera sees over the hole: nearer by the thickness times the slope.
    towards = view.camera.centre_mm[:2] / np.hypot(*view.camera.centre_mm[:2])
    before_mm = np.array([18.5 * towards])
    found = find_seeds(candidates([STRIKING_SCORE + 0.05], [BLACK], places_mm=before_mm), view)
    assert not len(found)
