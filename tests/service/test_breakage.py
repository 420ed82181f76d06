"""Disk full, store locked, damaged uploads: clear errors, nothing lost, nothing hangs."""

import random
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import cv2
import httpx2
import psycopg
import pytest
from fastapi.testclient import TestClient
from postgres_cluster import new_database
from running_service import running_service
from served_process import start, wait_until_up
from sqlalchemy import event
from synthetic import ROOT

from api.service.app import create_service
from api.service.settings import Limits, Settings

API = "/api/v1"
PROBLEM = {"detail", "advice", "code"}
ROUND = {"totals": {"A": 5, "B": 0}}
LONG = {"end": {"type": "points", "target": 1_000_000}}
PHOTOS = [ROOT / "sample_images" / name for name in ("phone_02.jpg", "overhead_03.jpg")]


def small(path):
    """A photo at half its size, so that a thousand of them take a minute or two."""
    half = cv2.resize(cv2.imread(str(path)), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", half)[1].tobytes()


def new_match(client):
    return client.post(f"{API}/matches", json={"players": ["Ann", "Ben"], "options": LONG}).json()["id"]


def play(client, match_id):
    return client.post(f"{API}/matches/{match_id}/rounds", json=ROUND, headers={"If-Match": "*"})


@pytest.fixture
def impatient(tmp_path):
    """A client of a service on SQLite that waits for locks for 0.2 s only."""
    app = create_service(Settings(data=tmp_path, limits=Limits(workers=1), store_busy_s=0.2))
    yield TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 1)), tmp_path, app.state.parts
    app.state.parts.store.close()


def test_a_locked_store_is_waited_for_then_said(impatient):
    client, folder, _ = impatient
    match_id = new_match(client)
    other = sqlite3.connect(folder / "crokinole.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    refused = play(client, match_id)
    assert (refused.status_code, refused.json()["code"]) == (503, "store_busy")
    assert refused.headers["retry-after"]
    assert time.monotonic() - began < 5
    assert client.get(f"{API}/matches/{match_id}").status_code == 200
    other.execute("ROLLBACK")
    other.close()
    assert play(client, match_id).status_code == 201


def test_a_row_locked_on_postgresql_is_waited_for_then_said(tmp_path, postgres):
    url = new_database(postgres)
    app = create_service(Settings(data=tmp_path, database_url=url, limits=Limits(workers=1), store_busy_s=0.3))
    client = TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 1))
    match_id = new_match(client)
    with psycopg.connect(url) as other:
        other.execute("SELECT * FROM matches FOR UPDATE")
        refused = play(client, match_id)
        assert (refused.status_code, refused.json()["code"]) == (503, "store_busy")
        other.rollback()
    assert play(client, match_id).status_code == 201
    app.state.parts.store.close()


def test_a_database_that_grows_no_further(impatient):
    """As with a full disk: the round is refused, everything before it stays, and it goes on once there is room."""
    client, _, parts = impatient
    match_id = new_match(client)
    pages = [0]

    def bound(connection, *_):
        if pages[0]:
            connection.execute(f"PRAGMA max_page_count={pages[0]}")

    event.listen(parts.store.engine, "checkout", bound)
    with parts.store.reading() as connection:
        pages[0] = connection.exec_driver_sql("PRAGMA page_count").scalar()
    played = 0
    while (answer := play(client, match_id)).status_code == 201:
        played += 1
        assert played < 500
    assert (answer.status_code, answer.json()["code"]) == (507, "store_full")
    kept = client.get(f"{API}/matches/{match_id}").json()
    assert len(kept["rounds"]) == played
    pages[0] = 1_000_000
    assert play(client, match_id).json()["version"] == played + 1


LIMITED = """
import resource, signal, sys, runpy
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv[1:2] = []
runpy.run_module("api", run_name="__main__")
"""


@pytest.mark.slow
def test_a_real_disk_that_fills_up(tmp_path):
    """A server whose files may not grow beyond 400 kB: photos and rounds are refused clearly, what was kept stays."""
    server, port = start(tmp_path)
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}") as http:
        match_id = new_match(http)
        assert play(http, match_id).status_code == 201
    server.terminate()
    server.communicate()
    limited = subprocess.Popen(
        [sys.executable, "-c", LIMITED, "400000", "serve", "--port", str(port), "--data", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until_up(port)
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            codes = [play(http, match_id).status_code for _ in range(150)]
            assert set(codes) <= {201, 503, 507}
            assert codes[-1] != 201
            photo = http.post(f"{API}/photos", content=PHOTOS[0].read_bytes())
            assert photo.status_code in (503, 507)
            assert photo.json()["advice"]
            kept = http.get(f"{API}/matches/{match_id}").json()["rounds"]
            assert len(kept) == 1 + codes.count(201)
    finally:
        limited.kill()
        limited.wait()
    server, port = start(tmp_path)
    after = httpx2.get(f"http://127.0.0.1:{port}{API}/matches/{match_id}").json()["rounds"]
    server.kill()
    server.communicate()
    assert after == kept


def mutated(photos, seed):
    """A photo as broken disks, networks and people with time send it."""
    draw = random.Random(seed)
    data = bytearray(draw.choice(photos))
    kind = draw.randrange(5)
    if kind == 0:
        del data[draw.randrange(len(data)) :]
    elif kind == 1:
        for _ in range(draw.choice((1, 10, 100))):
            data[draw.randrange(len(data))] = draw.randrange(256)
    elif kind == 2:
        for _ in range(draw.choice((1, 5))):
            data[draw.randrange(min(700, len(data)))] = draw.randrange(256)
    elif kind == 3:
        at = draw.randrange(len(data))
        data[at:at] = draw.randbytes(draw.choice((1, 100, 5000)))
    else:
        data = bytearray(draw.choice((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"II*\x00", b"GIF89a", b"RIFF1234WEBP")))
        data += draw.randbytes(draw.randrange(3000))
    return bytes(data)


@pytest.mark.slow
def test_a_thousand_mutated_uploads(tmp_path):
    """Each is scored or refused with a reason; afterwards a good photo scores as before and nothing is left over."""
    limits = Limits(requests_per_s=1e6, burst=10**6, photo_s=20.0)
    with running_service(Settings(data=tmp_path, limits=limits)) as (url, _), httpx2.Client(timeout=60) as http:

        def send(photo):
            return http.post(f"{url}{API}/photos", content=photo)

        photos = [small(path) for path in PHOTOS]
        good = send(photos[0]).json()["document"]
        with ThreadPoolExecutor(2) as senders:
            answers = list(senders.map(lambda seed: send(mutated(photos, seed)), range(1000)))
        codes = Counter(answer.status_code for answer in answers)
        assert set(codes) <= {201, 413, 415, 422}, codes
        assert all(set(answer.json()) == PROBLEM for answer in answers if answer.status_code != 201)
        assert send(photos[0]).json()["document"] == good
        assert list((tmp_path / "incoming").iterdir()) == []
