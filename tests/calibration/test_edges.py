"""Edges of a picture, and which of them are chosen to speak for it."""

import numpy as np

from calibration.edges import EdgePoints, find_edges

CIRCLE, GRAIN = 2000, 20000


def _circle_on_grain() -> EdgePoints:
    """Edges of a circle, among ten times as many of streaks that all run one way."""
    rng = np.random.default_rng(5)
    around = rng.uniform(0, 2 * np.pi, CIRCLE)
    across = np.pi * rng.integers(0, 2, GRAIN) + rng.normal(0, np.radians(3), GRAIN)
    angle = np.concatenate([around, across])
    return EdgePoints(
        xy_px=rng.uniform(0, 640, (CIRCLE + GRAIN, 2)), normal=np.column_stack([np.cos(angle), np.sin(angle)])
    )


def test_edges_of_all_directions_are_chosen_though_most_run_one_way():
    """The streaks' directions lie within 3 bins and their neighbours of 18: at most a third of the choice is theirs,
    and 4 standard deviations of a count of 800."""
    chosen = _circle_on_grain().of_all_directions(800)
    assert len(set(chosen)) == 800
    of_grain = int((chosen >= CIRCLE).sum())
    assert of_grain < 800 / 3 + 4 * np.sqrt(800 * (1 / 3) * (2 / 3))


def test_no_more_edges_are_chosen_than_there_are():
    edges = _circle_on_grain().taken(np.arange(30))
    assert sorted(edges.of_all_directions(800)) == list(range(30))
    none = find_edges(np.full((60, 80, 3), 128, np.uint8))
    assert len(none.of_all_directions(800)) == 0


def test_the_choice_is_the_same_each_time():
    edges = _circle_on_grain()
    assert (edges.of_all_directions(100) == edges.of_all_directions(100)).all()
