"""Close-ups of a board: found where parts of all lines show, to a fraction of a line's width; refused otherwise."""

import functools
from dataclasses import replace

import numpy as np
import pytest
from synthetic import DISCS, rendered, scene_at

from calibration.locate_board import locate_board
from calibration.locate_part import locate_part
from calibration.view import BoardNotFound
from sample_images.render.camera import project
from sample_images.render.photo import render
from sample_images.render.scene import aim

QUARTERS = [np.array(turn) for turn in ([[1, 0], [0, 1]], [[0, -1], [1, 0]], [[-1, 0], [0, -1]], [[0, 1], [-1, 0]])]
# Where the close-up looks, from 550 mm: half the board, or less, in the picture.
BESIDE_THE_MIDDLE, TOWARDS_THE_EDGE = (70.0, 90.0), (-120.0, 60.0)


@functools.lru_cache
def close_up(target_mm, distance_mm=550.0):
    rotation, translation_mm = aim(tilt_deg=25.0, distance_mm=distance_mm, heading_deg=-60.0, target_mm=target_mm)
    scene = scene_at(25.0, -60.0, DISCS)
    scene = replace(scene, camera=replace(scene.camera, rotation=rotation, translation_mm=translation_mm))
    return render(scene, seed=5), scene.camera


@pytest.mark.parametrize(
    "target_mm",
    [
        pytest.param(BESIDE_THE_MIDDLE, id="beside the middle"),
        pytest.param(TOWARDS_THE_EDGE, id="towards the edge", marks=pytest.mark.slow),
    ],
)
def test_a_close_up_is_found_where_it_is(target_mm):
    bgr, camera = close_up(target_mm)
    with pytest.raises(BoardNotFound):
        locate_board(bgr)
    view = locate_part(bgr, rendered(25.0, -80.0)[2])
    grid = np.stack(np.meshgrid(np.arange(-260.0, 261.0, 40.0), np.arange(-260.0, 261.0, 40.0)), axis=-1).reshape(-1, 2)
    on_board = grid[np.hypot(*grid.T) < 300.0]
    true_px = project(camera, np.column_stack([on_board, np.zeros(len(on_board))]))
    width, height = view.size_px
    inside = (true_px > 20).all(axis=1) & (true_px < (width - 20, height - 20)).all(axis=1)
    error_mm = min(
        float(np.abs(np.linalg.norm(view.mm(true_px[inside]) @ turn.T - on_board[inside], axis=1)).max())
        for turn in QUARTERS
    )
    # Lines are sampled to about 0.1 px on some hundred rays; the quadrant lines give the turn to a quarter degree,
    # which is 1.3 mm at the outer line.
    radial_mm = np.abs(np.hypot(*view.mm(true_px[inside]).T) - np.hypot(*on_board[inside].T)).max()
    assert radial_mm < 0.15
    assert error_mm < 1.5


def test_what_shows_too_little_is_refused():
    whole = rendered(25.0, -80.0)[2]
    bgr, _ = close_up((320.0, 0.0), 250.0)
    with pytest.raises(BoardNotFound, match="all three lines"):
        locate_part(bgr, whole)
    rng = np.random.default_rng(0)
    with pytest.raises(BoardNotFound):
        locate_part(rng.integers(0, 255, (300, 400, 3)).astype(np.uint8), whole)


def test_another_boards_lines_are_not_taken_for_it():
    bgr, _ = close_up(BESIDE_THE_MIDDLE)
    whole = rendered(25.0, -80.0)[2]
    fifteen, ten, outer = whole.lines
    other = replace(whole, lines=(fifteen, replace(ten, radius_mm=ten.radius_mm + 6.0), outer))
    with pytest.raises(BoardNotFound):
        locate_part(bgr, other)
