"""From the matches of a league or a round robin to the entries of its table."""

from collections.abc import Iterable

from game.match import Match
from game.options import MatchBy
from game.standings import Entry


def entries_from(matches: Iterable[Match], by: MatchBy = "sum_points") -> tuple[Entry, ...]:
    """What every side has from these matches, in the order in which they first come.

    by : what counts as points, those of the rounds or one for each game won; the organiser picks. 20s that were not
    counted in a round are none. Sides are told apart by their names.
    """
    entries: dict[str, Entry] = {}
    for match in matches:
        names, state = match.table.names, match.state
        gained = state.sum_points if by == "sum_points" else state.games_won
        counted = [played.scored.twenties for played in state.rounds if played.scored and played.scored.twenties]
        for side, name in enumerate(names):
            before = entries.get(name, Entry(name=name, points=0))
            met = tuple((other, gained[side]) for other in names if other != name)
            entries[name] = Entry(
                name=name,
                points=before.points + gained[side],
                twenties=before.twenties + sum(twenties[side] for twenties in counted),
                met=before.met + met,
            )
    return tuple(entries.values())
