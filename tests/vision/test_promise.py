"""A stated sigma is a promise: errors against it, over seeded scenes whose truth is exact.

Bounds are quantiles of the binomial and chi-square distributions that a test passed by an honest sigma exceeds once in
ten thousand runs; the seeds are fixed.
"""

import functools
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom, chi2
from synthetic import DISCS, mirrored, scene_at

from api.score_photo import score_photo
from benchmarks.scenes import Conditions, misses, photo_of, scene_of, set_of
from calibration.locate_board import locate_board
from sample_images.render.photo import render
from vision.read_board import read_board

RARE = 1e-4
SCENES = 5
# An honest sigma lies between these shares of errors within one and within two of it (0.683 and 0.954 if Gaussian).
WITHIN_1, WITHIN_2 = (0.60, 0.76), (0.91, 0.99)
CONDITIONS = {
    "overhead": Conditions(tilt_deg=3.0, heading_deg=20.0),
    "tilted": Conditions(tilt_deg=25.0, heading_deg=-100.0),
    "steep": Conditions(tilt_deg=45.0, heading_deg=150.0),
    "blurred": Conditions(tilt_deg=20.0, blur_px=1.2),
    "noisy": Conditions(tilt_deg=20.0, electrons=800.0),
    "hidden in part": Conditions(tilt_deg=15.0, hovering=4),
    "cropped": Conditions(tilt_deg=30.0, heading_deg=60.0, aside_deg=13.0),
}


@functools.lru_cache
def photographed(name):
    """Several scenes and their photos."""
    scenes = [scene_of(seed, CONDITIONS[name]) for seed in range(SCENES)]
    return [(scene, photo_of(scene, seed=seed)) for seed, scene in enumerate(scenes)]


@functools.lru_cache
def errors(name, given):
    """Errors over sigma of the gaps (N,) and of the positions (N, 2), over several scenes; given : their sets."""
    found = []
    for scene, photo in photographed(name):
        found += misses(scene, score_photo(photo, measured=set_of(scene) if given else None))
    gaps = np.array([miss.gap_error_mm / miss.gap_sigma_mm for miss in found])
    positions = np.array([[miss.east_mm, miss.north_mm] for miss in found])
    return gaps, positions / np.array([[miss.sigma_mm] for miss in found])


def assert_share(count, number, shares):
    """The count is one that some share between the two could give."""
    assert count >= binom.ppf(RARE, number, shares[0])
    assert count <= binom.ppf(1 - RARE, number, shares[1])


@pytest.mark.slow
@pytest.mark.parametrize("given", [True, False])
@pytest.mark.parametrize("name", CONDITIONS)
def test_gaps_lie_within_their_sigma_as_often_as_promised(name, given):
    score, _ = errors(name, given)
    # Without a set the discs of one scene share the unknown base: fewer independent errors, so only excess counts.
    low = WITHIN_1[0] if given else 0.5
    assert_share((np.abs(score) < 1).sum(), len(score), (low, WITHIN_1[1] if given else 1.0))
    assert_share((np.abs(score) < 2).sum(), len(score), (WITHIN_2[0], 1.0))


@pytest.mark.slow
@pytest.mark.parametrize("name", CONDITIONS)
def test_positions_are_as_sure_as_their_covariance(name):
    _, score = errors(name, True)
    total = float((score**2).sum())
    # A variance up to 1.6 times too small or 2.5 times too large is within what the shares above allow.
    assert chi2.ppf(RARE, score.size) / 2.5 < total < 1.6 * chi2.ppf(1 - RARE, score.size)


def gaps_of(bgr, names=("15", "10", "outer")):
    """Gaps (N, 3) and sigmas (N, 3) of the discs, in an order that turning and mirroring keep."""
    discs = [disc for disc in read_board(bgr, locate_board(bgr)).discs if disc.place == "surface"]
    rows = sorted(([gap.gap_mm for gap in disc.gaps], [gap.sigma_mm for gap in disc.gaps]) for disc in discs)
    return np.array([row[0] for row in rows]), np.array([row[1] for row in rows])


@functools.lru_cache
def five_discs(outward_mm=0.0):
    """The five-disc board, every disc pushed outward."""
    pushed = []
    for disc in DISCS:
        x_mm, y_mm = np.array([disc.x_mm, disc.y_mm]) * (1 + outward_mm / np.hypot(disc.x_mm, disc.y_mm))
        pushed.append(replace(disc, x_mm=float(x_mm), y_mm=float(y_mm)))
    return render(scene_at(25.0, -80.0, tuple(pushed)), seed=5)


@pytest.mark.parametrize("moved_mm", [0.1, *(pytest.param(mm, marks=pytest.mark.slow) for mm in (-0.1, 0.3))])
def test_a_moved_disc_moves_its_gap_by_as_much(moved_mm):
    before, sigma = gaps_of(five_discs())
    after, _ = gaps_of(five_discs(moved_mm))
    change = before - after
    assert np.abs(change - moved_mm).max() < sigma.min()
    # All discs together: noise of a fifth of the sigma each would leave a tenth of it in the mean of five.
    assert change.mean() == pytest.approx(moved_mm, abs=sigma.min() / 5)


TURNS = {
    "mirrored": mirrored,
    "quarter turn": lambda bgr: np.ascontiguousarray(np.rot90(bgr)),
    "half turn": lambda bgr: np.ascontiguousarray(np.rot90(bgr, 2)),
}


@pytest.mark.parametrize("change", TURNS)
def test_mirrored_and_turned_photos_give_the_same_gaps(change):
    before, sigma = gaps_of(five_discs())
    after, _ = gaps_of(TURNS[change](five_discs()))
    assert np.abs(after - before).max() < sigma.min()
    assert np.abs(np.mean(after - before)) < sigma.min() / 3
