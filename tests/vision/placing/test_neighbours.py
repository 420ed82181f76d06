"""Which places beside a disc belong to another one, on a board seen at a slant."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import rendered, true_solids

from calibration.board import PEG_RADIUS_MM
from vision.placing.neighbours import clear_of_pegs, pegs_as_solids, shows_another
from vision.placing.outline import NORMALS
from vision.shading.rounded_edge import rounded_edge

OFFSETS_MM = np.arange(-6.0, 2.6, 0.3)


def hidden_of(places_mm):
    """What is hidden of the first of discs at these places, and where it ends, (ANGLES, T) and (ANGLES,)."""
    _, scene, view = rendered(25.0, -80.0)
    solids = true_solids(scene, view).taken(np.zeros(len(places_mm), np.intp))
    solids = replace(solids, xy_mm=np.array(places_mm, float))
    first = solids.taken(np.array([0]))
    end_mm = rounded_edge(first, view, OFFSETS_MM).end_mm
    return shows_another(first, view, solids, OFFSETS_MM, end_mm)[0], end_mm[0], view


def test_of_a_disc_alone_nothing_is_hidden():
    hidden, *_ = hidden_of([(60.0, -40.0), (-150.0, 70.0)])
    assert not hidden.any()


@pytest.mark.parametrize("towards_deg", [0, 90, 180, 270])
def test_beside_a_neighbour_only_its_own_side_is_hidden(towards_deg):
    towards = np.array([np.cos(np.deg2rad(towards_deg)), np.sin(np.deg2rad(towards_deg))])
    place_mm = np.array([60.0, -40.0])
    hidden, end_mm, view = hidden_of([place_mm, place_mm + 33.0 * towards])
    beyond = end_mm[:, None] < OFFSETS_MM
    facing, averted = NORMALS @ towards > np.cos(np.deg2rad(6)), NORMALS @ towards < 0
    assert hidden[facing][:, -1].all()
    assert not (hidden & beyond)[averted].any()
    # Its own face and side can only be hidden by what stands between it and the camera.
    nadir = view.camera.centre_mm[:2]
    if np.linalg.norm(place_mm + 33.0 * towards - nadir) > np.linalg.norm(place_mm - nadir):
        assert not (hidden & ~beyond).any()


def test_pegs_stand_on_the_15_line_and_hide_what_is_behind_them():
    _, scene, view = rendered(25.0, -80.0)
    pegs = pegs_as_solids(view)
    np.testing.assert_allclose(np.hypot(*pegs.xy_mm.T), view.line_maps[0].radius_mm)
    true_azimuth = np.deg2rad(scene.board.peg_azimuth_deg)
    off = (np.arctan2(pegs.xy_mm[:, 1], pegs.xy_mm[:, 0]) - true_azimuth) / (np.pi / 4)
    # A peg's half width at its distance from the middle.
    assert np.abs(off - off.round()).max() < 5.0 / view.line_maps[0].radius_mm / (np.pi / 4)
    disc = true_solids(scene, view).taken(np.array([0]))
    disc = replace(disc, xy_mm=pegs.xy_mm[:1] * (1.0 - 21.0 / view.line_maps[0].radius_mm))
    end_mm = rounded_edge(disc, view, OFFSETS_MM).end_mm
    hidden = shows_another(disc, view, disc.joined(pegs), OFFSETS_MM, end_mm)[0]
    outward = disc.xy_mm[0] / np.linalg.norm(disc.xy_mm[0])
    assert hidden[np.argmax(NORMALS @ outward), -1]
    assert not hidden[NORMALS @ outward < 0].any()


def test_no_disc_stands_where_a_peg_does():
    _, _, view = rendered(25.0, -80.0)
    radius_mm, peg_mm = 15.9, pegs_as_solids(view).xy_mm[2]
    outward = peg_mm / np.linalg.norm(peg_mm)
    away_mm = np.array([0.0, 8.0, radius_mm, radius_mm + PEG_RADIUS_MM, 40.0])
    may_stand = clear_of_pegs(peg_mm + away_mm[:, None] * outward, view, radius_mm)
    assert may_stand.tolist() == [False, False, False, True, True]
