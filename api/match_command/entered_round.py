"""A round as it is entered: by hand, or from a photo with what a person adds to it."""

from dataclasses import replace

from api.errors import BadMatch
from api.match_command.counts import counts_by_side
from api.match_command.entry import Entry, twenties_given
from game.events import RoundScored
from game.match import Match


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
