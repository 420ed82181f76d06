"""What holds for every shot under every set of rules."""

from hypothesis import given, settings
from hypothesis import strategies as st

from game.options_json import options_with
from game.presets import PRESETS
from game.shot import CameBack, DiscBefore, FixedHit, Hit, Jolted, LineMet, Push, Shot
from game.validity import rule_on
from game.zones import ON_THE_BOARD, OUT_AT_REST, ZONE_VALUE

NAMES = ("S", "a1", "a2", "b1", "b2", "c1")
DISC = st.sampled_from(NAMES)
PAIR = st.tuples(DISC, DISC).filter(lambda pair: pair[0] != pair[1])
EVENT = st.one_of(
    PAIR.map(lambda pair: Hit(*pair)),
    PAIR.map(lambda pair: Push(*pair)),
    st.builds(LineMet, DISC, st.sampled_from(["touch", "cross", "leave"])),
    st.builds(FixedHit, DISC, st.sampled_from(["backboard", "peg", "ditch_floor"])),
    st.builds(CameBack, DISC),
    st.builds(Jolted, DISC),
)
BEFORE = st.sampled_from([*sorted(ON_THE_BOARD), "out"])
ZONE = st.sampled_from(sorted(ZONE_VALUE))


@st.composite
def shots(draw):
    discs = {"S": DiscBefore("A", "shot")} | {name: DiscBefore(name[0].upper(), draw(BEFORE)) for name in NAMES[1:]}
    others = draw(st.dictionaries(st.sampled_from(NAMES[1:]), ZONE))
    return Shot(side="A", discs=discs, events=tuple(draw(st.lists(EVENT, max_size=6))), end={"S": draw(ZONE)} | others)


RULES = st.builds(
    lambda name, changes: options_with(PRESETS[name], changes),
    st.sampled_from(sorted(PRESETS)),
    st.fixed_dictionaries(
        {},
        optional={
            "no_hiding": st.sampled_from(["any_struck", "shooter", "shooter_inside", "none"]),
            "invalid_removal": st.sampled_from(["chain", "direct"]),
            "free_fail_removal": st.sampled_from(["chain", "shooter"]),
            "transit": st.sampled_from(["spin", "area", "surface", "rail", "strict"]),
            "strike": st.sampled_from(["contact", "moved_or_newly_touched"]),
            "reentry_strike": st.booleans(),
            "reshoot": st.booleans(),
        },
    ),
)


@settings(max_examples=150)
@given(shots(), RULES)
def test_every_disc_is_in_one_place_after_a_shot(shot, rules):
    ruling = rule_on(shot, rules)
    removed = {removal.disc for removal in ruling.removed}
    assert not removed & set(ruling.twenties)
    assert not removed & set(ruling.in_play)
    assert not set(ruling.twenties) & set(ruling.in_play)
    for name, disc in shot.discs.items():
        if disc.at == "out":
            assert name not in (*ruling.twenties, *ruling.in_play), "a dead disc stays dead"
        else:
            assert name in (*removed, *ruling.twenties, *ruling.in_play)
    assert all(shot.end[name] == "hole" for name in ruling.twenties)
    assert all(shot.end.get(name) not in OUT_AT_REST for name in ruling.in_play)
    assert all(removal.reason.text for removal in ruling.removed)
    assert ruling.reason.text


@settings(max_examples=150)
@given(shots(), RULES)
def test_the_opponents_lose_a_disc_only_by_the_outer_line(shot, rules):
    crossed = {event.disc for event in shot.events if isinstance(event, LineMet | FixedHit)}
    for removal in rule_on(shot, rules).removed:
        if removal.disc != "S" and not removal.disc.startswith("a"):
            out = shot.discs[removal.disc].at == "out" or shot.end.get(removal.disc) in OUT_AT_REST
            assert out or removal.disc in crossed


@settings(max_examples=150)
@given(shots(), RULES)
def test_an_invalid_shot_costs_the_shot_disc_and_counts_none_of_its_20s(shot, rules):
    ruling = rule_on(shot, rules)
    if ruling.valid:
        return
    assert "S" in {removal.disc for removal in ruling.removed}
    free = not any(disc.side != "A" and disc.at in ON_THE_BOARD for disc in shot.discs.values())
    if not free:
        assert not [name for name in ruling.twenties if shot.discs[name].side == "A"]


@settings(max_examples=150)
@given(shots(), RULES)
def test_more_discs_are_out_by_a_stricter_view_of_the_outer_line(shot, rules):
    gone = [
        {removal.disc for removal in rule_on(shot, options_with(rules, {"transit": transit})).removed}
        for transit in ("rail", "surface", "area", "strict")
    ]
    if rule_on(shot, options_with(rules, {"transit": "strict", "reentry_strike": True})).valid:
        assert gone[0] <= gone[1] <= gone[2] <= gone[3]
