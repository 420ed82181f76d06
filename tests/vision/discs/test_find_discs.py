"""All steps of finding discs together."""

import numpy as np
import pytest
from synthetic import candidates, rendered

import vision.discs.discs_among
from calibration.board import TOURNAMENT_DISC, DiscSpec
from vision.discs.candidates import add_patches, clearest_size, find_candidates
from vision.discs.choose import Choice
from vision.discs.disc_votes import DiscVote
from vision.discs.discs_among import _still_doubtful
from vision.discs.find_discs import find_discs
from vision.discs.likeness import Alike
from vision.placing.disc_position import unplaced
from vision.placing.outline import HALF_WINDOW_MM


def test_what_is_worth_placing_only_after_the_teams_have_changed_is_placed(monkeypatch):
    """On a blurred photo two discs found by their shading moved a team's colour to a third, which was counted where its
    first fit had left it, as sure as nothing can be.
    """
    bgr, _, view = rendered(25.0, 40.0)
    usual, alike = vision.discs.discs_among.worth_placing, vision.discs.discs_among.find_alike
    asked = []

    def worth_placing(candidates, teams):
        asked.append(teams)
        worth = usual(candidates, teams)
        return worth[1:] if len(asked) == 1 else worth

    def find_alike(bgr, view, solids, index, *others):
        found = alike(bgr, view, solids, index, *others)
        return Alike(correlation=found.correlation, index=index[:1], xy_mm=solids.xy_mm[index[:1]])

    monkeypatch.setattr(vision.discs.discs_among, "worth_placing", worth_placing)
    monkeypatch.setattr(vision.discs.discs_among, "find_alike", find_alike)
    found = find_discs(bgr, view, None)
    chosen = found.placed.taken(found.choice.index)
    assert np.isfinite(chosen.merit).all()
    assert (np.linalg.det(chosen.covariance_mm2) > 0).all()


@pytest.mark.parametrize("disc", [None, DiscSpec(radius_mm=15.0, base_radius_mm=13.2, thickness_mm=12.0)])
def test_a_patch_of_colour_is_as_thick_as_the_sets_discs(disc):
    """Those found without votes were of the usual thickness, and stood up to 2.7 mm aside."""
    bgr, _, view = rendered(40.0, -70.0)
    found = find_candidates(bgr, bgr, view, view, disc)
    seen_mm = np.array([[100.0, 150.0]])
    solids = add_patches(found, bgr, view, seen_mm, 15.0, disc).fits.solids
    solid = disc or TOURNAMENT_DISC
    assert set(solids.thickness_mm) == {solid.thickness_mm}
    assert set(solids.rounding_mm) == {solid.rounding_mm}
    # The fit moves it by no more than its window reaches.
    stands_mm = view.stand_mm(seen_mm, solid.thickness_mm)[0]
    assert np.linalg.norm(solids.xy_mm[-1] - stands_mm) < HALF_WINDOW_MM


def test_nothing_is_asked_about_where_a_disc_is_counted_or_twice():
    """Of two outlines at one place the better is asked about; a third turned out to be the disc's that is counted."""
    places_mm = np.array([(0.0, 100.0), (5.0, 104.0), (150.0, 0.0), (156.0, 3.0)])
    things = candidates([0.8, 0.5, 0.4, 0.5], [(30.0, 0.0, 5.0)] * 4, places_mm=places_mm)
    placed = unplaced(things.fits.solids)
    no = np.zeros(1, np.bool_)
    choice = Choice(
        index=np.array([0]), team=np.zeros(1, np.intp), striking=~no, faint=no, unsure=no, unlike=no,
        doubtful=np.array([1, 2, 3]),
    )  # fmt: skip
    assert _still_doubtful(things, placed, choice, 15.9).tolist() == [3]


@pytest.mark.parametrize(("x_mm", "size"), [(0.0, 0), (5.0, 0), (80.0, 1)])
def test_the_rim_of_the_hole_does_not_tell_the_discs_size(x_mm, size):
    """It is wider, and drawn more clearly: of one or two discs none was found then."""
    disc = DiscVote(x_mm=-110.0, y_mm=154.0, radius_mm=14.3, score=0.85)
    wider = DiscVote(x_mm=x_mm, y_mm=0.0, radius_mm=19.4, score=1.0)
    assert clearest_size([[disc], [wider]], hole_radius_mm=17.5) == size


def test_where_no_outline_is_clear_none_tells_the_discs_size():
    rim = DiscVote(x_mm=0.0, y_mm=0.0, radius_mm=19.4, score=1.0)
    assert clearest_size([[], [rim]], hole_radius_mm=17.5) is None
