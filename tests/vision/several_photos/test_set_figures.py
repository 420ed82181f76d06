"""Lengths of a set from drawn photos of known truth, and what limits the line calls."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chi2

from calibration.board import LINE_RADII_MM
from vision.several_photos.set_figures import (
    CALIPER_MM,
    RADIUS_COMMON_MM,
    RADIUS_PHOTO_MM,
    RATIO_TILTED_MM,
    TAPE_RADIUS_MM,
    Caliper,
    PhotoLengths,
    combine,
    disagreement_mm,
    slips,
)

TRUE = PhotoLengths(
    radii_mm=(102.4, 204.0, LINE_RADII_MM[2]),
    widths_mm=(1.4, 1.5, 1.6),
    mm_per_px=0.4,
    tilt_deg=40.0,
    disc_radius_mm=15.7,
    discs=12,
    place_sigma_mm=0.1,
)


def drawn(rng, photos):
    """Photos whose lengths are off by chance and, of the discs, by one error common to all."""
    common_mm = rng.normal(0, RADIUS_COMMON_MM)
    return [
        replace(
            TRUE,
            radii_mm=(
                TRUE.radii_mm[0] + rng.normal(0, RATIO_TILTED_MM),
                TRUE.radii_mm[1] + rng.normal(0, RATIO_TILTED_MM),
                TRUE.radii_mm[2],
            ),
            disc_radius_mm=TRUE.disc_radius_mm + common_mm + rng.normal(0, RADIUS_PHOTO_MM),
        )
        for _ in range(photos)
    ]


@pytest.mark.parametrize("photos", [1, 2, 5])
def test_errors_are_as_large_as_the_stated_sigma(photos):
    # The outer line measured by hand, so that the unknown size of the board adds nothing.
    caliper = Caliper(line_radii_mm=LINE_RADII_MM)
    rng = np.random.default_rng(photos)
    score = []
    for _ in range(300):
        found = combine(drawn(rng, photos), caliper)
        score.append((found.disc_radius.mm - TRUE.disc_radius_mm) / found.disc_radius.sigma_mm)
    total = float(np.square(score).sum())
    # Two photos that happen to agree or not make the stated sigma itself uncertain, on the safe side: up to 1.5 times.
    assert chi2.ppf(1e-4, 300) / 1.5**2 < total < chi2.ppf(1 - 1e-4, 300)


def test_more_photos_leave_the_common_error():
    rng = np.random.default_rng(3)
    sigma = combine([TRUE] * 100, Caliper(line_radii_mm=LINE_RADII_MM)).disc_radius.sigma_mm
    least = math.hypot(RADIUS_COMMON_MM, TRUE.disc_radius_mm * TAPE_RADIUS_MM / LINE_RADII_MM[2])
    assert least < sigma < math.hypot(least, 0.15 * RADIUS_PHOTO_MM)
    assert sigma < combine(drawn(rng, 1), Caliper(line_radii_mm=LINE_RADII_MM)).disc_radius.sigma_mm


@pytest.mark.parametrize(
    ("by_hand", "expected"),
    [
        (Caliper(line_radii_mm=(102.4, 204.0, 304.8), disc_radius_mm=15.7), ()),
        (Caliper(line_radii_mm=(102.4, 199.0, 304.8), disc_radius_mm=15.7), (("the 10 line", 398.0, 408.0),)),
        (Caliper(line_radii_mm=(204.8, 408.0, 609.6), disc_radius_mm=15.7), (("a disc", 31.4, 62.8),)),
        (Caliper(disc_radius_mm=31.4), ()),
    ],
    ids=["all as on the photos", "two figures changed about", "diameters for radii", "nothing to compare with"],
)
def test_a_slip_of_the_hand_is_told(by_hand, expected):
    found = [(slip.name, slip.by_hand_mm, slip.on_photos_mm) for slip in slips([TRUE, TRUE], by_hand)]
    assert found == [(name, pytest.approx(hand), pytest.approx(seen)) for name, hand, seen in expected]


def test_one_photo_far_off_hardly_counts():
    wild = replace(TRUE, disc_radius_mm=TRUE.disc_radius_mm + 12 * RADIUS_PHOTO_MM)
    found = combine([TRUE, TRUE, TRUE, TRUE, wild], Caliper(line_radii_mm=LINE_RADII_MM))
    # A weight of 1 / (1 + 6**2) against four: its 12 sigmas pull by under a tenth of one.
    assert found.disc_radius.mm == pytest.approx(TRUE.disc_radius_mm, abs=0.1 * RADIUS_PHOTO_MM)


@pytest.mark.parametrize("scale", [0.98, 1.0, 1.03])
def test_lengths_measured_by_hand_set_the_size(scale):
    by_line = combine([TRUE], Caliper(line_radii_mm=(100.0, 200.0, scale * LINE_RADII_MM[2])))
    assert by_line.disc_radius.mm == pytest.approx(scale * TRUE.disc_radius_mm)
    assert by_line.line_radii[0].mm == 100.0
    by_disc = combine([TRUE], Caliper(disc_radius_mm=scale * TRUE.disc_radius_mm))
    assert by_disc.disc_radius.sigma_mm == CALIPER_MM
    # Between the size that the disc gives and the tournament's, by their weights.
    assert abs(by_disc.line_radii[2].mm - LINE_RADII_MM[2]) < abs(scale - 1) * LINE_RADII_MM[2] + 1e-9
    assert np.sign(by_disc.line_radii[2].mm - LINE_RADII_MM[2]) == np.sign(scale - 1)


def test_what_limits_the_calls():
    bare = combine([TRUE], Caliper())
    assert bare.limits[0].name == "the discs' base"
    assert bare.base_radius.source == "usual"
    with_base = combine([TRUE], Caliper(base_radius_mm=14.4))
    assert with_base.limits[0].name != "the discs' base"
    # A base in mm needs the board's size in mm.
    assert next(one for one in with_base.limits if one.name == "the outer line's diameter").part_mm > 0.1
    full = Caliper(
        line_radii_mm=LINE_RADII_MM,
        line_widths_mm=(1.4, 1.5, 1.6),
        disc_radius_mm=15.7,
        base_radius_mm=14.4,
        thickness_mm=9.5,
    )
    sigmas = [combine([TRUE], caliper).call_sigma_mm for caliper in (full, Caliper(base_radius_mm=14.4), Caliper())]
    assert sigmas == sorted(sigmas)
    parts = [limit.part_mm for limit in bare.limits]
    assert parts == sorted(parts, reverse=True)


def test_photos_of_different_boards_lie_apart():
    other = replace(TRUE, radii_mm=(102.4, 219.0, LINE_RADII_MM[2]))
    assert disagreement_mm([TRUE, other, TRUE]) == pytest.approx(15.0)


def test_a_caliper_on_a_disc_gives_the_size_of_a_board_that_is_not_the_tournaments():
    """A 22 inch board with usual discs: beside its outer line they look wider. It came out as 281 mm."""
    true_mm = 257.9
    seen = replace(TRUE, disc_radius_mm=15.875 * LINE_RADII_MM[2] / true_mm)
    outer = combine([seen], Caliper(disc_radius_mm=15.875)).line_radii[2]
    assert outer.mm == pytest.approx(true_mm, rel=1e-6)
    assert 0.005 < outer.sigma_mm / outer.mm < 0.02
