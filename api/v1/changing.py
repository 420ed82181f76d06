"""One change of a match, carried out once, on the version that the sender saw, and told to whoever watches."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Response
from sqlalchemy import Connection

from api.scorekeeping.match_view import match_view
from api.service.access import Scorer
from api.service.parts import Parts, Shared
from api.store.done_requests import RequestKey, note_done, subject_of
from api.store.matches import KeptMatch, append_event, get_match
from api.store.reviews import reviews_of
from api.v1.conditions import Key, Wanted, check_version, set_etag
from game.events import Event

Json = dict[str, Any]
MakeEvent = Callable[[Connection, KeptMatch], Event]


@dataclass(frozen=True, eq=False, kw_only=True)
class Change:
    """What a request says beside its body. wanted : the version that is changed, None for any. by : the credential."""

    parts: Parts
    response: Response
    match_id: str
    wanted: int | None
    by: str | None
    key: RequestKey | None

    def carry_out(self, make: MakeEvent) -> Json:
        """The match after the event that `make` says; as it is now, where the key has been seen before.

        Raises NotKept, Stale, KeyReused, RuleViolation.
        """
        view = self.parts.store.write(lambda connection: self._carry_out(connection, make))
        self.parts.changes.tell(self.match_id)
        set_etag(self.response, view["version"])
        return view

    def _carry_out(self, connection: Connection, make: MakeEvent) -> Json:
        kept = get_match(connection, self.match_id, to_change=True)
        if subject_of(connection, self.key) is None:
            check_version(self.wanted, kept.version)
            kept = append_event(connection, kept, make(connection, kept), self.by)
            note_done(connection, self.key, self.match_id)
        return match_view(kept, reviews_of(connection, self.match_id))


def _change(match_id: str, response: Response, who: Scorer, parts: Shared, wanted: Wanted, key: Key) -> Change:
    return Change(parts=parts, response=response, match_id=match_id, wanted=wanted, by=who.credential, key=key)


Changing = Annotated[Change, Depends(_change)]
