"""Discs at rest and where shots start: exact lengths, against the rulebooks' sentences and worked sums."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.look_under import call_lines
from game.placement import placement_fault
from game.points import (
    Line,
    contact_strip,
    expected_value,
    flat_base,
    measured_gaps,
    p_free_shot,
    rest_off_surface,
    rest_on_surface,
)

# Circles of 8, 16 and 24 inches across, lines of 1.6 mm.
LINES = tuple(
    Line(name=name, radius_mm=radius, width_mm=1.6) for name, radius in (("15", 101.6), ("10", 203.2), ("outer", 304.8))
)
OUTER = LINES[2]
BASE_MM = 14.3


def rest(d_mm, base_mm=BASE_MM, lines=LINES):
    return rest_on_surface(flat_base(d_mm, base_mm), lines)


@pytest.mark.parametrize(
    ("d_mm", "value", "touches", "free_shot_ok"),
    [
        # 101.6 - 0.8 - 14.3 = 86.5: the base just meets the line's inner edge.
        (86.499, 15, (), True),
        (86.5, 10, ("15",), True),
        # 101.6 + 0.8 + 14.3 = 116.7: just met from outside. In binary floating point 116.7 - 14.3 > 101.6 + 0.8.
        (116.7, 10, ("15",), True),
        (116.701, 10, (), False),
        (188.099, 10, (), False),
        (188.1, 5, ("10",), False),
        (218.301, 5, (), False),
        (289.699, 5, (), False),
        (289.7, 0, ("outer",), False),
        (319.9, 0, ("outer",), False),
        (319.901, 0, (), False),
    ],
)
def test_a_disc_touching_a_line_counts_for_the_lower_region(d_mm, value, touches, free_shot_ok):
    # NCA 6d: "If a disc is touching a line, it scores the lower value of the two regions adjacent to the line."
    found = rest(d_mm)
    assert (found.value, found.touches, found.free_shot_ok) == (value, touches, free_shot_ok)
    assert found.in_play == (value > 0)


def test_the_bottom_edge_decides_not_the_view_from_above():
    # NCA 6e: "not by where the edge of the disc appears to be when viewed from above".
    assert rest(85.0, base_mm=14.3).value == 15
    assert rest(85.0, base_mm=15.88).value == 10


def test_lengths_are_not_compared_in_binary_floating_point():
    fine = tuple(Line(name=line.name, radius_mm=100.0 * (at + 1), width_mm=0.6) for at, line in enumerate(LINES))
    assert 85.6 + 14.1 < 100 - 0.3, "the trap"
    assert rest(85.6, base_mm=14.1, lines=fine).value == 10


def test_a_disc_across_two_lines_counts_for_the_lowest_region():
    # NCA 6b: "A disc shall score the lowest value of any region of the board that it is touching."
    travel = tuple(
        Line(name=name, radius_mm=radius, width_mm=1.0)
        for name, radius in (("15", 30.0), ("10", 50.0), ("outer", 75.0))
    )
    found = rest(40.0, base_mm=12.0, lines=travel)
    assert (found.value, found.touches, found.free_shot_ok) == (5, ("15", "10"), True)


def test_a_disc_over_the_centre_reaches_no_further_in_than_the_centre():
    assert flat_base(3.0, BASE_MM).inner == 0


def test_what_touches_the_board_decides_for_a_disc_on_its_rim():
    assert rest_on_surface(contact_strip(97.0, 99.0), LINES).value == 15
    assert rest_on_surface(contact_strip(98.0, 101.0), LINES).value == 10


def test_off_the_surface():
    # NCA 6c: "In order to score 20, a disc must be completely in the centre hole and lying flat." Cogitate 8: leaning,
    # "value of the disc is only 15".
    assert [rest_off_surface(place).value for place in ("hole", "lip", "ditch")] == [20, 15, 0]
    assert [rest_off_surface(place).free_shot_ok for place in ("hole", "lip", "ditch")] == [True, True, False]
    assert not rest_off_surface("ditch").in_play


@pytest.mark.parametrize(
    ("found", "rule", "text"),
    [
        (rest(50.0), "look under", "clear board inside the 15 line: counts 15"),
        (rest(150.0), "look under", "clear board inside the 10 line: counts 10"),
        (rest(250.0), "look under", "clear board inside the outer line: counts 5"),
        (rest(101.6), "look under", "touches the 15 line: counts 10"),
        (rest(304.8), "look under", "touches the outer line: out of play, counts 0"),
        (rest(320.0), "outer line", "wholly beyond the outer line: out of play, counts 0"),
        (rest_off_surface("hole"), "centre hole", "flat in the hole: counts 20"),
        (rest_off_surface("lip"), "centre hole", "leaning on the hole, not flat in it: counts 15"),
        (rest_off_surface("ditch"), "ditch", "in the ditch: counts 0"),
    ],
)
def test_a_value_says_why(found, rule, text):
    assert (found.reason.rule, found.reason.text) == (rule, text)


def test_lines_come_from_the_centre_outward():
    with pytest.raises(ValueError, match="in this order"):
        rest(50.0, lines=LINES[::-1])


MICROMETRES = st.integers(0, 330_000)


@given(MICROMETRES, MICROMETRES)
def test_values_never_rise_as_a_disc_moves_outward(one_um, other_um):
    near, far = sorted((one_um, other_um))
    inner, outer = rest(near / 1000), rest(far / 1000)
    assert inner.value >= outer.value
    assert inner.in_play >= outer.in_play
    assert inner.free_shot_ok >= outer.free_shot_ok


@given(MICROMETRES)
def test_a_measured_disc_is_called_as_an_exact_one(d_um):
    foot = flat_base(d_um / 1000, BASE_MM)
    found = rest_on_surface(foot, LINES)
    call = call_lines(measured_gaps(foot, LINES, 0.2))
    assert call.value == found.value
    assert (call.call == "clear") <= (call.line not in found.touches)


def test_a_measured_disc_has_the_gap_that_is_left():
    gaps = measured_gaps(flat_base(86.0, BASE_MM), LINES, 0.5)
    # 101.6 - 0.8 - 86.0 - 14.3
    assert [(gap.name, gap.gap_mm, gap.sigma_mm) for gap in gaps] == [
        ("15", 0.5, 0.5),
        ("10", 102.1, 0.5),
        ("outer", 203.7, 0.5),
    ]
    assert measured_gaps(flat_base(86.0, BASE_MM), LINES, 0.001)[0].sigma_mm == 0.05, "paint edges are no better"


def test_a_free_shot_is_as_sure_as_its_gap():
    # Phi(1) = 0.841345 (tables); the gap of a free shot runs from the line's outer edge to the disc's inner reach.
    assert p_free_shot(flat_base(116.2, BASE_MM), LINES, 0.5) == pytest.approx(0.841345, abs=5e-7)
    assert p_free_shot(flat_base(116.7, BASE_MM), LINES, 0.5) == 0.5
    assert p_free_shot(flat_base(116.75, BASE_MM), LINES, 0.0) == pytest.approx(0.158655, abs=5e-7)


def test_the_expected_value_is_a_mean():
    assert expected_value([(15, 0.25), (10, 0.5), (0, 0.25)]) == 8.75


@pytest.mark.parametrize(
    ("rule", "d_mm", "u_mm", "fault"),
    [
        # NCA 7e: "touching some part of the outer boundary line of the player's quadrant, or touching both the outer
        # boundary line and a player's quadrant dividing line".
        ("touch_line", 289.7, 200.0, None),
        ("touch_line", 289.699, 200.0, "the disc lies inside the shooting line and does not touch it"),
        ("touch_line", 319.9, 200.0, None),
        ("touch_line", 319.901, 200.0, "the disc lies behind the shooting line and does not touch it"),
        # Cogitate 4: "Position 'C' is also valid because the disc still touches the quadrant line from outside."
        ("touch_line", 304.8, -15.1, None),
        ("touch_line", 304.8, -15.101, "the disc lies outside the quadrant and does not touch its line"),
        # Mayday, How to Shoot: "touching or behind the Shooting Line"; "on a Quadrant Line, but no more than halfway
        # over".
        ("touch_or_behind_half_quadrant", 325.0, 200.0, None),
        (
            "touch_or_behind_half_quadrant",
            289.699,
            200.0,
            "the disc lies inside the shooting line and does not touch it",
        ),
        ("touch_or_behind_half_quadrant", 304.8, 0.0, None),
        ("touch_or_behind_half_quadrant", 304.8, -0.001, "more than half of the disc lies over the quadrant line"),
        # Cogitate 9: "should not exceed more than half into the playing area".
        ("half_in", 304.8, 200.0, None),
        ("half_in", 304.799, 200.0, "more than half of the disc lies inside the shooting line"),
        ("half_in", 304.8, -15.1, None),
        ("half_in", 319.901, 200.0, "the disc lies behind the shooting line and does not touch it"),
    ],
)
def test_where_a_shot_may_start(rule, d_mm, u_mm, fault):
    found = placement_fault(rule, OUTER, 1.6, BASE_MM, (d_mm, u_mm))
    assert (found and found.text) == fault
