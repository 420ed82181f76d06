"""A match as the JSON object that the API answers with."""

from collections.abc import Mapping
from typing import Any

from api.scorekeeping.confirmed import SIDES
from api.store.matches import KeptMatch
from api.store.reviews import Review
from game.event_json import NAMES
from game.match import Match
from game.options_json import options_to_json
from game.reason import Reason
from game.seating import hammer
from game.state import RoundPlayed
from game.words import log, match_ending, starter

Json = dict[str, Any]


def match_view(kept: KeptMatch, reviews: Mapping[str, Review]) -> Json:
    """The whole match. reviews : by id, as the events name them."""
    match, state = kept.match, kept.match.state
    ending = match_ending(match)
    return {
        "id": kept.id,
        "version": kept.version,
        "created": kept.created,
        "title": kept.title,
        "ruleset": match.setup.options.preset,
        "options": options_to_json(match.setup.options),
        "sides": _sides(match, reviews),
        "rounds": [_round(played, reviews) for played in state.rounds],
        "score": _by_side(state.game.scores),
        "games": [
            {
                "number": game.number,
                "score": _by_side(game.scores),
                "winners": [SIDES[w] for w in game.standing.winners],
            }
            for game in state.games
        ],
        "status": status_of(match),
        "winner": SIDES[state.standing.winners[0]] if len(state.standing.winners) == 1 else None,
        "ending": _reason(ending),
        "next": _next(match),
        "asks": _asks(match),
        "history": _history(match),
    }


def match_line(kept: KeptMatch) -> Json:
    """The match as a list of matches shows it."""
    match = kept.match
    return {
        "id": kept.id,
        "title": kept.title,
        "status": status_of(match),
        "score": _by_side(match.state.game.scores),
        "created": kept.created,
        "version": kept.version,
    }


def status_of(match: Match) -> str:
    """`finished`, or `playing` as long as anything may follow."""
    return "finished" if match.state.over else "playing"


def _by_side(counts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(SIDES, counts, strict=False))


def _reason(reason: Reason | None) -> Json | None:
    return None if reason is None else {"rule": reason.rule, "text": reason.text}


def _sides(match: Match, reviews: Mapping[str, Review]) -> list[Json]:
    colours = _colours(match, reviews)
    return [
        {"id": SIDES[i], "name": side.name, "players": list(side.players), "colour": colours.get(SIDES[i])}
        for i, side in enumerate(match.setup.seating.sides)
    ]


def _colours(match: Match, reviews: Mapping[str, Review]) -> dict[str, Json]:
    """The discs of each side in the last round that was scored from a photo."""
    for played in reversed(match.state.rounds):
        review = reviews.get(played.scored.score_id or "") if played.scored else None
        if review is not None and review.document and review.document["camera"]:
            teams = {team["id"]: team for team in review.document["teams"]}
            sides = review.sent.get("sides") or {}
            return {
                side: {"team": team["id"], "name": team["name"], "rgb": team["rgb"]}
                for side in SIDES[: len(match.table.names)]
                if (team := teams.get(sides.get(side, side)))
            }
    return {}


def _round(played: RoundPlayed, reviews: Mapping[str, Review]) -> Json:
    scored = played.scored
    review = reviews.get(scored.score_id or "") if scored else None
    return {
        "number": played.number,
        "starter": played.starter,
        "kind": played.kind,
        "totals": _by_side(scored.totals) if scored else None,
        "twenties": _by_side(scored.twenties) if scored and scored.twenties is not None else None,
        "points": _by_side(played.points),
        "winner": None if played.winner is None else SIDES[played.winner],
        "reason": played.reason,
        "needs_review": played.needs_review,
        "scored_by": scored.scored_by if scored else None,
        "photo": review.photo_id if review else None,
        "document": review.document if review else None,
        "sides": (review.sent.get("sides") or None) if review else None,
        "corrected": review.corrected if review else False,
    }


def _next(match: Match) -> Json | None:
    due = match.state.due
    if due is None or match.state.over:
        return None
    ring, why = match.table.ring, starter(match)
    number = match.state.rounds[-1].number + 1 if match.state.rounds else 1
    return {
        "round": number,
        "starts": None if due.place is None else ring[due.place],
        "hammer": None if due.place is None else hammer(match.setup.options, match.setup.seating, due.place),
        "reason": why.text if why else None,
    }


def _asks(match: Match) -> list[Json]:
    """What someone has to say before or while the match goes on."""
    state, asks = match.state, []
    ring = match.table.ring
    if state.due is not None and not state.over and state.due.choices:
        players = list(dict.fromkeys(ring[place] for place in state.due.choices))
        must = state.due.place is None
        asks.append({"kind": "start", "must": must, "players": players, "text": "Who starts the next round?"})
    level = state.standing.level or state.game.standing.level
    if level:
        shots = match.setup.options.shootout_shots
        text = f"A shoot-out decides: {shots} shots for each side, only 20s count."
        asks.append({"kind": "shootout", "must": True, "sides": [SIDES[side] for side in level], "text": text})
    if state.needs_review:
        numbers = list(state.needs_review)
        text = f"Round {', '.join(map(str, numbers))} has a disc in doubt that can change what it pays."
        asks.append({"kind": "review", "must": False, "rounds": numbers, "text": text})
    return asks


def _history(match: Match) -> list[Json]:
    lines = []
    for seq, (event, line) in enumerate(zip(match.events, log(match), strict=True), start=1):
        text = line.removeprefix(f"{seq}. ").removeprefix(f"{event.at} " if event.at else "")
        reason = getattr(event, "reason", None)
        lines.append({"seq": seq, "at": event.at, "kind": NAMES[type(event)], "text": text, "reason": reason})
    return lines
