"""A round as it is entered: by hand, or from a photo with what a person adds to it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from api.errors import BadMatch
from api.match_command.counts import counts_by_side, named_counts, player_named
from game.events import RoundScored
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


def entered_round(match: Match, entry: Entry, at: str) -> RoundScored:
    """The round. Raises BadMatch, UnreadablePhoto, and RuleViolation for what the rules do not allow."""
    if (entry.totals is None) == (entry.photo is None):
        raise BadMatch("A round needs its totals or a photo, one of them.")
    if entry.photo is not None:
        # Imported here: whoever enters totals by hand needs no picture library.
        from api.match_command.photo_round import round_from_photo

        return replace(round_from_photo(match, entry.photo, entry), at=at)
    if entry.teams or entry.answers or entry.checked or entry.set_file:
        raise BadMatch("--teams, --answer, --checked and --set belong to a photo.")
    assert entry.totals is not None
    totals = counts_by_side(entry.totals, match, "points")
    twenties, by_player = twenties_given(entry.twenties, match)
    return RoundScored(totals=totals, twenties=twenties, twenties_by_player=by_player, at=at)


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
