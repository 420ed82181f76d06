"""A match's setup worked out once: ring, discs, scoring and ending for the number of sides."""

from dataclasses import dataclass

from game.options import Ending, Options
from game.outcome import Scoring
from game.seating import Seating, discs_of_sides
from game.state import Setup


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    """What is looked up at every event. ring_sides : side at each place of the ring. discs : of each side."""

    options: Options
    seating: Seating
    scoring: Scoring
    end: Ending
    ring: tuple[str, ...]
    ring_sides: tuple[int, ...]
    discs: tuple[int, ...]
    names: tuple[str, ...]
    players: tuple[tuple[str, ...], ...]


def lay_table(setup: Setup) -> Table:
    """Work out the table. Three individuals have a scoring and an ending of their own."""
    options, seating = setup.options, setup.seating
    three = len(seating.sides) == 3
    ring = seating.ring
    return Table(
        options=options,
        seating=seating,
        scoring=options.scoring3 if three else options.scoring,
        end=options.end3 if three else options.end,
        ring=ring,
        ring_sides=tuple(seating.side_of(player) for player in ring),
        discs=discs_of_sides(options, seating),
        names=tuple(side.name for side in seating.sides),
        players=tuple(side.players for side in seating.sides),
    )
