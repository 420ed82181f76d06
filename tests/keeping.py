"""Matches for tests: a seating by the number of players, any options, a log as a list of events."""

from game.match import Match, new_match, record
from game.options_json import options_with
from game.presets import preset
from game.seating import Seating, Side
from game.state import Setup

SINGLES = Seating(seats=("Ann", "Bo"), sides=(Side(name="Ann", players=("Ann",)), Side(name="Bo", players=("Bo",))))
DOUBLES = Seating(
    seats=("Ann", "Bo", "Cy", "Di"),
    sides=(Side(name="X", players=("Ann", "Cy")), Side(name="Y", players=("Bo", "Di"))),
)
THREE = Seating(
    seats=("Ann", "Bo", "Cy"), sides=tuple(Side(name=player, players=(player,)) for player in ("Ann", "Bo", "Cy"))
)


def two_against(alone: str) -> Seating:
    """Ann, Bo and Cy clockwise, one of them alone against the others."""
    pair = tuple(player for player in ("Ann", "Bo", "Cy") if player != alone)
    return Seating(
        seats=("Ann", "Bo", "Cy"), sides=(Side(name="Pair", players=pair), Side(name="Solo", players=(alone,)))
    )


def setup(rules="nca", seating=SINGLES, first="Ann", cids=(), **options) -> Setup:
    return Setup(
        match_id="0d5f7c1e-6c1b-4a55-9d3e-2f0a4c1b7e90",
        date="2026-11-20T19:30:00Z",
        options=options_with(preset(rules), options),
        seating=seating,
        first=first,
        cids=cids,
    )


def played(*events, **agreed) -> Match:
    """A match with these events; keyword arguments as for `setup`."""
    match = new_match(setup(**agreed))
    for event in events:
        match = record(match, event)
    return match
