"""Matches: a setup and a log of events that only grows."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from api.clock import now
from api.store.errors import NotKept, Stale
from api.store.tables import events, matches
from game.event_json import event_from_json, event_to_json
from game.events import Event
from game.match import Match, new_match, record
from game.match_json import match_from_members, match_to_members
from game.options_json import Json
from game.state import Setup


@dataclass(frozen=True, kw_only=True)
class KeptMatch:
    """A match as it is kept. version : number of its events, which every change adds to."""

    id: str
    created: str
    title: str
    match: Match

    @property
    def version(self) -> int:
        """What an ETag says."""
        return len(self.match.events)


def new_match_id() -> str:
    """An id that nobody can guess."""
    return str(uuid.uuid4())


def add_match(connection: Connection, setup: Setup) -> KeptMatch:
    """Keep a new match. Raises RuleViolation."""
    match = new_match(setup)
    title = " – ".join(match.table.names)
    members: dict[str, Json] = match_to_members(match)
    del members["events"]
    connection.execute(insert(matches).values(id=setup.match_id, created=setup.date, title=title, setup=members))
    return KeptMatch(id=setup.match_id, created=setup.date, title=title, match=match)


def get_match(connection: Connection, match_id: str, *, to_change: bool = False) -> KeptMatch:
    """One match. to_change : nobody else may change it until the transaction ends. Raises NotKept."""
    asked = select(matches).where(matches.c.id == match_id)
    found = connection.execute(asked.with_for_update() if to_change else asked).one_or_none()
    if found is None:
        raise NotKept("There is no such match.")
    log = select(events.c.body).where(events.c.match_id == match_id).order_by(events.c.seq)
    return _kept(found.id, found.created, found.title, found.setup, list(connection.execute(log).scalars()))


def list_matches(connection: Connection, limit: int | None = None) -> list[KeptMatch]:
    """Matches, the newest first: all of them, or so many."""
    newest = select(matches).order_by(matches.c.created.desc(), matches.c.id).limit(limit)
    of_them = events.c.match_id.in_(select(newest.subquery().c.id))
    log: dict[str, list[Json]] = {}
    for row in connection.execute(select(events.c.match_id, events.c.body).where(of_them).order_by(events.c.seq)):
        log.setdefault(row.match_id, []).append(row.body)
    return [_kept(row.id, row.created, row.title, row.setup, log.get(row.id, [])) for row in connection.execute(newest)]


def match_ids(connection: Connection) -> list[str]:
    """The id of every match."""
    return list(connection.execute(select(matches.c.id)).scalars())


def version_of(connection: Connection, match_id: str) -> int | None:
    """The version, None for a match that is not kept."""
    found = select(func.max(events.c.seq)).where(events.c.match_id == match_id)
    if connection.execute(select(matches.c.id).where(matches.c.id == match_id)).first() is None:
        return None
    return connection.execute(found).scalar() or 0


def append_event(connection: Connection, kept: KeptMatch, event: Event, entered_by: str | None) -> KeptMatch:
    """The match with one more event, kept. Raises RuleViolation, and Stale where another was faster."""
    match = record(kept.match, event)
    # As read back, so that what is answered now is what will be answered later.
    body = event_to_json(event)
    assert event_from_json(body) == event
    try:
        with connection.begin_nested():
            connection.execute(
                insert(events).values(
                    match_id=kept.id, seq=len(match.events), at=event.at or now(), body=body, entered_by=entered_by
                )
            )
    except IntegrityError as error:
        raise Stale(version_of(connection, kept.id) or 0) from error
    return KeptMatch(id=kept.id, created=kept.created, title=kept.title, match=match)


def delete_match(connection: Connection, match_id: str) -> None:
    """Remove a match with its log and reviews. Raises NotKept."""
    if connection.execute(delete(matches).where(matches.c.id == match_id)).rowcount == 0:
        raise NotKept("There is no such match.")


def _kept(match_id: str, created: str, title: str, setup: dict[str, Json], log: Sequence[Json]) -> KeptMatch:
    return KeptMatch(
        id=match_id, created=created, title=title, match=match_from_members({**setup, "events": list(log)})
    )
