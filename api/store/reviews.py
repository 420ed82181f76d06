"""What people made of a reading, kept beside what the program had said."""

import uuid
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select

from api.clock import now
from api.store.tables import photos, reviews

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Review:
    """One confirmed round. sent : the request. document : the round as confirmed. corrected : unlike the reading.

    photo_id : None where there was no photo, or its file is gone.
    """

    id: str
    photo_id: str | None
    reading_id: int | None
    sent: Json
    document: Json | None
    corrected: bool


def new_review_id() -> str:
    """An id for a review."""
    return str(uuid.uuid4())


def add_review(connection: Connection, match_id: str, review: Review, entered_by: str | None) -> None:
    """Keep a review."""
    connection.execute(insert(reviews).values(match_id=match_id, at=now(), entered_by=entered_by, **vars(review)))


def reviews_of(connection: Connection, match_id: str) -> dict[str, Review]:
    """Every review of a match by its id, in the order they were made."""
    asked = (
        select(reviews, photos.c.gone)
        .join_from(reviews, photos, isouter=True)
        .where(reviews.c.match_id == match_id)
        .order_by(reviews.c.at)
    )
    return {
        row.id: Review(
            id=row.id,
            photo_id=None if row.gone else row.photo_id,
            reading_id=row.reading_id,
            sent=row.sent,
            document=row.document,
            corrected=row.corrected,
        )
        for row in connection.execute(asked)
    }
