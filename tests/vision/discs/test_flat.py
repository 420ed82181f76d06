"""Circles of paint in a team's colour throw no shadow, which tells them from the discs about them."""

import functools
from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import DISCS, LAMP, scene_at, true_solids

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import PaintedArea
from vision.discs.flat import LEAST_DISCS, find_flat
from vision.placing.disc_position import place_discs
from vision.placing.outline import Solids
from vision.read_board import read_board

SPOT_MM = np.array([-190.0, -130.0])


@functools.cache
def seen(tilt_deg, areas=()):
    """Photo, view and true solids of five discs under a lamp."""
    scene = replace(scene_at(tilt_deg, 35.0, DISCS), lighting=LAMP)
    scene = replace(scene, board=replace(scene.board, areas=areas))
    bgr = render(scene, seed=5)
    view = locate_board(bgr)
    return bgr, view, true_solids(scene, view)


def with_circle(bgr, view, solids):
    """As large as a disc and of the first one's colour, painted on the board, whose grain shows through."""
    turn = np.linspace(0.0, 2 * np.pi, 90)
    edge_px = view.px(SPOT_MM + solids.radius_mm[0] * np.stack([np.cos(turn), np.sin(turn)], axis=1))
    mask = np.zeros(bgr.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(16 * edge_px).astype(np.int32)], 255, cv2.LINE_AA, 4)
    share = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None] / 255.0
    (column, row), (x, y) = (
        np.round(view.px(at_mm)).astype(int) for at_mm in (view.apparent_mm(solids.xy_mm, solids.top_mm)[0], SPOT_MM)
    )
    paint = bgr * (bgr[row, column] / np.maximum(bgr[y, x].astype(float), 1.0))
    return np.clip(bgr * (1 - share) + paint * share, 0, 255).astype(np.uint8)


def circle_as_disc(bgr, view, solids):
    """Where the edges of the painted circle put a disc."""
    supposed = Solids.alike(SPOT_MM[None], radius_mm=solids.radius_mm[0], rounding_mm=1.4, thickness_mm=9.5)
    return place_discs(bgr, view, supposed).solids


@pytest.mark.parametrize("tilt_deg", [5.0, 20.0, 40.0])
def test_a_painted_circle_is_flat_and_discs_are_not(tilt_deg):
    bgr, view, solids = seen(tilt_deg)
    bgr = with_circle(bgr, view, solids)
    found = find_flat(bgr, view, solids.joined(circle_as_disc(bgr, view, solids)))
    assert found.tolist() == [False] * len(DISCS) + [True]


def test_it_is_asked_about():
    bgr, view, solids = seen(20.0)
    reading = read_board(with_circle(bgr, view, solids), view)
    circle = int(np.argmin([np.hypot(d.x_mm - SPOT_MM[0], d.y_mm - SPOT_MM[1]) for d in reading.discs]))
    assert [doubt.disc for doubt in reading.doubts if doubt.code == "unlike"] == [circle]


def test_among_few_nothing_is_said():
    bgr, view, solids = seen(20.0)
    bgr = with_circle(bgr, view, solids)
    few = solids.taken(np.arange(LEAST_DISCS - 2)).joined(circle_as_disc(bgr, view, solids))
    assert not find_flat(bgr, view, few).any()


@pytest.mark.parametrize("colour", [(60.0, 45.0, 30.0), (245.0, 240.0, 225.0)])
def test_an_area_that_begins_beside_a_disc_does_not_make_it_flat(colour):
    """Nor is it taken for a shadow: the painted ring ends under two of the discs."""
    bgr, view, solids = seen(5.0, (PaintedArea(inner_mm=160.0, outer_mm=203.2, colour=colour),))
    assert not find_flat(bgr, view, solids).any()
