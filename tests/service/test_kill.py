"""`kill -9` of the server at random moments while phones confirm rounds: every confirmed one is there, none twice."""

import random
import sqlite3
import threading
import time

import httpx2
import psycopg
import pytest
from postgres_cluster import new_database
from served_process import fork, free_port

from api.service.settings import Limits, Settings

API = "/api/v1"
# Rounds enough for no match to end while it is written to: a side gets at most 2 a round.
LONG = {"end": {"type": "points", "target": 1_000_000}}
PHONES, ROUNDS_A_MATCH = 4, 50


class Phone(threading.Thread):
    """Confirms one round after the other; one whose answer was lost is sent again under the same key."""

    def __init__(self, url, name):
        super().__init__()
        self.http, self.phone = httpx2.Client(base_url=url + API, timeout=10), name
        self.stopped = threading.Event()
        self.confirmed, self.cut_off = {}, 0

    def run(self):
        number = 0
        while not self.stopped.is_set():
            body = {"players": ["Ann", "Ben"], "options": LONG}
            match_id = self.post("/matches", body, f"{self.phone}-{number}")["id"]
            self.confirmed[match_id] = 0
            while self.confirmed[match_id] < ROUNDS_A_MATCH and not self.stopped.is_set():
                played = self.confirmed[match_id]
                self.post(f"/matches/{match_id}/rounds", {"totals": totals(played)}, f"{match_id}-{played}")
                self.confirmed[match_id] = played + 1
            number += 1
        self.http.close()

    def post(self, path, body, key):
        while True:
            try:
                answer = self.http.post(path, json=body, headers={"If-Match": "*", "Idempotency-Key": key})
            except httpx2.ConnectError:
                time.sleep(0.01)
            except httpx2.TransportError:
                self.cut_off += 1
            else:
                assert answer.status_code == 201, answer.text
                return answer.json()


def totals(number):
    return {"A": 5 * (number % 9), "B": 0}


def kill_again_and_again(settings, kills, check):
    """Phones play on while servers come and go; afterwards each match has its rounds, all of them, in order."""
    draw, port = random.Random(7), free_port()
    phones = [Phone(f"http://127.0.0.1:{port}", str(name)) for name in range(PHONES)]
    server = fork(settings, port)
    for phone in phones:
        phone.start()
    for kill in range(kills):
        time.sleep(draw.uniform(0.02, 0.15))
        server.kill()
        server.join()
        if kill % 20 == 0:
            check()
        server = fork(settings, port)
    for phone in phones:
        phone.stopped.set()
        phone.join()
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}{API}") as http:
        for phone in phones:
            for match_id, confirmed in phone.confirmed.items():
                rounds = http.get(f"/matches/{match_id}").json()["rounds"]
                assert [played["totals"] for played in rounds] == [totals(number) for number in range(confirmed)]
        assert len(http.get("/matches").json()) == sum(len(phone.confirmed) for phone in phones)
    server.terminate()
    server.join()
    check()
    rounds, cut_off = (
        sum(sum(phone.confirmed.values()) for phone in phones),
        sum(phone.cut_off for phone in phones),
    )
    print(f"{kills} kills, {rounds} rounds confirmed, {cut_off} requests cut off and sent again")
    # Most kills met requests on their way, or this would show nothing.
    assert cut_off > kills


@pytest.mark.slow
def test_two_hundred_kills(tmp_path):
    def check():
        store = sqlite3.connect(tmp_path / "crokinole.sqlite")
        assert store.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert store.execute("PRAGMA foreign_key_check").fetchall() == []
        reviews, events, gaps = store.execute(
            "SELECT (SELECT count(*) FROM reviews), count(*), (SELECT count(*) FROM"
            " (SELECT max(seq) - count(*) AS gap FROM events GROUP BY match_id) WHERE gap) FROM events"
        ).fetchone()
        store.close()
        assert (reviews, gaps) == (events, 0)

    kill_again_and_again(Settings(data=tmp_path, limits=Limits(requests_per_s=1e6)), 200, check)


@pytest.mark.slow
def test_kills_on_postgresql(tmp_path, postgres):
    url = new_database(postgres)

    def check():
        with psycopg.connect(url) as store:
            # What the dead server had sent may still be at work: its locks go with its connections.
            reviews = store.execute("SELECT count(*) FROM reviews").fetchone()
            assert reviews == store.execute("SELECT count(*) FROM events").fetchone()

    settings = Settings(data=tmp_path, database_url=url, limits=Limits(requests_per_s=1e6))
    kill_again_and_again(settings, 20, check)
