"""Can these totals be? A round's numbers against the discs that were shot.

Discs on the board and 20s together are at most the discs shot (a proposal: the rulebooks take it for granted).
"""

from collections.abc import Sequence

from game.events import RoundScored
from game.violation import RuleViolation


def check_round(scored: RoundScored, discs: Sequence[int], names: Sequence[str]) -> None:
    """Refuse what no board can show.

    discs : what each side shoots in a round. names : of the sides, for the message. Raises RuleViolation.
    """
    for totals, _ in ((scored.totals, 1.0), *scored.possible):
        if len(totals) != len(discs):
            raise RuleViolation(f"a total for each of the {len(discs)} sides, not {len(totals)}")
        for total, owned, name in zip(totals, discs, names, strict=True):
            if total % 5 or not 0 <= total <= 20 * owned:
                raise RuleViolation(f"{name} cannot have {total} points: a multiple of 5, at most {20 * owned}")
    if scored.twenties is not None:
        _check_twenties(scored, scored.twenties, discs, names)


def check_twenties_by_player(scored: RoundScored, sides: Sequence[Sequence[str]]) -> None:
    """Refuse 20s kept by player that do not add up to those of the side. sides : players' names."""
    by_player = dict(scored.twenties_by_player)
    if scored.twenties is None or len(by_player) != len(scored.twenties_by_player):
        raise RuleViolation("20s by player need the 20s of each side, and each player once")
    if not by_player.keys() <= {player for side in sides for player in side}:
        raise RuleViolation("20s of someone who does not play")
    if any(
        sum(by_player.get(player, 0) for player in side) != count
        for side, count in zip(sides, scored.twenties, strict=True)
    ):
        raise RuleViolation("the players' 20s do not add up to those of their side")


def _check_twenties(scored: RoundScored, twenties: Sequence[int], discs: Sequence[int], names: Sequence[str]) -> None:
    if len(twenties) != len(discs):
        raise RuleViolation(f"20s for each of the {len(discs)} sides, not {len(twenties)}")
    for total, count, owned, name in zip(scored.totals, twenties, discs, names, strict=True):
        if not 0 <= count <= owned:
            raise RuleViolation(f"{name} cannot have {count} 20s with {owned} discs")
        on_board = total - 20 * count
        if not 0 <= on_board <= 15 * (owned - count):
            raise RuleViolation(f"{name} cannot have {total} points with {count} 20s and {owned} discs")
