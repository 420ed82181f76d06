"""Matches: new, listed, one, undone, deleted."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from sqlalchemy import Connection

from api.clock import now
from api.openapi import answer
from api.scorekeeping.match_view import match_line, match_view
from api.service.access import AnyCaller, Scorer
from api.service.parts import Shared
from api.store.done_requests import note_done, subject_of
from api.store.matches import add_match, delete_match, get_match, list_matches, new_match_id
from api.store.reviews import reviews_of
from api.v1.bodies import NewMatch
from api.v1.changing import Changing
from api.v1.conditions import Key, set_etag
from api.v1.documented import CHANGES, match_answer
from api.v1.examples import MATCH_LINE, NEW_MATCH
from game.events import Undone
from game.options_json import options_with
from game.presets import preset
from game.seating import usual_seating
from game.state import Setup
from game.violation import RuleViolation

router = APIRouter(tags=["matches"])
Json = dict[str, Any]
BY_PLAYERS = {2: "singles", 3: "three", 4: "doubles"}
PLAYERS = {"singles": 2, "three": 3, "doubles": 4, "two_against_one": 3}


@router.get("/matches", responses={200: answer("The matches", [MATCH_LINE])})
def get_matches(
    who: AnyCaller, parts: Shared, limit: Annotated[int, Query(ge=1, le=10_000, description="At most so many")] = 200
) -> list[Json]:
    """Matches, the newest first."""
    with parts.store.reading() as connection:
        return [match_line(kept) for kept in list_matches(connection, limit)]


@router.post("/matches", status_code=201, responses={201: answer("The new match", NEW_MATCH)})
def post_match(body: NewMatch, response: Response, who: Scorer, parts: Shared, key: Key) -> Json:
    """Begin a match."""
    setup = _setup(body)

    def begin(connection: Connection) -> Json:
        made_before = subject_of(connection, key)
        if made_before is not None:
            return match_view(get_match(connection, made_before), reviews_of(connection, made_before))
        note_done(connection, key, setup.match_id)
        return match_view(add_match(connection, setup), {})

    view = parts.store.write(begin)
    set_etag(response, view["version"])
    response.headers["Location"] = f"/api/v1/matches/{view['id']}"
    return view


@router.get("/matches/{match_id}", responses={200: match_answer("The match")})
def get_one_match(match_id: str, response: Response, who: AnyCaller, parts: Shared) -> Json:
    """One match with its rounds, score, history and what it asks."""
    with parts.store.reading() as connection:
        kept = get_match(connection, match_id)
        view = match_view(kept, reviews_of(connection, match_id))
    set_etag(response, kept.version)
    return view


@router.post("/matches/{match_id}/undo", responses={200: match_answer("The match"), **CHANGES})
def post_undo(change: Changing) -> Json:
    """Take the latest event still in effect back; it stays in the history."""
    return change.carry_out(lambda _, kept: Undone(at=now()))


@router.delete("/matches/{match_id}", status_code=204)
def delete_one_match(match_id: str, who: Scorer, parts: Shared) -> Response:
    """Delete a match with its history; its photos stay until they are deleted themselves."""
    with parts.store.writing() as connection:
        delete_match(connection, match_id)
    parts.changes.tell(match_id)
    return Response(status_code=204)


def _setup(body: NewMatch) -> Setup:
    """Raises RuleViolation."""
    if "preset" in body.options:
        raise RuleViolation("the rule set is chosen by its name in `ruleset`")
    mode = body.seating or BY_PLAYERS[len(body.players)]
    if PLAYERS[mode] != len(body.players):
        raise RuleViolation(f"{mode.replace('_', ' ')} is not for {len(body.players)} players")
    alone = body.players[0] if mode == "two_against_one" else None
    return Setup(
        match_id=new_match_id(),
        date=now(),
        options=options_with(preset(body.ruleset), body.options),
        seating=usual_seating(body.players, alone),
        first=body.starts or body.players[0],
    )
