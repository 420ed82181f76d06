"""Discs that were placed where their faces are not round."""

import functools
from dataclasses import replace

import numpy as np
import pytest
from synthetic import DISCS, scene_at, true_solids

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Inlay
from vision.discs.round_faces import CLEARLY_DRAWN, EVEN_SIGMA_MM, onto_round_faces
from vision.placing.disc_position import place_discs
from vision.placing.outline import ANGLES

ALL, DISC = np.arange(5), 3
# As far as a shadow lies from its disc, on four sides.
ASIDE_MM = ((7.0, 0.0), (0.0, 7.0), (-5.0, -5.0), (4.0, -6.0))
RINGED = Inlay(inner=0.5, outer=0.65, colour=(30.0, 30.0, 30.0))
WEAKLY = ANGLES * np.log(0.9 * CLEARLY_DRAWN)


@functools.cache
def photo_of(inlay):
    """Photo, view and the discs where they stand."""
    scene = scene_at(25.0, 35.0, tuple(replace(disc, inlay=inlay) for disc in DISCS))
    bgr = render(scene, seed=5)
    view = locate_board(bgr)
    return bgr, view, place_discs(bgr, view, true_solids(scene, view))


@pytest.fixture(params=[None, RINGED], ids=["plain", "ringed"])
def seen(request):
    return photo_of(request.param)


@pytest.fixture
def ringed():
    return photo_of(RINGED)


def moved(placed, aside_mm):
    """One disc beside its place, drawn as weakly there as its shadow may be."""
    xy_mm, merit = placed.solids.xy_mm.copy(), placed.merit.copy()
    xy_mm[DISC] += aside_mm
    merit[DISC] = WEAKLY
    return replace(placed, solids=replace(placed.solids, xy_mm=xy_mm), merit=merit)


@pytest.mark.parametrize("aside_mm", ASIDE_MM)
def test_a_disc_beside_its_place_comes_back_or_is_unsure_of_where_it_is(seen, aside_mm):
    bgr, view, placed = seen
    found = onto_round_faces(bgr, view, moved(placed, aside_mm), ALL)
    off_mm = found.solids.xy_mm - placed.solids.xy_mm
    # 99 % of a normal distribution in two dimensions.
    assert off_mm[DISC] @ np.linalg.solve(found.covariance_mm2[DISC], off_mm[DISC]) < 9.2
    assert not off_mm[ALL != DISC].any()


# From (-5, -5) a second place is about as even: the disc stays there, and is the less sure as the test above has it.
@pytest.mark.parametrize("aside_mm", [ASIDE_MM[0], ASIDE_MM[1], ASIDE_MM[3]])
def test_rings_on_a_face_tell_its_middle(ringed, aside_mm):
    bgr, view, placed = ringed
    found = onto_round_faces(bgr, view, moved(placed, aside_mm), ALL)
    # Placed by two means that know nothing of each other: three sigmas of both.
    sigma_mm = np.hypot(EVEN_SIGMA_MM, np.sqrt(placed.covariance_mm2[DISC].diagonal().max()))
    assert np.abs(found.solids.xy_mm[DISC] - placed.solids.xy_mm[DISC]).max() < 3 * sigma_mm


def test_discs_with_round_faces_stay_however_weakly_drawn(seen):
    bgr, view, placed = seen
    before = replace(placed, merit=np.full(len(placed.merit), WEAKLY))
    found = onto_round_faces(bgr, view, before, ALL)
    np.testing.assert_array_equal(found.solids.xy_mm, before.solids.xy_mm)
    np.testing.assert_array_equal(found.covariance_mm2, before.covariance_mm2)


def test_a_disc_that_is_clearly_drawn_stays_whatever_its_face(seen):
    bgr, view, placed = seen
    before = replace(moved(placed, ASIDE_MM[0]), merit=placed.merit)
    assert onto_round_faces(bgr, view, before, ALL) is before


def test_no_disc_is_moved_to_where_another_lies(ringed):
    bgr, view, placed = ringed
    before = moved(placed, ASIDE_MM[0]).taken(np.append(ALL, DISC))
    before.solids.xy_mm[-1] = placed.solids.xy_mm[DISC]
    found = onto_round_faces(bgr, view, before, np.arange(6))
    np.testing.assert_array_equal(found.solids.xy_mm[DISC], before.solids.xy_mm[DISC])
