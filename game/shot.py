"""One shot as it was seen: what lay where, what touched what, where everything came to rest."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from game.violation import RuleViolation
from game.zones import ZONE_VALUE, Zone


@dataclass(frozen=True, slots=True)
class Hit:
    """A disc struck another."""

    by: str
    on: str


@dataclass(frozen=True, slots=True)
class Push:
    """A disc displaced another that it already lay against."""

    by: str
    on: str


@dataclass(frozen=True, slots=True)
class LineMet:
    """A disc reached the outer line in motion: its base met it, went wholly beyond it, or left the surface.

    The shot disc's contact with the line at its start is never an event.
    """

    disc: str
    how: Literal["touch", "cross", "leave"]


@dataclass(frozen=True, slots=True)
class FixedHit:
    """A disc met something that is no disc."""

    disc: str
    what: Literal["backboard", "peg", "ditch_floor"]


@dataclass(frozen=True, slots=True)
class CameBack:
    """A disc is clear inside the outer line again."""

    disc: str


@dataclass(frozen=True, slots=True)
class Jolted:
    """A disc was displaced without being touched, by a peg's spring or a knock to the board."""

    disc: str


ShotEvent = Hit | Push | LineMet | FixedHit | CameBack | Jolted


@dataclass(frozen=True, slots=True)
class DiscBefore:
    """A disc before the shot: its side, and a zone, "shot" for the disc being shot, or "out" when already out.

    A disc in a zone out of play, the ditch for instance, is as dead as one that is "out".
    """

    side: str
    at: Zone | Literal["shot", "out"]


@dataclass(frozen=True, kw_only=True)
class Shot:
    """A shot as observed.

    side : the shooter's. discs : every disc of the round that matters, by name. events : in the order of time.
    end : where each disc that moved came to rest. Raises RuleViolation when a disc is unknown or none is being shot.
    """

    side: str
    discs: Mapping[str, DiscBefore]
    events: tuple[ShotEvent, ...]
    end: Mapping[str, Zone]

    def __post_init__(self) -> None:
        being_shot = [name for name, disc in self.discs.items() if disc.at == "shot"]
        if len(being_shot) != 1 or self.discs[being_shot[0]].side != self.side:
            raise RuleViolation("a shot needs exactly one disc being shot, of the shooter's own side")
        if being_shot[0] not in self.end:
            raise RuleViolation("where the shot disc came to rest is missing")
        for name in {name for event in self.events for name in discs_in(event)} | self.end.keys():
            if name not in self.discs:
                raise RuleViolation(f"disc {name!r} is not among the discs of this shot")
        for name, zone in self.end.items():
            if zone not in ZONE_VALUE:
                raise RuleViolation(f"disc {name!r} cannot come to rest at {zone!r}")

    @property
    def shot_disc(self) -> str:
        """Name of the disc being shot."""
        return next(name for name, disc in self.discs.items() if disc.at == "shot")


def discs_in(event: ShotEvent) -> tuple[str, ...]:
    """Names of the discs that an event is about."""
    return (event.by, event.on) if isinstance(event, Hit | Push) else (event.disc,)
