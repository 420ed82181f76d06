"""One change of a match, carried out once, on the version that the sender saw, and told to whoever watches."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from api.scorekeeping.match_view import match_view
from api.service.parts import Parts
from api.store.done_requests import RequestKey, note_done, subject_of
from api.store.matches import KeptMatch, append_event, get_match
from api.store.reviews import reviews_of
from api.v1.conditions import check_version
from game.events import Event

Json = dict[str, Any]
MakeEvent = Callable[[Connection, KeptMatch], Event]


def change_match(
    parts: Parts, match_id: str, wanted: int | None, make: MakeEvent, by: str | None, key: RequestKey | None = None
) -> Json:
    """The match after the event that `make` says; as it is now, where the key has been seen before.

    Raises NotKept, Stale, KeyReused, RuleViolation.
    """

    def change(connection: Connection) -> Json:
        kept = get_match(connection, match_id, to_change=True)
        if subject_of(connection, key) is None:
            check_version(wanted, kept.version)
            kept = append_event(connection, kept, make(connection, kept), by)
            note_done(connection, key, match_id)
        return match_view(kept, reviews_of(connection, match_id))

    view = parts.store.write(change)
    parts.changes.tell(match_id)
    return view
