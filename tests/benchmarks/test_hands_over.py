"""An arm drawn over a photo comes from outside and ends in a hand."""

import numpy as np
import pytest

from benchmarks.hands_over import HAND_MM, IN_SHADOW, with_arm

MIDDLE_PX, PX_PER_MM = (300.0, 260.0), 0.7
BOARD = np.full((520, 600, 3), (140, 180, 210), np.uint8)


@pytest.mark.parametrize("seed", range(5))
def test_an_arm_comes_from_outside_and_ends_at_a_hand(seed):
    drawn = with_arm(BOARD, MIDDLE_PX, PX_PER_MM, np.random.default_rng(seed)).astype(float)
    # In its shadow the board keeps its hue.
    share = drawn / BOARD
    changed = (np.ptp(share, axis=2) > 0.05) | (share.max(axis=2) < 1 - IN_SHADOW - 0.05)
    edges = np.concatenate([changed[0], changed[-1], changed[:, 0], changed[:, -1]])
    assert edges.any()
    rows, columns = np.nonzero(changed)
    nearest_px = np.hypot(columns - MIDDLE_PX[0], rows - MIDDLE_PX[1]).min()
    assert nearest_px < HAND_MM[1] * PX_PER_MM
