"""Weakly drawn discs looked for around where they were found."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import rendered, true_solids

from vision.placing.disc_position import place_discs
from vision.placing.look_around import HARDLY_DRAWN, WEAKLY_DRAWN, look_around
from vision.placing.outline import ANGLES

DISC = 3
BETWEEN = (HARDLY_DRAWN + WEAKLY_DRAWN) / 2
AWAY_MM = np.array([5.0, -5.0])


@pytest.fixture(scope="module")
def board():
    bgr, scene, view = rendered(25.0, 40.0)
    return bgr, view, place_discs(bgr, view, true_solids(scene, view))


def strayed(placed, drawn):
    """One disc 7 mm off, its outline drawn so clearly there."""
    xy_mm, merit = placed.solids.xy_mm.copy(), placed.merit.copy()
    xy_mm[DISC] += AWAY_MM
    merit[DISC] = ANGLES * np.log(drawn)
    return replace(placed, solids=replace(placed.solids, xy_mm=xy_mm), merit=merit)


def off_mm(found, placed):
    return np.linalg.norm(found.solids.xy_mm - placed.solids.xy_mm, axis=1)


def test_a_weakly_drawn_disc_is_found_where_it_shows(board):
    bgr, view, placed = board
    found = look_around(bgr, view, strayed(placed, BETWEEN), np.arange(5))
    # Placed twice, from two guesses: its own sigma apart at most.
    assert off_mm(found, placed)[DISC] < np.sqrt(np.trace(placed.covariance_mm2[DISC]))
    assert off_mm(found, placed).sum() == off_mm(found, placed)[DISC]


def test_one_that_moves_is_no_surer_than_before(board):
    bgr, view, placed = board
    before = strayed(placed, BETWEEN)
    unsure_mm2 = before.covariance_mm2 + 0.25 * np.eye(2)
    found = look_around(bgr, view, replace(before, covariance_mm2=unsure_mm2), np.arange(5))
    assert off_mm(found, before)[DISC] > 1.0
    assert np.linalg.eigvalsh(found.covariance_mm2[DISC] - unsure_mm2[DISC]).min() >= 0.0


def test_a_disc_that_is_drawn_more_clearly_stays(board):
    bgr, view, placed = board
    before = strayed(placed, WEAKLY_DRAWN + 0.01)
    found = look_around(bgr, view, before, np.arange(5))
    np.testing.assert_array_equal(found.solids.xy_mm, before.solids.xy_mm)
    np.testing.assert_array_equal(found.covariance_mm2, before.covariance_mm2)


def test_one_that_is_hardly_drawn_stays_but_may_be_where_it_shows_better(board):
    bgr, view, placed = board
    before = strayed(placed, HARDLY_DRAWN - 0.01)
    found = look_around(bgr, view, before, np.arange(5))
    np.testing.assert_array_equal(found.solids.xy_mm, before.solids.xy_mm)
    # The place where it shows is by far the likelier one: its distance is one sigma.
    sigma_mm = np.sqrt(np.trace(found.covariance_mm2[DISC]))
    assert sigma_mm == pytest.approx(np.linalg.norm(AWAY_MM), rel=0.1)


def test_a_place_that_is_taken_is_no_place(board):
    bgr, view, placed = board
    twice = placed.taken(np.append(np.arange(5), DISC))
    before = strayed(twice, BETWEEN)
    found = look_around(bgr, view, before, np.arange(6))
    assert off_mm(found, before)[DISC] < off_mm(found, twice)[DISC]
