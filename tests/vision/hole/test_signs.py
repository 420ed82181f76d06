"""What lies in the hole where colour or outline speaks less clearly: always asked, with the likelier answer first."""

from types import SimpleNamespace

import pytest

from vision.hole.outlines import Outlines
from vision.hole.signs import CLEARLY_ABOVE_BOTTOM, HoleSigns, _by_depth, _by_outline, told_by_signs


def signs(*, flat=0.9, lean=0.0, rim=0.3, **others):
    """An outline all round, in a light that is not the team's own colour, that ends where a disc's face does."""
    seen = {
        "own_colour": False,
        "very_colour": False,
        "lit": True,
        "lighter": False,
        "ends_mm": 14.5,
        "slit_shows": True,
        "soft": False,
    }
    return HoleSigns(outlines=Outlines(flat=flat, lean=lean, rim=rim, chosen=0), **{**seen, **others})


@pytest.mark.parametrize(
    ("others", "content"),
    [({}, "hole"), ({"lighter": True}, "empty"), ({"lit": False}, "empty")],
    ids=["in its own shadow", "lighter than the team: wood", "as dark as an empty hole"],
)
def test_an_outline_in_another_light_is_a_disc_only_where_the_light_is_right(others, content):
    assert _by_outline(signs(**others))[0] == content


def test_an_outline_in_another_light_is_asked_about():
    assert _by_outline(signs())[1]
    assert _by_outline(signs(lighter=True))[1]


@pytest.mark.parametrize(("rim", "asked"), [(0.7, True), (0.3, False)])
def test_a_disc_on_the_lip_is_asked_about_where_the_rim_shows_better(rim, asked):
    assert _by_outline(signs(own_colour=True, flat=0.0, lean=0.6, rim=rim)) == ("lip", asked)


@pytest.mark.parametrize("own_colour", [True, False], ids=["the team's", "blurred"])
@pytest.mark.parametrize("slit_shows", [True, False])
def test_from_above_a_teams_colour_up_to_the_rim_is_a_bottom_only_where_a_slit_would_show(slit_shows, own_colour):
    undecided = SimpleNamespace(depth=0.0, lean=-0.5, surely_bottom=False, likely_level=False, slanted=False)
    seen = signs(own_colour=own_colour, soft=not own_colour, flat=0.0, rim=1.0, ends_mm=17.0, slit_shows=slit_shows)
    assert _by_depth(seen, undecided, *_by_outline(seen)) == ("empty", not slit_shows)


@pytest.mark.parametrize(("above", "asked"), [(0.01, False), (-0.01, True)])
def test_at_a_slant_a_clear_outline_is_a_disc_for_sure_only_clearly_above_the_bottom(above, asked):
    depth = CLEARLY_ABOVE_BOTTOM + above
    odds = SimpleNamespace(
        depth=depth, least_depth=depth, lean=-0.5, surely_bottom=False, likely_level=False, slanted=True
    )
    assert _by_depth(signs(own_colour=True), odds, *_by_outline(signs(own_colour=True))) == ("hole", asked)


@pytest.mark.parametrize(("ends_mm", "depth", "asked"), [(14.8, 0.3, True), (17.0, 0.3, False), (14.8, -0.1, False)])
def test_a_dark_hole_of_nearly_a_teams_colour_may_hold_its_disc_where_that_ends_as_a_disc_does(ends_mm, depth, asked):
    """The slit beside it is as dark as the rim's shadow, so that no outline is seen."""
    odds = SimpleNamespace(
        depth=depth, lean=-0.5, surely_bottom=False, likely_level=False, slanted=False, very_colour=False,
        of_a_team=False,
    )  # fmt: skip
    seen = signs(own_colour=True, lit=False, flat=0.0, rim=0.9, ends_mm=ends_mm)
    assert told_by_signs(seen, odds) == ("empty", asked)
