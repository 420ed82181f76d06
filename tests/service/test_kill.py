"""`kill -9` at random moments during writes: every confirmed round is there, whole, and nothing is there twice."""

import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest
from served_process import start
from sqlalchemy import func, select, text
from synthetic import ROOT

from api.store.matches import add_match, get_match
from api.store.store import open_store
from api.store.tables import done_requests, events, reviews
from game.presets import preset
from game.seating import Seating, Side
from game.state import Setup

WRITER = Path(__file__).with_name("light_writer.py")
# Rounds enough for no match to end while it is written to: a side gets at most 2 a round.
LONG = {"end": {"type": "points", "target": 1_000_000}}


def long_match(store, match_id):
    from game.options_json import options_with

    sides = (Side(name="Ann", players=("Ann",)), Side(name="Ben", players=("Ben",)))
    setup = Setup(
        match_id=match_id,
        date="2026-11-20T19:30:00Z",
        options=options_with(preset("nca"), LONG),
        seating=Seating(seats=("Ann", "Ben"), sides=sides),
        first="Ann",
    )
    with store.writing() as connection:
        add_match(connection, setup)


def write_and_die(folder, match_id, database_url, after_s):
    """Rounds that the writer said were confirmed before it was killed."""
    command = [sys.executable, str(WRITER), str(folder), match_id, *([database_url] if database_url else [])]
    writer = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert writer.stdout.readline() == "ready\n"
    time.sleep(after_s)
    writer.send_signal(signal.SIGKILL)
    said = writer.communicate()[0]
    return [int(line) for line in said.splitlines() if line]


def check_store(store, match_id, confirmed, kills):
    with store.reading() as connection:
        kept = get_match(connection, match_id)
        seqs = list(connection.execute(select(events.c.seq).where(events.c.match_id == match_id)).scalars())
        count = connection.execute(
            select(func.count()).select_from(reviews).where(reviews.c.match_id == match_id)
        ).scalar()
        keys = connection.execute(
            select(func.count()).select_from(done_requests).where(done_requests.c.subject == match_id)
        ).scalar()
        if store.engine.dialect.name == "sqlite":
            assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
    assert sorted(seqs) == list(range(1, len(seqs) + 1))
    # With each kill one round may have been kept whose writer did not live to say so.
    assert set(confirmed) <= set(seqs)
    assert len(seqs) - len(set(confirmed)) <= kills
    assert count == keys == kept.version == len(kept.match.state.rounds) == len(seqs)
    for number, played in enumerate(kept.match.state.rounds, start=1):
        assert played.scored.totals == (5 * (number % 9), 0)


@pytest.mark.slow
def test_two_hundred_kills(tmp_path):
    """Half of the kills wait for a random moment of up to 30 ms; a write takes about 3 ms, so all its parts are hit."""
    draw = random.Random(7)
    rounds = 0
    for kill in range(200):
        # A new match now and then, so that what is checked after each kill stays small.
        if kill % 20 == 0:
            match_id, confirmed = f"m{kill}", []
            store = open_store(tmp_path)
            long_match(store, match_id)
            store.close()
        confirmed += write_and_die(tmp_path, match_id, None, draw.uniform(0.0, 0.03))
        store = open_store(tmp_path)
        check_store(store, match_id, confirmed, kill % 20 + 1)
        store.close()
        rounds += len(confirmed) if kill % 20 == 19 else 0
    assert rounds > 200


@pytest.mark.slow
def test_kills_on_postgresql(tmp_path, postgres):
    from postgres_cluster import new_database

    url = new_database(postgres)
    draw, confirmed = random.Random(8), []
    store = open_store(tmp_path, url)
    long_match(store, "m")
    for kill in range(15):
        confirmed += write_and_die(tmp_path, "m", url, draw.uniform(0.0, 0.05))
        # The server may still be finishing what the dead writer had sent: its locks go with its connection.
        check_store(store, "m", confirmed, kill + 1)
    store.close()


@pytest.mark.slow
def test_kills_of_the_whole_server(tmp_path):
    """A phone that resends with the same key after each kill: every round once, in order."""
    draw = random.Random(9)
    match_id, number = None, 0
    for _ in range(8):
        server, port = start(tmp_path)
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=10) as http:
            if match_id is None:
                match_id = http.post("/matches", json={"players": ["Ann", "Ben"], "options": LONG}).json()["id"]
            kept = http.get(f"/matches/{match_id}").json()
            assert kept["version"] in (number, number + 1)
            killer = threading.Timer(draw.uniform(0.05, 0.4), server.kill)
            killer.start()
            with suppress(httpx2.TransportError):
                while True:
                    # A round whose answer was lost is sent again, by the next server, under the same key.
                    assert _send(http, match_id, number) == 201
                    number += 1
        server.communicate()
    server, port = start(tmp_path)
    rounds = httpx2.get(f"http://127.0.0.1:{port}/api/v1/matches/{match_id}").json()["rounds"]
    server.kill()
    server.communicate()
    assert number > 8
    assert [played["totals"]["A"] for played in rounds] == [5 * (n % 9) for n in range(len(rounds))]
    assert len(rounds) in (number, number + 1)


def _send(http, match_id, number):
    headers = {"If-Match": "*", "Idempotency-Key": f"round-{number}"}
    body = {"totals": {"A": 5 * (number % 9), "B": 0}}
    answer = http.post(f"/matches/{match_id}/rounds", json=body, headers=headers)
    return answer.status_code
