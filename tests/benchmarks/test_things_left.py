"""A card laid over a photo's disc hides it, and a coin is drawn where no disc lies."""

import numpy as np
import pytest

from benchmarks.things_left import CARD_MM, THING_MM, px_per_mm, with_card, with_round_thing

BOARD = np.full((700, 700, 3), (140, 180, 210), np.uint8)
TRUTH = {
    "lines": {"outer": {"cx": 350.0, "cy": 350.0, "a": 300.0, "b": 300.0}},
    "discs": [{"px": [450.0, 300.0], "r_px": 15.6, "place": "surface"}],
}


@pytest.mark.parametrize("seed", range(5))
def test_a_card_lies_over_the_disc(seed):
    drawn = with_card(BOARD, TRUTH, np.random.default_rng(seed)).astype(float)
    rows, columns = np.nonzero(np.abs(drawn - BOARD).max(axis=2) > 25)
    half_px = px_per_mm(TRUTH) * np.array(CARD_MM)
    assert abs(columns.mean() - 450.0) < 4.0
    assert abs(rows.mean() - 300.0) < 4.0
    assert 0.8 * 4 * half_px[0] ** 2 < len(rows) < 1.4 * 4 * half_px[1] ** 2


@pytest.mark.parametrize("seed", range(5))
def test_a_coin_lies_where_no_disc_does(seed):
    drawn = with_round_thing(BOARD, TRUTH, np.random.default_rng(seed)).astype(float)
    rows, columns = np.nonzero(np.abs(drawn - BOARD).max(axis=2) > 25)
    middle = np.array([columns.mean(), rows.mean()])
    assert np.linalg.norm(middle - (450.0, 300.0)) > px_per_mm(TRUTH) * (15.9 + THING_MM[1])
    assert np.linalg.norm(middle - 350.0) < 300.0
