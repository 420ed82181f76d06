"""All steps of finding discs together."""

import numpy as np
from synthetic import rendered

import vision.find_discs
from vision.find_discs import find_discs
from vision.likeness import Alike


def test_what_is_worth_placing_only_after_the_teams_have_changed_is_placed(monkeypatch):
    """On a blurred photo two discs found by their shading moved a team's colour to a third, which was counted where its
    first fit had left it, as sure as nothing can be.
    """
    bgr, _, view = rendered(25.0, 40.0)
    usual, alike = vision.find_discs.worth_placing, vision.find_discs.find_alike
    asked = []

    def worth_placing(candidates, teams):
        asked.append(teams)
        worth = usual(candidates, teams)
        return worth[1:] if len(asked) == 1 else worth

    def find_alike(bgr, view, solids, index, *others):
        found = alike(bgr, view, solids, index, *others)
        return Alike(correlation=found.correlation, index=index[:1], xy_mm=solids.xy_mm[index[:1]])

    monkeypatch.setattr(vision.find_discs, "worth_placing", worth_placing)
    monkeypatch.setattr(vision.find_discs, "find_alike", find_alike)
    found = find_discs(bgr, view, None)
    chosen = found.placed.taken(found.choice.index)
    assert np.isfinite(chosen.merit).all()
    assert (np.linalg.det(chosen.covariance_mm2) > 0).all()
