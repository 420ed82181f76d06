"""Photos are kept as long and as many as the club says; what was read in them stays."""

from dataclasses import dataclass

from sqlalchemy import delete, select

from api.clock import now
from api.store.photos import mark_gone
from api.store.store import Store
from api.store.tables import done_requests, photos

KEY_DAYS = 30


@dataclass(frozen=True, kw_only=True)
class Retention:
    """days, bytes : of photos; None for no limit."""

    days: int | None
    bytes: int | None


def sweep(store: Store, rule: Retention) -> None:
    """Remove photos that are too old, then the oldest beyond the size.

    Idempotency keys are forgotten after KEY_DAYS days.
    """
    with store.writing() as connection:
        connection.execute(delete(done_requests).where(done_requests.c.at < now(-KEY_DAYS)))
        asked = select(photos.c.id, photos.c.added, photos.c.bytes).where(photos.c.gone.is_(None))
        kept = list(connection.execute(asked.order_by(photos.c.added.desc(), photos.c.id)))
        total, going = 0, []
        for row in kept:
            total += row.bytes
            too_old = rule.days is not None and row.added < now(-rule.days)
            if too_old or (rule.bytes is not None and total > rule.bytes):
                going.append(row.id)
        for photo_id in going:
            mark_gone(connection, photo_id)
    for photo_id in going:
        store.files.remove(photo_id)
