"""The store itself, on both databases."""

import json
import os
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import MetaData, inspect, select, text, update
from sqlalchemy.exc import DBAPIError

from api.store.archive import delete_everything, write_archive
from api.store.credentials import add_credential, find_credential, revoke
from api.store.done_requests import RequestKey, note_done, subject_of
from api.store.errors import KeyReused, NotKept, Stale, StoreError
from api.store.matches import add_match, append_event, get_match
from api.store.migrate import downgrade, revisions, upgrade
from api.store.photo_files import ABANDONED_S, PhotoFiles
from api.store.photos import Asked, KeptPhoto, add_photo, add_reading, latest_reading
from api.store.retention import Retention, sweep
from api.store.reviews import Review, add_review, reviews_of
from api.store.store import open_store
from api.store.tables import events, metadata, photos
from game.events import RoundScored
from game.match_json import match_from_json
from game.presets import preset
from game.seating import Seating, Side
from game.state import Setup

DOCUMENT = {"schema": "crokinole.score/1", "discs": [{"x_mm": 0.1, "note": "naïve – ½"}], "reasons": []}


def setup(match_id="m1"):
    sides = (Side(name="Ann", players=("Ann",)), Side(name="Ben", players=("Ben",)))
    seating = Seating(seats=("Ann", "Ben"), sides=sides)
    return Setup(match_id=match_id, date="2026-11-20T19:30:00Z", options=preset("nca"), seating=seating, first="Ann")


def photo(letter, added="2026-11-20T19:30:00Z", size=100):
    return KeptPhoto(id=letter * 64, added=added, name="round.jpg", bytes=size, width=4, height=3, focal_35mm=26.0)


def fill(store):
    """One match of two rounds, the first from a photo, corrected."""
    with store.writing() as connection:
        add_photo(connection, photo("a"))
        reading = add_reading(connection, "a" * 64, Asked(ruleset="nca", measured={"name": "club"}), DOCUMENT, 0.5)
        kept = add_match(connection, setup())
        review = Review(
            id="r1", photo_id="a" * 64, reading_id=reading.id, sent={"x": 1}, document=DOCUMENT, corrected=True
        )
        add_review(connection, "m1", review, "phone-1")
        kept = append_event(connection, kept, RoundScored(totals=(60, 35), twenties=(1, 0), score_id="r1"), "phone-1")
        append_event(connection, kept, RoundScored(totals=(0, 5)), None)


def contents(store):
    with store.reading() as connection:
        return (
            get_match(connection, "m1").match,
            reviews_of(connection, "m1"),
            latest_reading(connection, "a" * 64),
        )


def test_what_is_kept_comes_back(store):
    fill(store)
    match, reviews, reading = contents(store)
    assert match.state.game.scores == (2, 2)
    assert reviews["r1"].document == reading.document == DOCUMENT
    assert reviews["r1"].corrected
    with pytest.raises(NotKept), store.reading() as connection:
        get_match(connection, "other")


def test_events_cannot_be_rewritten(store):
    fill(store)
    with pytest.raises((StoreError, DBAPIError)), store.writing() as connection:
        connection.execute(update(events).values(body={"type": "undone"}))
    assert contents(store)[0].state.game.scores == (2, 2)


def test_two_who_read_the_same_version_cannot_both_write(store):
    fill(store)
    with store.reading() as connection:
        kept = get_match(connection, "m1")
    with store.writing() as connection:
        append_event(connection, kept, RoundScored(totals=(5, 0)), None)
    with pytest.raises(Stale), store.writing() as connection:
        append_event(connection, kept, RoundScored(totals=(0, 5)), None)
    assert contents(store)[0].state.game.scores == (4, 2)


def test_one_request_at_the_same_moment_is_carried_out_once(store):
    request = RequestKey(key="k", fingerprint="f")

    def carry_out(connection):
        if subject_of(connection, request) is not None:
            return "done before"
        time.sleep(0.05)
        note_done(connection, request, "m1")
        return "done"

    with ThreadPoolExecutor(8) as senders:
        assert sorted(senders.map(lambda _: store.write(carry_out), range(8))) == ["done"] + ["done before"] * 7


def test_a_transaction_that_fails_leaves_nothing(store):
    fill(store)

    def half_done():
        with store.writing() as connection:
            append_event(connection, get_match(connection, "m1"), RoundScored(totals=(5, 0)), None)
            raise KeyReused("stop here")

    with pytest.raises(KeyReused):
        half_done()
    assert len(contents(store)[0].events) == 2


def test_migrations_make_what_the_program_queries(store):
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def rows(store):
    """Everything in the database, by table and column, as it is now."""
    metadata = MetaData()
    metadata.reflect(store.engine)
    with store.reading() as connection:
        return {
            table.name: {
                column.name: list(connection.execute(select(column).order_by(*table.primary_key)).scalars())
                for column in table.columns
            }
            for table in metadata.sorted_tables
            if table.name != "alembic_version"
        }


def test_down_and_up_again_keeps_the_data(store):
    fill(store)
    with store.writing() as connection:
        add_credential(connection, "phone", "Ann's")
    before, program = rows(store), contents(store)
    for revision in revisions()[-2::-1]:
        downgrade(store.engine, revision)
        now = rows(store)
        assert len(now["events"]["seq"]) == 2
        for table, columns in now.items():
            assert columns == {column: before[table][column] for column in columns}, f"{table} at {revision}"
    assert "credentials" not in now
    upgrade(store.engine)
    match, reviews, reading = contents(store)
    assert (match, reviews, reading.document) == (program[0], program[1], DOCUMENT)
    assert rows(store).keys() == before.keys()
    downgrade(store.engine, "base")
    assert set(inspect(store.engine).get_table_names()) == {"alembic_version"}
    upgrade(store.engine)
    fill(store)
    assert contents(store) == program


def test_secrets_are_not_kept(store):
    with store.writing() as connection:
        made, secret = add_credential(connection, "program", "board")
    with store.reading() as connection:
        assert find_credential(connection, secret) == made
        assert find_credential(connection, secret[:-1]) is None
        rows = connection.execute(text("SELECT * FROM credentials")).all()
    assert secret not in str(rows)
    with store.writing() as connection:
        revoke(connection, made.id)
        assert find_credential(connection, secret) is None


def test_photos_go_by_age_and_then_by_size(store):
    added = {"a": "2020-01-01T00:00:00Z", "b": "2026-01-01T00:00:00Z", "c": "2098-01-01T00:00:00Z"}
    with store.writing() as connection:
        for letter, when in added.items():
            add_photo(connection, photo(letter, when, size=100))
    for letter in added:
        store.files.path(letter * 64).parent.mkdir()
        store.files.path(letter * 64).write_bytes(b"x")

    def kept_by(days=None, size=None):
        sweep(store, Retention(days=days, bytes=size))
        with store.reading() as connection:
            kept = {row.id[0] for row in connection.execute(select(photos.c.id).where(photos.c.gone.is_(None)))}
        assert all(store.files.path(letter * 64).exists() <= (letter in kept) for letter in added)
        return kept

    assert kept_by() == {"a", "b", "c"}
    assert kept_by(days=365 * 3) == {"b", "c"}
    assert kept_by(size=150) == {"c"}
    with store.writing() as connection:
        add_photo(connection, photo("a"))
    assert kept_by(size=100) == {"c"}


def test_a_photo_swept_away_leaves_what_was_read(store):
    fill(store)
    sweep(store, Retention(days=None, bytes=1))
    match, reviews, reading = contents(store)
    assert match.state.game.scores == (2, 2)
    assert reviews["r1"].photo_id is None
    assert reading.document == DOCUMENT


def test_everything_out_and_everything_gone(store, tmp_path):
    fill(store)
    store.files.path("a" * 64).parent.mkdir()
    store.files.path("a" * 64).write_bytes(b"a photo")
    write_archive(store, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert archive.read(f"photos/{'a' * 64}.jpg") == b"a photo"
        assert match_from_json(archive.read("matches/m1.json").decode()) == contents(store)[0]
        assert json.loads(archive.read("readings.jsonl"))["document"] == DOCUMENT
        assert json.loads(archive.read("reviews.jsonl"))["corrected"] is True
    delete_everything(store)
    assert {name: max(map(len, columns.values())) for name, columns in rows(store).items()} == dict.fromkeys(
        rows(store), 0
    )
    assert not store.files.path("a" * 64).exists()


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError):
        open_store(tmp_path / "file" / "data")


def test_only_ids_become_paths(store):
    for name in ("../../etc/passwd", "a" * 63, "A" * 64, "a" * 64 + "/..", ""):
        with pytest.raises(ValueError, match="no photo"):
            store.files.path(name)


def test_what_a_crash_left_half_received_goes_and_what_comes_in_now_stays(tmp_path):
    files = PhotoFiles(folder=tmp_path / "photos", incoming=tmp_path / "incoming")
    files.prepare()
    for name, age_s in (("left", 2 * ABANDONED_S), ("coming", 1.0)):
        (files.incoming / name).write_bytes(b"x")
        os.utime(files.incoming / name, (time.time() - age_s,) * 2)
    files.prepare()
    assert [path.name for path in files.incoming.iterdir()] == ["coming"]
