"""Photos and what the program read in them."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from api.clock import now
from api.store.errors import NotKept
from api.store.tables import photos, readings

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class KeptPhoto:
    """A photo as it is kept. id : SHA-256 of its file. gone : when the file was removed, None while it is there."""

    id: str
    added: str
    name: str
    bytes: int
    width: int
    height: int
    focal_35mm: float | None
    gone: str | None = None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """How a photo was to be read. handles : where a player had put the board, px. measured : the set that was told."""

    ruleset: str
    handles: list[list[float]] | None = None
    measured: Json | None = None


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What the program said about a photo."""

    id: int
    photo_id: str
    asked: Asked
    document: Json
    seconds: float


def add_photo(connection: Connection, photo: KeptPhoto) -> None:
    """Keep a photo; one that is kept already stays as it is, but is there again if its file had been removed."""
    if connection.execute(select(photos.c.id).where(photos.c.id == photo.id)).first() is None:
        connection.execute(insert(photos).values(**vars(photo)))
    else:
        connection.execute(update(photos).where(photos.c.id == photo.id).values(gone=None))


def add_reading(connection: Connection, photo_id: str, asked: Asked, document: Json, seconds: float) -> Reading:
    """Keep what the program said."""
    said: Json = {"photo_id": photo_id, "document": document, "seconds": seconds}
    kept = insert(readings).values(at=now(), **said, **vars(asked)).returning(readings.c.id)
    return Reading(id=connection.execute(kept).scalar_one(), asked=asked, **said)


def get_photo(connection: Connection, photo_id: str) -> KeptPhoto:
    """One photo whose file is there. Raises NotKept."""
    found = connection.execute(select(photos).where(photos.c.id == photo_id)).one_or_none()
    if found is None or found.gone is not None:
        raise NotKept("There is no such photo, or it has been deleted.")
    return KeptPhoto(**found._mapping)


def latest_reading(connection: Connection, photo_id: str) -> Reading | None:
    """The last thing that the program said about a photo."""
    every = select(readings).where(readings.c.photo_id == photo_id)
    found = connection.execute(every.order_by(readings.c.id.desc()).limit(1)).one_or_none()
    if found is None:
        return None
    asked = Asked(ruleset=found.ruleset, handles=found.handles, measured=found.measured)
    return Reading(id=found.id, photo_id=photo_id, asked=asked, document=found.document, seconds=found.seconds)


def delete_photo(connection: Connection, photo_id: str) -> None:
    """Remove a photo and its readings; rounds that were scored by it stay. Raises NotKept."""
    if connection.execute(delete(photos).where(photos.c.id == photo_id)).rowcount == 0:
        raise NotKept("There is no such photo.")


def mark_gone(connection: Connection, photo_id: str) -> None:
    """Note that a photo's file is removed; what was read in it stays."""
    connection.execute(update(photos).where(photos.c.id == photo_id).values(gone=now()))
