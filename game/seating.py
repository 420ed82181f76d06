"""Who sits where, who plays together, and in which order they shoot.

The board has a ring of places, clockwise. With two against one the ring has four: the place opposite the one who
plays alone is empty and falls to that player too, which gives the order 1, 2, 3, 2.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from game.options import Options
from game.violation import RuleViolation

Mode = Literal["2", "3", "4", "2v1"]
# Control characters, line and paragraph separators, and half characters that no file can hold.
NOT_IN_A_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, kw_only=True)
class Side:
    """A player alone or a team: its name, its players' names, and the colour of its discs where that is kept."""

    name: str
    players: tuple[str, ...]
    colour: str | None = None


@dataclass(frozen=True, kw_only=True)
class Seating:
    """Players at the board. seats : names clockwise. sides : who plays together, in the order of the score sheet.

    Raises RuleViolation unless it is two, three or four players, or two against one, with partners opposite.
    """

    seats: tuple[str, ...]
    sides: tuple[Side, ...]

    def __post_init__(self) -> None:
        players = [player for side in self.sides for player in side.players]
        if sorted(players) != sorted(self.seats) or len(set(players)) != len(players):
            raise RuleViolation("every player needs one side and one seat, and a name of their own")
        colours = [side.colour for side in self.sides if side.colour is not None]
        if not all(is_one_line(name) for name in (*players, *(side.name for side in self.sides), *colours)):
            raise RuleViolation("a name is one line of text, and cannot be empty")
        if len(set(colours)) != len(colours):
            raise RuleViolation("two sides cannot have discs of the same colour")
        if len({side.name for side in self.sides}) != len(self.sides):
            raise RuleViolation("two sides cannot have the same name")
        if self.mode == "4" and self.side_of(self.seats[0]) != self.side_of(self.seats[2]):
            raise RuleViolation("partners sit opposite each other: seats alternate between the sides")

    @property
    def mode(self) -> Mode:
        """How they play: two, three individuals, four in teams, two against one."""
        modes: dict[tuple[int, ...], Mode] = {(1, 1): "2", (1, 1, 1): "3", (2, 2): "4", (1, 2): "2v1"}
        sizes = tuple(sorted(len(side.players) for side in self.sides))
        if sizes not in modes:
            raise RuleViolation("crokinole is for two, three or four players: 1-1, 2-2, 1-1-1 or 2-1")
        return modes[sizes]

    @property
    def ring(self) -> tuple[str, ...]:
        """The player at each place, clockwise."""
        if self.mode != "2v1":
            return self.seats
        alone = next(side.players[0] for side in self.sides if len(side.players) == 1)
        at = self.seats.index(alone)
        around = (alone, self.seats[(at + 1) % 3], alone, self.seats[(at + 2) % 3])
        first = around.index(self.seats[0])
        return around[first:] + around[:first]

    def side_of(self, player: str) -> int:
        """Place of the player's side among the sides. Raises RuleViolation for a stranger."""
        for number, side in enumerate(self.sides):
            if player in side.players:
                return number
        raise RuleViolation(f"{player} does not play in this match")

    def place_of(self, player: str) -> int:
        """The player's place on the ring; the seat, not the empty place, of one who plays alone.

        Raises RuleViolation for a stranger.
        """
        self.side_of(player)
        ring, neighbour = self.ring, self.seats[(self.seats.index(player) + 1) % len(self.seats)]
        places = [place for place, name in enumerate(ring) if name == player]
        return next((place for place in places if ring[(place + 1) % len(ring)] == neighbour), places[0])


def usual_seating(
    players: Sequence[str], alone: str | None = None, colours: Mapping[str, str] | None = None
) -> Seating:
    """Players clockwise: two or three each for themselves, four with partners opposite, or one alone against two.

    alone : of three players; the others are a team. colours : of the discs, by any player of the side. A team is called
    by its players' names. Raises RuleViolation.
    """
    if alone is not None and (alone not in players or len(players) != 3):
        raise RuleViolation("only one of three players can play alone against the other two")
    if alone is not None:
        teams = [(alone,), tuple(player for player in players if player != alone)]
    else:
        teams = [tuple(players[::2]), tuple(players[1::2])] if len(players) == 4 else [(player,) for player in players]
    given = dict(colours or {})
    sides = tuple(
        Side(
            name=" & ".join(team),
            players=team,
            colour=next((given.pop(player) for player in team if player in given), None),
        )
        for team in teams
    )
    if given:
        raise RuleViolation(f"a colour for {min(given)}, who does not play or whose side has one already")
    return Seating(seats=tuple(players), sides=sides)


def is_one_line(text: str) -> bool:
    """Whether this can stand in a line of a score sheet: something to see, and nothing that breaks the line."""
    return bool(text.strip()) and NOT_IN_A_LINE.search(text) is None


def discs_each(options: Options, seating: Seating) -> dict[str, int]:
    """Discs that each player shoots in a round."""
    counts = options.discs
    if seating.mode == "2v1":
        return {
            player: counts.alone if len(side.players) == 1 else counts.pair
            for side in seating.sides
            for player in side.players
        }
    each = {"2": counts.two, "3": counts.three, "4": counts.four}[seating.mode]
    return dict.fromkeys(seating.seats, each)


def discs_of_sides(options: Options, seating: Seating) -> tuple[int, ...]:
    """Discs that each side shoots in a round."""
    each = discs_each(options, seating)
    return tuple(sum(each[player] for player in side.players) for side in seating.sides)


def shot_order(ring: Sequence[str], start_place: int, discs: dict[str, int]) -> tuple[str, ...]:
    """Who shoots, in turn, until every disc is shot. Whoever has none left is passed over."""
    left = dict(discs)
    order = []
    place = start_place
    while any(left.values()):
        player = ring[place % len(ring)]
        if left[player]:
            left[player] -= 1
            order.append(player)
        place += 1
    return tuple(order)


def hammer(options: Options, seating: Seating, start_place: int) -> str:
    """Who has the last shot of the round: the players' word is the hammer."""
    return shot_order(seating.ring, start_place, discs_each(options, seating))[-1]
