"""Requests already carried out, so that a phone that resends never scores twice."""

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from api.clock import now
from api.store.errors import KeyReused
from api.store.tables import done_requests


@dataclass(frozen=True, kw_only=True)
class RequestKey:
    """key : chosen by the sender. fingerprint : SHA-256 of method, path and body."""

    key: str
    fingerprint: str


def subject_of(connection: Connection, request: RequestKey | None) -> str | None:
    """What the request made when it came before; None for a new one. Raises KeyReused."""
    if request is None:
        return None
    found = connection.execute(select(done_requests).where(done_requests.c.key == request.key)).one_or_none()
    if found is None:
        return None
    if found.fingerprint != request.fingerprint:
        raise KeyReused("This Idempotency-Key came before with another request.")
    return str(found.subject)


def note_done(connection: Connection, request: RequestKey | None, subject: str) -> None:
    """Note what a request made, in the transaction that made it."""
    if request is not None:
        connection.execute(
            insert(done_requests).values(key=request.key, fingerprint=request.fingerprint, at=now(), subject=subject)
        )
