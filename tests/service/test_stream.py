"""Live updates over a real connection: told of each change, and again after the connection broke."""

import urllib.request
from contextlib import contextmanager

import httpx2
import pytest
from running_service import running_service

from api.service.settings import Limits, Settings

API = "/api/v1"


@pytest.fixture
def match(http):
    return http.post(f"{API}/matches", json={"players": ["Ann", "Ben"]}).json()


@contextmanager
def stream(served, match, last=None):
    """Events as they come: (name, data) pairs, comments as ("", text)."""
    request = urllib.request.Request(f"{served[0]}{API}/matches/{match['id']}/stream")
    if last is not None:
        request.add_header("Last-Event-ID", last)

    def events(answer):
        fields = {}
        for line in answer:
            name, _, value = line.decode().rstrip("\n").partition(":")
            if not line.strip():
                if "event" in fields or "" in fields:
                    yield fields.get("event", ""), fields.get("data") or fields.get("")
                fields = {}
            else:
                fields[name] = value.strip()

    with urllib.request.urlopen(request, timeout=5) as answer:
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        yield events(answer)


def play(http, match):
    url = f"{API}/matches/{match['id']}/rounds"
    return http.post(url, json={"totals": {"A": 5, "B": 0}}, headers={"If-Match": "*"})


def test_a_change_is_told(served, http, match):
    with stream(served, match) as events:
        assert next(events) == ("match", "0")
        assert play(http, match).status_code == 201
        assert next(events) == ("match", "1")


def test_after_a_broken_connection_only_news_is_told(served, http, match):
    play(http, match)
    with stream(served, match, last="1") as events:
        assert next(events) == ("", "still here")
    play(http, match)
    with stream(served, match, last="1") as events:
        assert next(events) == ("match", "2")


def test_a_deleted_match_ends_the_stream(served, http, match):
    with stream(served, match) as events:
        next(events)
        http.delete(f"{API}/matches/{match['id']}")
        assert list(events)[-1] == ("gone", "deleted")


def test_streams_that_are_left_are_forgotten(served, http, match):
    with stream(served, match) as events:
        next(events)
        assert served[1].changes.open_streams == 1
    for _ in range(100):
        http.get(f"{API}/me")
        if served[1].changes.open_streams == 0:
            break
    assert served[1].changes.open_streams == 0


def test_there_are_only_so_many_streams(tmp_path):
    limits = Limits(workers=1, streams=0)
    with running_service(Settings(data=tmp_path, limits=limits)) as (url, _), httpx2.Client(base_url=url) as http:
        match = http.post(f"{API}/matches", json={"players": ["Ann", "Ben"]}).json()
        refused = http.get(f"{API}/matches/{match['id']}/stream")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_streams")


def test_a_match_that_is_not_there_has_no_stream(http):
    assert http.get(f"{API}/matches/nothing/stream").status_code == 404
