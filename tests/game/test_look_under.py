"""Calls from gaps, against the normal distribution's published table and the rulebooks' words."""

import pytest

from game.look_under import LineCall, LineGap, call_lines, place_value, value_probabilities


def gaps(gap_15: float, sigma: float = 0.5) -> list[LineGap]:
    return [LineGap("15", gap_15, sigma), LineGap("10", gap_15 + 101.6, sigma), LineGap("outer", gap_15 + 203.2, sigma)]


@pytest.mark.parametrize(
    ("gap_15", "value", "line"),
    [
        (30.0, 15, "15"),
        (0.001, 15, "15"),
        (0.0, 10, "15"),
        (-50.7, 10, "15"),
        (-50.9, 10, "10"),
        (-101.6, 5, "10"),
        (-203.19, 5, "outer"),
        (-203.2, 0, "outer"),
        (-230.0, 0, "outer"),
    ],
)
def test_the_innermost_line_with_a_positive_gap_gives_the_value(gap_15, value, line):
    call = call_lines(gaps(gap_15))
    assert (call.value, call.line) == (value, line)


# One-sided 2 % points of the normal distribution: 2.0537 standard deviations (tables, e.g. Abramowitz and Stegun 26.5).
@pytest.mark.parametrize(
    ("sigmas", "call", "other"),
    [
        (2.06, "clear", None),
        (2.05, "too_close", 10),
        (0.1, "too_close", 10),
        (0.0, "too_close", 15),
        (-0.1, "too_close", 15),
        (-2.05, "too_close", 15),
        (-2.06, "touching", None),
    ],
)
def test_a_call_is_too_close_within_two_percent(sigmas, call, other):
    made = call_lines(gaps(0.5 * sigmas))
    assert (made.call, made.other_value) == (call, other)


def test_the_call_reports_the_deciding_line():
    assert call_lines(
        [LineGap("outer", -0.4, 0.2), LineGap("10", -102.0, 0.3), LineGap("15", -203.6, 0.4)]
    ) == LineCall(
        value=0,
        line="outer",
        gap_mm=-0.4,
        sigma_mm=0.2,
        p_touch=pytest.approx(0.977250, abs=5e-7),
        call="too_close",
        other_value=5,
    )


def test_probabilities_of_one_disc():
    # Phi(1) = 0.841345 (tables).
    chances = dict(value_probabilities(gaps(0.5)))
    assert chances[15] == pytest.approx(0.841345, abs=5e-7)
    assert chances[10] == pytest.approx(0.158655, abs=5e-7)
    assert sum(chances.values()) == pytest.approx(1)
    assert chances[5] < 1e-9


def test_probabilities_stay_above_zero_when_the_standard_deviations_differ():
    wide_inside = [LineGap("15", 0.1, 5.0), LineGap("10", 0.2, 50.0), LineGap("outer", 0.3, 500.0)]
    assert all(chance >= 0 for _, chance in value_probabilities(wide_inside))


def test_a_disc_that_is_not_flat_on_the_surface_has_the_value_of_its_place():
    assert [place_value(place) for place in ("hole", "lip", "ditch")] == [20, 15, 0]
    with pytest.raises(ValueError, match="call_lines"):
        place_value("surface")


@pytest.mark.parametrize("sigma", [0.0, -1.0, float("nan"), float("inf")])
def test_a_gap_needs_an_honest_sigma(sigma):
    with pytest.raises(ValueError, match="sigma above zero"):
        LineGap("15", 0.1, sigma)


def test_a_gap_needs_a_known_line():
    with pytest.raises(ValueError, match="no line"):
        LineGap("20", 0.1, 0.1)


@pytest.mark.parametrize("chosen", [[0, 1], [0, 1, 1], [0, 1, 2, 2], []])
def test_each_line_comes_once(chosen):
    with pytest.raises(ValueError, match="one gap for each"):
        call_lines([gaps(0.0)[i] for i in chosen])
