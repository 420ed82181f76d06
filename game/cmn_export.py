"""A finished match as a CMN record.

The notation knows two sides and their rounds only. Members of our own start with x_: who shot first, which game a
round belongs to, who scored it, the way of scoring, and the whole match, so that reading it back loses nothing.
Scores are full totals, 20s included, as the rulebooks count them.
"""

import json

from game.cmn import CmnGame, CmnPlayer, CmnRecord, CmnTeam
from game.match import Match
from game.match_json import match_to_members
from game.options_json import Json
from game.seating import Side
from game.state import RoundPlayed
from game.violation import RuleViolation

POINT_SYSTEMS = {"differential": "difference", "simple": "simple"}


def match_to_cmn(
    match: Match, *, source: str | None = None, event: str | None = None, reviewed: bool = False, hammer: bool = False
) -> CmnRecord:
    """The record of a finished match.

    source, event : JSON objects as text. reviewed : a person's yes to rounds whose doubt could change the result.
    hammer : write `hammer` too, by the draft's literal wording, the first shooter. Raises RuleViolation for a match
    that is not over, that CMN has no word for, or that still needs review.
    """
    _check_exportable(match, reviewed)
    setup, state = match.setup, match.state
    cids = dict(setup.cids)
    winners = state.standing.winners
    return CmnRecord(
        id=setup.match_id,
        date=setup.date,
        format="singles" if setup.seating.mode == "2" else "doubles",
        teams=tuple(_team(side, cids) for side in setup.seating.sides),
        games=tuple(_game(match, number, played, hammer) for number, played in _grouped(match)),
        winner=winners[0] if len(winners) == 1 else None,
        game_format=_game_format(match),
        event=event,
        source=source,
        match_more=_match_members(match),
    )


def _check_exportable(match: Match, reviewed: bool) -> None:
    if match.setup.seating.mode not in ("2", "4"):
        raise RuleViolation("CMN knows singles and doubles only: export this match as CSV or as our own JSON")
    if not match.state.over:
        raise RuleViolation("the match is not finished: play on, or have an official award it")
    if match.state.needs_review and not reviewed:
        rounds = ", ".join(str(number) for number in match.state.needs_review)
        raise RuleViolation(f"round {rounds} needs a person's yes: correct or confirm it first")


def _team(side: Side, cids: dict[str, str]) -> CmnTeam:
    players = tuple(CmnPlayer(name=player, cid=cids.get(player)) for player in side.players)
    return CmnTeam(players=players)


def _grouped(match: Match) -> list[tuple[int, RoundPlayed]]:
    return [(game.number, played) for game in match.state.games for played in game.rounds]


def _game(match: Match, group: int, played: RoundPlayed, hammer: bool) -> CmnGame:
    first = match.table.ring_sides[played.start_place]
    more: dict[str, Json] = {"x_first_shooter": first}
    if match.setup.options.match.games > 1:
        more["x_group"] = group
    scored = played.scored
    if scored is None:
        return CmnGame(winner=played.winner, hammer=first if hammer else None, more=json.dumps(more))
    more["x_scored_by"] = scored.scored_by
    if scored.score_id is not None:
        more["x_score_id"] = scored.score_id
    return CmnGame(
        winner=played.winner,
        scores=(scored.totals[0], scored.totals[1]),
        twenties=None if scored.twenties is None else (scored.twenties[0], scored.twenties[1]),
        hammer=first if hammer else None,
        more=json.dumps(more),
    )


def _game_format(match: Match) -> str | None:
    """Only what the draft can say: a fixed number of rounds, or round points to reach in a single game."""
    length, end = match.setup.options.match, match.table.end
    if end.kind == "rounds" and end.level != "continue" and not length.best_of:
        return json.dumps({"type": "fixed", "count": end.length * length.games})
    if end.kind == "points" and match.table.scoring == "two_one_zero" and length.games == 1:
        return json.dumps({"type": "first_to", "target": end.length})
    return None


def _match_members(match: Match) -> str:
    more: dict[str, Json] = {}
    table, state = match.table, match.state
    if table.scoring in POINT_SYSTEMS:
        more["x_point_system"] = POINT_SYSTEMS[table.scoring]
        if table.end.kind == "points":
            more["x_target"] = table.end.length
    if state.shootouts or (len(state.games) == 1 and state.game.ended_by == "shootout"):
        more["x_shootout_winner"] = state.standing.winners[0] if state.standing.winners else None
    more["x_match"] = match_to_members(match)
    return json.dumps(more)
