"""A disc that is taken away leaves the board as it is a turn farther round, its lines with it."""

import cv2
import numpy as np
import pytest

from benchmarks.discs_taken import without_discs

RED, LINE = (60, 40, 180), (30, 30, 30)
OUTER = {"cx": 350.0, "cy": 350.0, "a": 300.0, "b": 270.0, "angle_deg": 0.0}
# On the line and off it.
PLACES = [(350.0, 80.0), (450.0, 300.0)]


def board(discs=()):
    bgr = np.full((700, 700, 3), (140, 180, 210), np.uint8)
    cv2.ellipse(bgr, ((OUTER["cx"], OUTER["cy"]), (2 * OUTER["a"], 2 * OUTER["b"]), 0.0), LINE, 3, cv2.LINE_AA)
    for x, y in discs:
        cv2.circle(bgr, (round(x), round(y)), 16, RED, -1, cv2.LINE_AA)
    return bgr


@pytest.mark.parametrize("taken", PLACES)
def test_where_it_lay_the_board_is_bare(taken):
    discs = [{"px": list(at), "r_px": 16.0, "place": "surface"} for at in PLACES]
    left = [disc for disc in discs if tuple(disc["px"]) != taken]
    bare = without_discs(board(PLACES), {"lines": {"outer": OUTER}, "discs": discs}, left)
    expected = board([disc["px"] for disc in left])
    x, y = (round(at) for at in taken)
    about = np.s_[y - 20 : y + 20, x - 20 : x + 20]
    # A disc differs from the board by 140 levels; a line's edges, drawn, turned and sampled anew, by a part of 180.
    apart = np.abs(bare[about].astype(int) - expected[about]).max(axis=2)
    assert np.quantile(apart, 0.9) < 15
    assert np.array_equal(bare[expected[..., 2] == RED[2]], expected[expected[..., 2] == RED[2]])
