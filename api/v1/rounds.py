"""Rounds: confirmed, and corrected afterwards."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter
from sqlalchemy import Connection

from api.clock import now
from api.scorekeeping.confirmed import confirm_round, is_corrected, open_questions
from api.service.problems import Refused
from api.store.matches import KeptMatch
from api.store.photos import get_photo, latest_reading
from api.store.reviews import Review, add_review, new_review_id
from api.v1.bodies import RoundBody
from api.v1.changing import Changing
from api.v1.documented import CHANGES, match_answer
from game.events import Event, RoundCorrected, RoundScored

router = APIRouter(tags=["rounds"])
Json = dict[str, Any]


@router.post("/matches/{match_id}/rounds", status_code=201, responses={201: match_answer("The match"), **CHANGES})
def post_round(body: RoundBody, change: Changing) -> Json:
    """Confirm a round. Sent again with the same Idempotency-Key it is counted once."""
    return change.carry_out(lambda connection, kept: _confirm(connection, kept, body, change.by))


@router.put("/matches/{match_id}/rounds/{number}", responses={200: match_answer("The match"), **CHANGES})
def put_round(number: int, body: RoundBody, change: Changing) -> Json:
    """Change a past round; everything that follows from it is worked out again."""

    def correct(connection: Connection, kept: KeptMatch) -> Event:
        event = _confirm(connection, kept, body, change.by)
        return RoundCorrected(round=number, now=event, reason=body.reason or "changed on review", at=now())

    return change.carry_out(correct)


def _confirm(connection: Connection, kept: KeptMatch, body: RoundBody, by: str | None) -> RoundScored:
    """Keep what the person says beside what the program had said. Raises NotKept, Refused, RuleViolation."""
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
