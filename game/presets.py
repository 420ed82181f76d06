"""Five named sets of options, one for each rulebook.

`nca` National Crokinole Association, ratified 6 May 2026; `mayday` Mayday Games booklet, 2024; `cogitate` Cogitate
Games leaflet; `house` an untitled sheet of solo and team rules; `carrom` a board maker's page. What a rulebook does
not say is filled with the proposal named beside it.
"""

from game.options import DiscCounts, Ending, Options
from game.violation import RuleViolation

TO_100 = Ending(kind="points", length=100)
# The only rulebook that pays three individuals 2/1/0 plays to 8 (Mayday, Three Player Games 2): taken over by those
# that have no game for three.
TO_8 = Ending(kind="points", length=8)

PRESETS: dict[str, Options] = {
    "nca": Options(
        preset="nca",
        scoring="two_one_zero",
        scoring3="three_210",
        end=Ending(kind="rounds", length=4, level="draw"),
        end3=TO_8,
        discs=DiscCounts(two=8, four=6, three=8),
        game_start="alternate_sides",
    ),
    "mayday": Options(
        preset="mayday",
        scoring="differential",
        scoring3="three_210",
        end=TO_100,
        end3=TO_8,
        discs=DiscCounts(two=12, four=6, three=12),
        no_hiding="shooter",
        transit="surface",
        strike="moved_or_newly_touched",
        placement="touch_or_behind_half_quadrant",
    ),
    "cogitate": Options(
        preset="cogitate",
        scoring="differential",
        scoring3="simple",
        end=TO_100,
        end3=TO_100,
        discs=DiscCounts(two=12, four=6, three=8),
        equal_past="both_win",
        transit="area",
    ),
    "house": Options(
        preset="house",
        scoring="two_one_zero",
        scoring3="three_210",
        end=Ending(kind="rounds", length=4, level="continue"),
        end3=TO_8,
        discs=DiscCounts(two=8, four=6, three=8),
        no_hiding="shooter",
        free_fail_removal="shooter",
        transit="strict",
    ),
    "carrom": Options(
        preset="carrom",
        scoring="differential",
        scoring3="three_210",
        end=TO_100,
        end3=TO_8,
        discs=DiscCounts(two=12, four=6, three=12),
        no_hiding="none",
        transit="rail",
    ),
}


def preset(name: str) -> Options:
    """The options of one rulebook. Raises RuleViolation for a name that is none of the five."""
    if name not in PRESETS:
        raise RuleViolation(f"no rule set is called {name!r}: choose from {', '.join(PRESETS)}")
    return PRESETS[name]
