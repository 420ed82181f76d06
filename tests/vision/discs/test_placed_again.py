"""Discs whose shading leads elsewhere than their edges."""

import numpy as np
import pytest
from synthetic import rendered, true_solids

from vision.discs.discs_among import _placed_again
from vision.discs.likeness import ALIKE_SIGMA_MM, Alike
from vision.placing.disc_position import place_discs

DISC = 3


@pytest.fixture(scope="module")
def board():
    bgr, scene, view = rendered(25.0, 40.0)
    return bgr, view, place_discs(bgr, view, true_solids(scene, view))


def led(placed, to_mm):
    """As if shading led one disc so far from where its edges are."""
    return Alike(
        correlation=np.full(len(placed.merit), 0.8),
        index=np.array([DISC]),
        xy_mm=placed.solids.xy_mm[[DISC]] + to_mm,
    )


def test_two_places_are_a_doubt(board):
    bgr, view, placed = board
    apart_mm = np.array([4.0, -4.0])
    again = _placed_again(bgr, view, placed, led(placed, apart_mm), np.zeros(0, np.intp))
    # One of the two is wrong: what lies between is one sigma.
    added = again.covariance_mm2[DISC] - placed.covariance_mm2[DISC]
    np.testing.assert_allclose(added, np.outer(apart_mm, apart_mm), rtol=1e-9)
    np.testing.assert_array_equal(again.solids.xy_mm, placed.solids.xy_mm)


def test_what_shading_may_err_by_is_none(board):
    bgr, view, placed = board
    again = _placed_again(bgr, view, placed, led(placed, ALIKE_SIGMA_MM), np.zeros(0, np.intp))
    np.testing.assert_array_equal(again.covariance_mm2, placed.covariance_mm2)
