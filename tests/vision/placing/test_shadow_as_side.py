"""Discs that were placed where their shadow would be their side."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import rendered, true_solids

from vision.placing.disc_position import place_discs
from vision.placing.shadow_as_side import off_their_shadows

ALL, DISC = np.arange(5), 3
ASLANT_DEG = 50.0


@pytest.fixture(scope="module")
def aslant():
    bgr, scene, view = rendered(ASLANT_DEG, 40.0)
    placed = place_discs(bgr, view, true_solids(scene, view))
    solids = placed.solids
    return bgr, view, placed, view.apparent_mm(solids.xy_mm, solids.thickness_mm) - solids.xy_mm


def taken_nearer(placed, lean_mm):
    """One disc as far before its place as it leans, as clearly drawn there: what a shadow of its length does."""
    xy_mm = placed.solids.xy_mm.copy()
    xy_mm[DISC] -= lean_mm[DISC]
    return replace(placed, solids=replace(placed.solids, xy_mm=xy_mm))


def test_the_rest_of_a_face_brings_the_disc_back(aslant):
    bgr, view, placed, lean_mm = aslant
    before = taken_nearer(placed, lean_mm)
    found = off_their_shadows(bgr, view, before, ALL)
    # Placed twice, from two guesses: its own sigma apart at most.
    off_mm = np.linalg.norm(found.solids.xy_mm - placed.solids.xy_mm, axis=1)
    assert off_mm[DISC] < np.sqrt(np.trace(placed.covariance_mm2[DISC]))
    assert off_mm.sum() == off_mm[DISC]
    # Some of such are right where they were: the way there stays within a few sigmas.
    assert np.sqrt(np.trace(found.covariance_mm2[DISC])) > np.linalg.norm(lean_mm[DISC]) / 3


def test_discs_with_the_board_behind_them_stay_however_weakly_drawn(aslant):
    bgr, view, placed, _ = aslant
    before = replace(placed, merit=placed.merit - 100.0)
    assert off_their_shadows(bgr, view, before, ALL) is before


def test_no_disc_is_moved_to_where_another_lies(aslant):
    bgr, view, placed, lean_mm = aslant
    before = taken_nearer(placed, lean_mm).taken(np.append(ALL, DISC))
    before.solids.xy_mm[-1] = placed.solids.xy_mm[DISC] + lean_mm[DISC] / 4
    found = off_their_shadows(bgr, view, before, np.arange(len(before.merit)))
    np.testing.assert_array_equal(found.solids.xy_mm[DISC], before.solids.xy_mm[DISC])
