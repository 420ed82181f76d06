"""Rounds: confirmed, and corrected afterwards."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Connection

from api.scorekeeping.confirmed import confirm_round, is_corrected, open_questions
from api.service.access import Scorer
from api.service.parts import Shared
from api.service.problems import Refused
from api.store.matches import KeptMatch
from api.store.photos import get_photo, latest_reading
from api.store.reviews import Review, add_review, new_review_id
from api.store.store import now
from api.v1.bodies import RoundBody
from api.v1.changing import change_match
from api.v1.conditions import Key, Wanted, set_etag
from api.v1.documented import CHANGES, match_answer
from game.events import Event, RoundCorrected, RoundScored

router = APIRouter(tags=["rounds"])
Json = dict[str, Any]


@router.post("/matches/{match_id}/rounds", status_code=201, responses={201: match_answer("The match"), **CHANGES})
def post_round(
    match_id: str, body: RoundBody, response: Response, who: Scorer, parts: Shared, wanted: Wanted, key: Key
) -> Json:
    """Confirm a round. Sent again with the same Idempotency-Key it is counted once."""

    def scored(connection: Connection, kept: KeptMatch) -> Event:
        return _confirm(connection, kept, body, who.credential)

    view = change_match(parts, match_id, wanted, scored, who.credential, key)
    set_etag(response, view["version"])
    return view


@router.put("/matches/{match_id}/rounds/{number}", responses={200: match_answer("The match"), **CHANGES})
def put_round(
    match_id: str,
    number: int,
    body: RoundBody,
    response: Response,
    who: Scorer,
    parts: Shared,
    wanted: Wanted,
    key: Key,
) -> Json:
    """Change a past round; everything that follows from it is worked out again."""

    def corrected(connection: Connection, kept: KeptMatch) -> Event:
        event = _confirm(connection, kept, body, who.credential)
        return RoundCorrected(round=number, now=event, reason=body.reason or "changed on review", at=now())

    view = change_match(parts, match_id, wanted, corrected, who.credential, key)
    set_etag(response, view["version"])
    return view


def _confirm(connection: Connection, kept: KeptMatch, body: RoundBody, by: str | None) -> RoundScored:
    """Keep what the person says beside what the program had said. Raises NotKept, RuleViolation."""
    reading = None
    if body.photo is not None:
        get_photo(connection, body.photo)
        reading = latest_reading(connection, body.photo)
    sent = body.confirmation()
    said = reading.document if reading else None
    if said and not body.checked and (questions := open_questions(said, sent)):
        advice = "Look at the board, then send `checked`, or the discs or totals as they are."
        raise Refused(422, "questions_open", " ".join(questions), advice)
    event, document = confirm_round(kept.match, said, sent, new_review_id())
    assert event.score_id is not None
    review = Review(
        id=event.score_id,
        photo_id=body.photo,
        reading_id=reading.id if reading else None,
        sent=body.model_dump(mode="json"),
        document=document,
        corrected=said is not None and (document is None or is_corrected(said, document["discs"], sent)),
    )
    add_review(connection, kept.id, review, by)
    return replace(event, at=now())
