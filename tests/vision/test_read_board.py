"""Discs against the renderer's exact truth, and what must not change the reading."""

import math

import cv2
import numpy as np
import pytest
from synthetic import DISCS, mirrored, rendered, turned

from calibration.locate_board import locate_board
from sample_images.render.truth import truth
from vision.read_board import read_board

VIEWS = [(0.0, -90.0), (25.0, -80.0), (40.0, -70.0)]


def pairs(bgr, scene, view):
    """Found and true discs, matched by their base's centre in the photo."""
    found = [disc for disc in read_board(bgr, view).discs if disc.place == "surface"]
    true = truth(scene)["discs"]
    assert len(found) == len(true)
    return [(disc, min(true, key=lambda t: math.dist(t["px"], disc.px))) for disc in found]


@pytest.mark.parametrize(("tilt_deg", "heading_deg"), VIEWS)
def test_discs_stand_where_they_were_put(tilt_deg, heading_deg):
    bgr, scene, view = rendered(tilt_deg, heading_deg)
    for disc, true in pairs(bgr, scene, view):
        # The promise is made for the gap, whose sigma holds all parts; four of them, 1 in 16,000.
        assert math.dist(disc.px, true["px"]) * view.middle_mm_per_px < 4 * disc.gaps[0].sigma_mm


@pytest.mark.parametrize(("tilt_deg", "heading_deg"), VIEWS)
def test_gaps_keep_their_promise(tilt_deg, heading_deg):
    bgr, scene, view = rendered(tilt_deg, heading_deg)
    for disc, true in pairs(bgr, scene, view):
        for gap in disc.gaps:
            assert abs(gap.gap_mm - true["gaps_mm"][gap.line]) < 4 * gap.sigma_mm


def test_teams_are_told_apart_and_named(slanted):
    bgr, _scene, view = slanted
    reading = read_board(bgr, view)
    assert sorted(team.name for team in reading.teams) == ["black", "red"]
    sizes = sorted(sum(disc.team == team.id for disc in reading.discs) for team in reading.teams)
    assert sizes == [2, 3]
    assert reading.doubts == ()


def values(bgr):
    reading = read_board(bgr, locate_board(bgr))
    names = {team.id: team.name for team in reading.teams}
    distances = ((names[d.team], round(math.hypot(d.x_mm, d.y_mm) / 3)) for d in reading.discs)
    return sorted(distances)


@pytest.fixture(scope="module")
def plain(slanted):
    return values(slanted[0])


@pytest.mark.parametrize("degrees", [7.0, 90.0, 180.0, 201.0])
def test_turning_the_photo_changes_nothing(slanted, plain, degrees):
    assert [name for name, _ in values(turned(slanted[0], degrees))] == [name for name, _ in plain]


def test_mirroring_the_photo_changes_nothing(slanted, plain):
    assert [name for name, _ in values(mirrored(slanted[0]))] == [name for name, _ in plain]


@pytest.mark.parametrize("gain", [0.5, 1.6])
def test_exposure_changes_nothing(slanted, plain, gain):
    exposed = np.clip(255.0 * (gain * (slanted[0] / 255.0) ** 2.2) ** (1 / 2.2), 0, 255).astype(np.uint8)
    assert len(values(exposed)) == len(plain)


def test_hard_compression_changes_nothing(slanted, plain):
    compressed = cv2.imdecode(cv2.imencode(".jpg", slanted[0], [cv2.IMWRITE_JPEG_QUALITY, 40])[1], 1)
    assert [name for name, _ in values(compressed)] == [name for name, _ in plain]


def test_an_empty_board_has_no_discs():
    from synthetic import scene_at

    from sample_images.render.photo import render

    bgr = render(scene_at(15.0, -90.0), seed=2)
    assert read_board(bgr, locate_board(bgr)).discs == ()


def test_input_is_not_changed(slanted):
    bgr, _, view = slanted
    before = bgr.copy()
    read_board(bgr, view)
    assert np.array_equal(bgr, before)
    assert len(DISCS) == 5
