"""A CMN record as a match.

A record that this project wrote carries the whole match and comes back exactly. From any other, the rounds are
replayed as a game of that many rounds, and the winner on record stands.
"""

from dataclasses import replace

from game.cmn import CmnGame, CmnRecord
from game.cmn_export import match_to_cmn
from game.event_json import BadMatchFile, members, parse
from game.events import MatchAwarded, RoundAwarded, RoundScored, ScoredBy, StartChosen
from game.match import Match, new_match, record
from game.match_json import match_from_members
from game.options import Ending, Options
from game.options_json import Json
from game.outcome import Scoring
from game.presets import PRESETS
from game.seating import Seating, Side
from game.state import Setup

AS_RECORDED = "as recorded"


def match_from_cmn(cmn: CmnRecord, *, scores_without_twenties: bool = False) -> Match:
    """The match of a record.

    scores_without_twenties : the user's word that this file's scores leave the 20s out, as one of the draft's own
    examples does. Raises BadMatchFile when the record contradicts itself, RuleViolation when it cannot have happened.
    """
    whole = members(parse(cmn.match_more)).get("x_match")
    if whole is not None:
        return _checked(match_from_members(members(whole)), cmn)
    match = _replayed(cmn, len(cmn.games), scores_without_twenties)
    winners = match.state.standing.winners
    if match.state.over and (winners[0] if winners else None) == cmn.winner:
        return match
    # The winner on record rests on something that the rounds do not show: one round is left open for the ruling.
    still_open = _replayed(cmn, len(cmn.games) + 1, scores_without_twenties)
    return record(still_open, MatchAwarded(winner=cmn.winner, reason=AS_RECORDED))


def _checked(match: Match, cmn: CmnRecord) -> Match:
    written = match_to_cmn(match, reviewed=True)
    told = [(game.winner, game.scores, game.twenties) for game in cmn.games]
    if told != [(game.winner, game.scores, game.twenties) for game in written.games] or cmn.winner != written.winner:
        raise BadMatchFile("x_match disagrees with the games beside it: one of them was changed")
    return match


def _replayed(cmn: CmnRecord, rounds: int, scores_without_twenties: bool) -> Match:
    match = new_match(_setup(cmn, rounds))
    for number, game in enumerate(cmn.games, start=1):
        first = members(parse(game.more)).get("x_first_shooter")
        due = match.state.due
        if due is not None and due.place is not None and first in (0, 1) and match.table.ring_sides[due.place] != first:
            starter = match.table.players[first == 1][0]
            match = record(match, StartChosen(player=starter, reason=AS_RECORDED))
        match = record(match, _round(game, number, match.setup.options, scores_without_twenties))
    return match


def _round(game: CmnGame, number: int, options: Options, scores_without_twenties: bool) -> RoundScored | RoundAwarded:
    if game.scores is None:
        if options.scoring != "two_one_zero":
            raise BadMatchFile(f"game {number} has no scores, and its {options.scoring} points cannot be told")
        points = {0: (2, 0), 1: (0, 2), None: (1, 1)}[game.winner]
        return RoundAwarded(points=points, reason=AS_RECORDED)
    totals = game.scores
    if scores_without_twenties and game.twenties is not None:
        totals = (totals[0] + 20 * game.twenties[0], totals[1] + 20 * game.twenties[1])
    higher = None if totals[0] == totals[1] else int(totals[1] > totals[0])
    if higher != game.winner:
        raise BadMatchFile(f"game {number}: its winner disagrees with its scores {totals[0]} to {totals[1]}")
    score_id = members(parse(game.more)).get("x_score_id")
    return RoundScored(
        totals=totals,
        twenties=game.twenties,
        scored_by=_scored_by(game),
        score_id=score_id if isinstance(score_id, str) else None,
    )


def _scored_by(game: CmnGame) -> ScoredBy:
    known: dict[Json, ScoredBy] = {"camera": "camera", "camera+person": "camera+person"}
    told = members(parse(game.more)).get("x_scored_by")
    return known.get(told, "person") if isinstance(told, str) else "person"


def _setup(cmn: CmnRecord, rounds: int) -> Setup:
    sides = tuple(
        Side(name=" & ".join(players), players=players)
        for players in (tuple(player.name for player in team.players) for team in cmn.teams)
    )
    seats = tuple(player for pair in zip(*(side.players for side in sides), strict=True) for player in pair)
    first = members(parse(cmn.games[0].more)).get("x_first_shooter") if cmn.games else None
    return Setup(
        match_id=cmn.id,
        date=cmn.date,
        options=_options(cmn, rounds),
        seating=Seating(seats=seats, sides=sides),
        first=sides[1 if first == 1 else 0].players[0],
        cids=tuple((player.name, player.cid) for team in cmn.teams for player in team.players if player.cid),
    )


def _options(cmn: CmnRecord, rounds: int) -> Options:
    """2/1/0 unless the record says otherwise; the number of rounds on record, since a target may mean anything."""
    nca = PRESETS["nca"]
    system = members(parse(cmn.match_more)).get("x_point_system")
    scoring: dict[Json, Scoring] = {"difference": "differential", "simple": "simple"}
    many = any(_needs_twelve(game) for game in cmn.games)
    return replace(
        nca,
        scoring=scoring.get(system, "two_one_zero") if isinstance(system, str) else "two_one_zero",
        end=Ending(kind="rounds", length=max(rounds, 1), level="draw"),
        discs=replace(nca.discs, two=12) if many else nca.discs,
    )


def _needs_twelve(game: CmnGame) -> bool:
    """Whether eight discs cannot show this: house rules and older rulebooks play singles with twelve."""
    if game.scores is None:
        return False
    counted = zip(game.scores, game.twenties or (0, 0), strict=True)
    return any(total > 20 * 8 or count > 8 or total - 20 * count > 15 * (8 - count) for total, count in counted)
