"""Options: presets as the rulebooks have them, each settable by itself, nothing else accepted."""

import pytest

from game.options import Ending
from game.options_json import options_to_json, options_with
from game.presets import PRESETS, preset
from game.violation import RuleViolation

# The table of presets that the rulebooks and the proposals beside them come to.
TABLE = {
    "scoring": ["two_one_zero", "differential", "differential", "two_one_zero", "differential"],
    "scoring3": ["three_210", "three_210", "simple", "three_210", "three_210"],
    "three_way_tie": ["one_each"] * 5,
    "both_past": ["higher"] * 5,
    "start": ["clockwise"] * 5,
    "game_start": ["alternate_sides", "clockwise", "clockwise", "clockwise", "clockwise"],
    "no_hiding": ["any_struck", "shooter", "any_struck", "shooter", "none"],
    "invalid_removal": ["chain"] * 5,
    "transit": ["spin", "surface", "area", "strict", "rail"],
    "strike": ["contact", "moved_or_newly_touched", "contact", "contact", "contact"],
    "reentry_strike": [True] * 5,
    "placement": ["touch_line", "touch_or_behind_half_quadrant", "touch_line", "touch_line", "touch_line"],
    "time": ["equalise"] * 5,
    "reshoot": [False] * 5,
    "shootout_shots": [8] * 5,
}
TO_100 = {"type": "points", "target": 100}
ENDS = {
    "nca": {"type": "rounds", "n": 4, "tie": "draw"},
    "mayday": TO_100,
    "cogitate": TO_100,
    "house": {"type": "rounds", "n": 4, "tie": "continue"},
    "carrom": TO_100,
}


@pytest.mark.parametrize("name", TABLE)
def test_presets_are_those_of_the_rulebooks(name):
    assert [options_to_json(options)[name] for options in PRESETS.values()] == TABLE[name]


def test_endings_of_the_presets():
    assert {name: options_to_json(options)["end"] for name, options in PRESETS.items()} == ENDS
    assert PRESETS["mayday"].end3 == Ending(kind="points", length=8)
    assert PRESETS["cogitate"].end3 == Ending(kind="points", length=100)
    equal_past = [PRESETS[name].equal_past for name in ("mayday", "cogitate", "house")]
    assert equal_past == ["tiebreak", "both_win", "tiebreak"]
    assert [name for name, options in PRESETS.items() if options.free_fail_removal == "shooter"] == ["house"]


CHANGES = {
    "preset": "ours",
    "scoring": "simple",
    "scoring3": "simple",
    "end": {"type": "best_of", "n": 3, "tie": "tiebreak"},
    "end3": {"type": "rounds", "n": 5, "tie": "draw"},
    "discs": {"2": 10, "4": 5, "3": 7, "2v1": [4, 8]},
    "match": {"games": 3, "best_of": True, "by": "sum_points", "level": "tiebreak"},
    "three_way_tie": "zero_each",
    "equal_past": "continue",
    "start": "loser_decides",
    "game_start": "clockwise",
    "no_hiding": "shooter_inside",
    "invalid_removal": "direct",
    "free_fail_removal": "shooter",
    "transit": "area",
    "strike": "moved_or_newly_touched",
    "reentry_strike": False,
    "placement": "half_in",
    "time": "none",
    "reshoot": True,
    "shootout_shots": 6,
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_option_is_settable_apart_from_its_preset(name):
    before, value = preset("nca"), CHANGES[name]
    after = options_with(before, {name: value})
    assert options_to_json(after) == options_to_json(before) | {name: value}
    assert options_with(before, options_to_json(after)) == after


def test_all_options_are_tried():
    assert CHANGES.keys() | {"both_past"} == options_to_json(preset("nca")).keys()


def test_part_of_a_group_leaves_the_rest():
    assert options_with(preset("nca"), {"discs": {"4": 5}}).discs.two == 8
    assert options_with(preset("nca"), {"match": {"games": 2}}).match.by == "games_won"
    assert options_with(preset("nca"), {"end": {"type": "rounds", "n": 6}}).end.level == "draw"
    assert options_with(preset("house"), {"end": {"type": "rounds", "n": 6}}).end.level == "continue"
    assert options_with(preset("nca"), {"end": {"type": "best_of", "n": 3}}).end.level == "continue"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"colour": "red"}, "no option is called 'colour'"),
        ({"scoring": "three_210"}, "scoring cannot be 'three_210': choose from two_one_zero"),
        ({"scoring3": "differential"}, "scoring3 cannot be 'differential'"),
        ({"transit": 3}, "transit cannot be 3"),
        ({"reshoot": "yes"}, "reshoot is true or false, not 'yes'"),
        ({"shootout_shots": 0}, "shootout_shots cannot be 0: a whole number from 1 up"),
        ({"shootout_shots": True}, "shootout_shots cannot be True"),
        ({"shootout_shots": 2.5}, "shootout_shots cannot be 2.5"),
        ({"end": 100}, "an ending cannot be 100: an object"),
        ({"end": {"type": "points", "target": 100, "n": 4}}, "an ending by points has no 'n'"),
        ({"end": {"type": "rounds", "n": 4, "target": 8}}, "an ending by rounds has no 'target'"),
        ({"end": {"type": "hours", "n": 4}}, "kind cannot be 'hours'"),
        ({"end": {"type": "points", "target": "100"}}, "length cannot be '100'"),
        ({"end": {"type": "rounds", "n": 4, "tie": "coin"}}, "level cannot be 'coin'"),
        ({"discs": {"5": 4}}, "discs are given for 2, 3 and 4 players"),
        ({"discs": {"2v1": 6}}, "for 2v1 as two numbers"),
        ({"discs": {"2v1": [6]}}, "for 2v1 as two numbers"),
        ({"discs": {"2": 0}}, "two cannot be 0"),
        ({"discs": 8}, "the counts of discs cannot be 8"),
        ({"match": {"sets": 3}}, "a match has no 'sets'"),
        ({"match": {"best_of": 3}}, "best_of is true or false"),
        ({"match": {"games": 0}}, "games cannot be 0"),
        ({"match": {"by": "luck"}}, "by cannot be 'luck'"),
        ({"match": 3}, "the length of a match cannot be 3"),
    ],
)
def test_what_is_no_option_is_refused(changes, words):
    with pytest.raises(RuleViolation, match=words):
        options_with(preset("nca"), changes)


def test_a_game_to_a_target_has_no_rounds_to_be_level_after():
    with pytest.raises(RuleViolation, match="see equal_past"):
        Ending(kind="points", length=100, level="draw")


def test_there_are_five_presets():
    with pytest.raises(RuleViolation, match="choose from nca, mayday, cogitate, house, carrom"):
        preset("wcc")
