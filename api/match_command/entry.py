"""What a person types for a round."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from api.match_command.counts import counts_by_side, named_counts, player_named
from game.match import Match


@dataclass(frozen=True)
class Entry:
    """What was typed for a round. totals, or photo with the rest, as the options of `crokinole match add` say."""

    totals: str | None
    twenties: str | None
    photo: Path | None
    teams: str | None
    answers: Sequence[str]
    checked: bool
    set_file: Path | None


def twenties_given(text: str | None, match: Match) -> tuple[tuple[int, ...] | None, tuple[tuple[str, int], ...]]:
    """20s of the sides, None where they were not counted, and of the players where a team's are given by player.

    Raises BadMatch.
    """
    if text is None:
        return None, ()
    teams = [side for side in match.setup.seating.sides if len(side.players) > 1]
    partners = {player.casefold() for side in teams for player in side.players}
    if "=" not in text or not any(name.casefold() in partners for name, _ in named_counts(text, "20s")):
        return counts_by_side(text, match, "20s"), ()
    by_player = tuple((player_named(name, match), count) for name, count in named_counts(text, "20s"))
    twenties = tuple(
        sum(count for player, count in by_player if player in side.players) for side in match.setup.seating.sides
    )
    return twenties, by_player
