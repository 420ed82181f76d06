"""Who leads, and the chances where discs are too close to a line to call."""

import math

import pytest

from api.outcome import round_outcome
from api.scored import ScoredDisc, ScoredTeam
from game.look_under import LineGap, call_lines
from vision.reading import Disc, LineDistance, Team


def disc(number, team, gap_mm, sigma_mm=0.5):
    """A disc at the 15 line; the other lines lie a ring farther out."""
    gaps = tuple(
        LineDistance(line=name, gap_mm=gap_mm + away, sigma_mm=sigma_mm)
        for name, away in (("15", 0.0), ("10", 101.6), ("outer", 203.2))
    )
    seen = Disc(team=team, place="surface", x_mm=0.0, y_mm=0.0, px=(0.0, 0.0), radius_mm=16.0, sigma_mm=0.1, gaps=gaps)
    call = call_lines([LineGap(gap.line, gap.gap_mm, gap.sigma_mm) for gap in gaps])
    return ScoredDisc(id=number, seen=seen, value=call.value, call=call)


def team(name, discs):
    points = sum(one.value for one in discs if one.seen.team == name)
    return ScoredTeam(
        team=Team(id=name, name=name, rgb=(0, 0, 0)), seen=1, board_points=points, twenties=0, twenties_suggested=None
    )


def chances(discs, shared_mm):
    return dict(round_outcome([team("A", discs), team("B", discs)], discs, shared_mm, "nca").chances)


def phi(z):
    return 0.5 * math.erfc(-z / math.sqrt(2))


def test_a_sure_round_is_certain():
    assert chances([disc(1, "A", 9.0), disc(2, "B", -9.0)], 0.0) == {"A": 1.0, "B": 0.0}


def test_one_doubtful_disc_decides():
    # B has 10; A's disc counts 15 where its gap of 0.2 +- 0.5 mm is above zero, else both have 10.
    found = chances([disc(1, "A", 0.2), disc(2, "B", -9.0)], 0.0)
    assert found == {"A": pytest.approx(phi(0.4), abs=0.002), "B": 0.0}


def test_errors_that_all_discs_share_keep_them_level():
    # Both stand alike: with errors of their own one of them leads half of the time, with one common error never.
    both = [disc(1, "A", 0.0), disc(2, "B", 0.0)]
    assert chances(both, 0.0) == {"A": pytest.approx(0.25, abs=0.002), "B": pytest.approx(0.25, abs=0.002)}
    assert chances(both, 0.5) == {"A": pytest.approx(0.0, abs=0.01), "B": pytest.approx(0.0, abs=0.01)}


def test_a_lone_team_plays_against_none():
    alone = [disc(1, "A", 9.0)]
    outcome = round_outcome([team("A", alone)], alone, 0.0, "nca")
    assert (outcome.winner, outcome.chances, outcome.difference) == ("A", (("A", 1.0),), 15)
