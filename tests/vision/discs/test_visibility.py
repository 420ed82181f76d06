"""Whether a disc of a team can have been missed, by how clearly the others' outlines are drawn."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import candidates, rendered

from vision.discs.choose import Choice
from vision.discs.disc_evidence import FAINT_DRAWN, LEAST_DRAWN, SURE_DRAWN, SURE_EVIDENCE, SURE_IF_DRAWN, hardly_shows
from vision.discs.visibility import DRAWN_SIGMA, HARDLY_DRAWN, LOST_DRAWN, SIGMAS, see_teams
from vision.placing.disc_position import unplaced
from vision.placing.outline import ANGLES

TAN = (72.0, 9.0, 26.0)
# How clearly two discs must be drawn for the next one to be so, too.
PLAIN = LOST_DRAWN + SIGMAS * DRAWN_SIGMA * np.sqrt(1 + 1 / 2)


@pytest.fixture(scope="module")
def view():
    return rendered(32.0, 35.0)[2]


def placed(things, drawn):
    return replace(unplaced(things.fits.solids), merit=ANGLES * np.log(drawn))


def seen(view, drawn, teams, striking=False, **changes):
    things = candidates([0.5] * len(drawn), [TAN] * len(drawn), **changes)
    nothing = np.zeros(len(drawn), np.bool_)
    choice = Choice(
        index=np.arange(len(drawn)),
        team=np.array(teams),
        striking=nothing | striking,
        faint=nothing,
        unsure=nothing,
        unlike=nothing,
        doubtful=np.zeros(0, np.intp),
    )
    return see_teams(view, placed(things, drawn), choice)


def plain(view, drawn, teams, **changes):
    return seen(view, drawn, teams, **changes).plain


def test_discs_that_are_drawn_clearly_and_alike_make_a_plain_team(view):
    above, below = PLAIN + 0.01, PLAIN - 0.01
    assert plain(view, [above, above, below, below], [0, 0, 1, 1]) == {0}


def test_discs_that_are_not_alike_say_less_of_those_unseen(view):
    spread = 2 * DRAWN_SIGMA
    assert plain(view, [PLAIN + 0.02 - spread, PLAIN + 0.02 + spread], [0, 0]) == set()


def test_few_discs_say_less_of_those_unseen(view):
    """Of a team in the board's colour three were found, the clearest, and six not."""
    assert plain(view, [PLAIN - 0.01] * 2, [0] * 2) == set()
    assert plain(view, [PLAIN - 0.01] * 6, [0] * 6) == {0}


def test_one_disc_is_no_plain_team(view):
    assert plain(view, [0.9, 0.9, 0.9], [0, 0, 1]) == {0}


@pytest.mark.parametrize("from_middle_mm", [345.0, 320.0], ids=["in the ditch", "over the edge of the surface"])
def test_discs_beside_the_lines_say_nothing_of_those_within(view, from_middle_mm):
    """A team in the wood's colour was plain by two discs over the edge, and others lay unseen in the grain."""
    beside_mm = from_middle_mm * np.eye(2)
    assert plain(view, [0.9, 0.9], [0, 0], places_mm=beside_mm) == set()


def test_discs_drawn_no_better_than_lost_ones_may_hide_others_unless_they_strike_the_eye(view):
    above, below = HARDLY_DRAWN + 0.01, HARDLY_DRAWN - 0.01
    assert seen(view, [below, below, above, above], [0, 0, 1, 1]).hardly_seen == {0}
    assert seen(view, [below, below], [0, 0], striking=True).hardly_seen == set()


@pytest.mark.parametrize(
    ("evidence", "drawn", "faint"),
    [
        (SURE_EVIDENCE + 0.01, 0.3, False),
        (0.1, SURE_DRAWN + 0.01, False),
        (SURE_IF_DRAWN + 0.01, FAINT_DRAWN + 0.01, False),
        (SURE_IF_DRAWN - 0.01, FAINT_DRAWN + 0.01, True),
        (SURE_IF_DRAWN + 0.01, FAINT_DRAWN - 0.01, True),
    ],
)
def test_a_disc_hardly_shows_unless_an_outline_or_both_signs_say_so(evidence, drawn, faint):
    things = candidates([evidence / 0.7], [TAN])
    assert hardly_shows(things, placed(things, [drawn])).tolist() == [faint]


@pytest.mark.parametrize(("score", "faint"), [(0.0, True), (0.1, False)])
def test_a_patch_that_nothing_voted_for_may_be_paint(score, faint):
    """However it strikes the eye: hearts and diamonds in a team's red counted."""
    things = candidates([score], [(30.0, 0.0, 5.0)])
    assert hardly_shows(things, placed(things, [SURE_DRAWN - 0.01])).tolist() == [faint]


@pytest.mark.parametrize(("drawn", "faint"), [(LEAST_DRAWN + 0.01, False), (LEAST_DRAWN - 0.01, True)])
def test_what_strikes_the_eye_shows_if_it_has_any_outline_as_a_numeral_has_none(drawn, faint):
    things = candidates([0.1], [(30.0, 0.0, 5.0)])
    assert hardly_shows(things, placed(things, [drawn])).tolist() == [faint]
