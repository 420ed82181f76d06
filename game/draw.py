"""Who plays whom: random seating, everybody against everybody, partners that change each game.

Sources: Mayday, Tournament Rules (random seating; round robin; random partners for each game). The caller brings the
random numbers, so that a draw can be repeated from its seed.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.violation import RuleViolation

if TYPE_CHECKING:
    from random import Random

Pair = tuple[str, str]


def random_seating(names: Sequence[str], random: "Random") -> tuple[str, ...]:
    """The names in a drawn order: seats clockwise, places in a bracket, or who starts. Raises RuleViolation."""
    _check_names(names, 2)
    return tuple(random.sample(list(names), len(names)))


def round_robin(names: Sequence[str]) -> tuple[tuple[Pair, ...], ...]:
    """Rounds in which everybody meets everybody once; with an odd number one sits out in each.

    The circle method: one stays, the others move on by one place each round. Who stands first in a pair starts, and
    that alternates as far as the numbers allow. Raises RuleViolation for fewer than two names, or the same one twice.
    """
    _check_names(names, 2)
    ring: list[str | None] = [*names, None] if len(names) % 2 else list(names)
    half = len(ring) // 2
    rounds = []
    for number in range(len(ring) - 1):
        turned = [ring[0], *ring[1 + number :], *ring[1 : 1 + number]]
        pairs = []
        for table, (one, other) in enumerate(zip(turned[:half], reversed(turned[half:]), strict=True)):
            if one is not None and other is not None:
                pairs.append((other, one) if (table or number) % 2 else (one, other))
        rounds.append(tuple(pairs))
    return tuple(rounds)


def partner_rotation(names: Sequence[str]) -> tuple[tuple[tuple[Pair, Pair], ...], ...]:
    """Games of doubles in which everybody is everybody's partner once.

    For each round its tables, two pairs at each; a pair left over sits out. Raises RuleViolation for fewer than four
    names, or an odd number of them, which would leave someone without a partner.
    """
    _check_names(names, 4)
    if len(names) % 2:
        raise RuleViolation("partners need an even number of players")
    return tuple(tuple(zip(pairs[::2], pairs[1::2], strict=False)) for pairs in round_robin(names))


def random_partners(names: Sequence[str], random: "Random") -> tuple[tuple[Pair, Pair], ...]:
    """Tables of one game of doubles, everything drawn; up to three players sit out. Raises RuleViolation."""
    drawn = random_seating(names, random)
    _check_names(names, 4)
    return tuple(
        ((drawn[at], drawn[at + 1]), (drawn[at + 2], drawn[at + 3])) for at in range(0, len(drawn) - len(drawn) % 4, 4)
    )


def _check_names(names: Sequence[str], least: int) -> None:
    if len(set(names)) != len(names):
        raise RuleViolation("a name comes twice in the draw")
    if len(names) < least:
        raise RuleViolation(f"a draw needs at least {least}, not {len(names)}")
