"""What happened in a shot: the chain of contacts, who struck whom, and who went out on the way.

Struck means touched in the course of the shot by the shot disc or by a disc it set in motion, to any depth.
"""

from dataclasses import dataclass

from game.options import Strike, Transit
from game.shot import CameBack, FixedHit, Hit, LineMet, Push, Shot, ShotEvent
from game.zones import ON_THE_BOARD, OUT_BEFORE


@dataclass(frozen=True, kw_only=True)
class Contacts:
    """What a shot's events amount to.

    chain : the shot disc and every disc struck. direct : the shot disc and those it touched itself. gone_out : discs
    that went out in motion, by the doctrine in force. reached : whether an opposing disc was struck, or moved where
    that is enough; reached_fresh : whether a disc did it that had not been out of play before.
    """

    chain: frozenset[str]
    direct: frozenset[str]
    gone_out: frozenset[str]
    reached: bool
    reached_fresh: bool


def follow(shot: Shot, transit: Transit, strike: Strike) -> Contacts:
    """Follow a shot's events in the order of time."""
    trail = _Trail(shot, transit, strike)
    for event in shot.events:
        trail.add(event)
    return Contacts(
        chain=frozenset(trail.chain),
        direct=frozenset(trail.direct),
        gone_out=frozenset(trail.gone_out),
        reached=trail.reached,
        reached_fresh=trail.reached_fresh,
    )


class _Trail:
    """The running account of one shot; lives only while `follow` does."""

    def __init__(self, shot: Shot, transit: Transit, strike: Strike) -> None:
        self.shot, self.transit, self.strike = shot, transit, strike
        self.chain = {shot.shot_disc}
        self.direct = {shot.shot_disc}
        self.gone_out: set[str] = set()
        self.over_line: set[str] = set()
        self.reached = False
        self.reached_fresh = False

    def add(self, event: ShotEvent) -> None:
        if isinstance(event, Hit | Push):
            self._contact(event.by, event.on)
        elif isinstance(event, LineMet):
            self.over_line.add(event.disc)
            out_by = {"strict": ("touch", "cross", "leave"), "area": ("cross", "leave"), "surface": ("leave",)}
            if event.how in out_by.get(self.transit, ()):
                self.gone_out.add(event.disc)
        elif isinstance(event, FixedHit):
            # The rail and the ditch, with the dead discs in it, lie outside by every doctrine.
            if event.what != "peg":
                self.gone_out.add(event.disc)
        elif isinstance(event, CameBack):
            self.over_line.discard(event.disc)
        else:
            self._moved(event.disc)

    def _moved(self, *discs: str) -> None:
        if self.strike == "moved_or_newly_touched" and any(self._opposing(disc) for disc in discs):
            self.reached = self.reached_fresh = True

    def _contact(self, one: str, other: str) -> None:
        if not self.chain & {one, other}:
            # Something else set these in motion, a peg's spring or a jolt.
            self._moved(one, other)
            return
        self.chain |= {one, other}
        if self.shot.shot_disc in (one, other):
            self.direct |= {one, other}
        for striker, struck in ((one, other), (other, one)):
            if self._opposing(struck) and self._may_strike(striker):
                self.reached = True
                self.reached_fresh |= self._in_play(striker) and striker not in self.gone_out
        for disc, met in ((one, other), (other, one)):
            if disc in self.over_line and (self.transit == "spin" or self.shot.discs[met].at in OUT_BEFORE):
                self.gone_out.add(disc)

    def _may_strike(self, disc: str) -> bool:
        return self.strike == "moved_or_newly_touched" or self.shot.discs[disc].side == self.shot.side

    def _in_play(self, disc: str) -> bool:
        at = self.shot.discs[disc].at
        return at == "shot" or at in ON_THE_BOARD

    def _opposing(self, disc: str) -> bool:
        return self.shot.discs[disc].side != self.shot.side and self._in_play(disc)
