"""Everything that is kept, in one ZIP file; and everything deleted."""

import json
import zipfile
from pathlib import Path

from sqlalchemy import Connection, Table, delete, select

from api.store.matches import list_matches
from api.store.store import Store
from api.store.tables import done_requests, events, matches, photos, readings, reviews
from game.cmn import write_cmn
from game.cmn_export import match_to_cmn
from game.csv_sheet import csv_sheet
from game.match_json import match_to_json
from game.violation import RuleViolation

CONTENTS = """Everything that this crokinole scorer kept.

matches/ID.json      the whole match (crokinole.match/1)
matches/ID.csv       its rounds as a table
matches/ID.cmn.json  a finished match in Crokinole Match Notation
photos/ID.jpg        photos, without what their files told about place, time and owner
photos.jsonl         one line for each photo
readings.jsonl       what the program said about each photo (crokinole.score/1)
reviews.jsonl        what people confirmed or corrected
"""


def write_archive(store: Store, target: Path) -> None:
    """Write the ZIP file. Photos are stored as they are, since they do not shrink."""
    with store.reading() as connection, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", CONTENTS)
        for kept in list_matches(connection):
            archive.writestr(f"matches/{kept.id}.json", match_to_json(kept.match))
            archive.writestr(f"matches/{kept.id}.csv", csv_sheet(kept.match))
            try:
                cmn = write_cmn(match_to_cmn(kept.match, reviewed=True))
            except RuleViolation:  # not over yet, or not a match of two sides
                continue
            archive.writestr(f"matches/{kept.id}.cmn.json", cmn)
        for table in (photos, readings, reviews):
            archive.writestr(f"{table.name}.jsonl", _lines(connection, table))
        for photo_id in connection.execute(select(photos.c.id).where(photos.c.gone.is_(None))).scalars():
            if store.files.path(photo_id).exists():
                archive.write(store.files.path(photo_id), f"photos/{photo_id}.jpg", zipfile.ZIP_STORED)


def delete_everything(store: Store) -> None:
    """Delete every match, photo, reading and correction; paired phones and tokens stay paired."""
    with store.writing() as connection:
        kept = list(connection.execute(select(photos.c.id)).scalars())
        for table in (reviews, readings, photos, events, matches, done_requests):
            connection.execute(delete(table))
    for photo_id in kept:
        store.files.remove(photo_id)
    if store.engine.dialect.name == "sqlite":
        # What was deleted still lies in the write-ahead log.
        with store.engine.connect() as connection:
            connection.connection.dbapi_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[union-attr]


def _lines(connection: Connection, table: Table) -> str:
    rows = connection.execute(select(table).order_by(*table.primary_key.columns))
    return "".join(json.dumps(dict(row._mapping), ensure_ascii=False) + "\n" for row in rows)
