"""Shots for tests, in few words: what lay there, what happened, where it came to rest."""

from game.options_json import options_with
from game.presets import preset
from game.shot import CameBack, DiscBefore, FixedHit, Hit, Jolted, LineMet, Push, Shot
from game.validity import ShotRuling, rule_on

VERBS = {
    "hits": lambda one, other: Hit(one, other),
    "pushes": lambda one, other: Push(one, other),
    "meets": lambda one, what: FixedHit(one, what),
    "touch": lambda one, _: LineMet(one, "touch"),
    "cross": lambda one, _: LineMet(one, "cross"),
    "leave": lambda one, _: LineMet(one, "leave"),
    "back": lambda one, _: CameBack(one),
    "jolted": lambda one, _: Jolted(one),
}


def seen(lay: str, happens: str, end: str) -> Shot:
    """A shot of A with the disc S.

    lay : "a1 in10, b1 in5", a disc's side is its first letter. happens : "S hits b1, S cross, S back", in time.
    end : "S in10, b1 ditch".
    """
    discs = {"S": DiscBefore("A", "shot")}
    for name, zone in map(str.split, filter(None, lay.split(", "))):
        discs[name] = DiscBefore(name[0].upper(), zone)
    events = tuple(VERBS[words[1]](words[0], words[-1]) for words in map(str.split, filter(None, happens.split(", "))))
    return Shot(side="A", discs=discs, events=events, end=dict(map(str.split, end.split(", "))))


def ruled(rules: str, lay: str, happens: str, end: str, **options) -> ShotRuling:
    return rule_on(seen(lay, happens, end), options_with(preset(rules), options))


def told(ruling: ShotRuling) -> tuple[bool, str, str, str]:
    """Valid or not, then names: removed, counted as 20s, in play for the next shot."""
    removed = " ".join(sorted(removal.disc for removal in ruling.removed))
    return ruling.valid, removed, " ".join(sorted(ruling.twenties)), " ".join(sorted(ruling.in_play))
