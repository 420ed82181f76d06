"""What the service refuses before it does anything: other sites, other names, guesses, floods, long bodies."""

import socket
import time
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient
from running_service import running_service

from api.service.addresses import host_name, may_be_called
from api.service.app import create_service
from api.service.pairing import ALL_TRIES, FREE_TRIES, Pairing, PinRefused
from api.service.settings import Limits, Settings
from api.service.slow_heads import PatientProtocol

API = "/api/v1"
MATCH = {"players": ["Ann", "Ben"]}


@pytest.fixture
def local(tmp_path):
    """The service for this machine alone, asked by its own browser."""
    app = create_service(Settings(data=tmp_path, limits=Limits(workers=1)))
    yield TestClient(app, base_url="http://127.0.0.1:8000", client=("127.0.0.1", 50_000))
    app.state.parts.pool.stop()
    app.state.parts.store.close()


@pytest.mark.parametrize("name", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "192.0.2.7", ""])
def test_dns_rebinding_is_refused(local, name):
    """A page of evil.example whose name suddenly means this machine asks with its own name in Host."""
    answer = local.get(f"{API}/matches", headers={"Host": name})
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")


@pytest.mark.parametrize(
    ("header", "name"),
    [("localhost:8000", "localhost"), ("[::1]:8000", "::1"), ("127.0.0.1", "127.0.0.1"), ("A.B:1", "a.b")],
)
def test_host_headers_are_read_right(header, name):
    assert host_name(header) == name


def test_addresses_are_open_in_the_network_and_foreign_names_are_not():
    assert may_be_called("192.168.1.5", lan=True)
    assert not may_be_called("192.168.1.5", lan=False)
    assert may_be_called(f"{socket.gethostname().lower().partition('.')[0]}.local", lan=True)
    assert not may_be_called("evil.example", lan=True)
    assert may_be_called("localhost", lan=False)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "http://127.0.0.1.evil.example:8000"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_cross_site_changes_are_refused(local, headers):
    for send in (
        lambda: local.post(f"{API}/matches", json=MATCH, headers=headers),
        lambda: local.delete(f"{API}/everything?confirm=everything", headers=headers),
        lambda: local.post("/score", content=b"x", headers={"Content-Type": "text/plain", **headers}),
    ):
        answer = send()
        assert (answer.status_code, answer.json()["code"]) == (403, "cross_site")
    assert local.get(f"{API}/matches").json() == []


def test_the_own_page_may(local):
    own = {"Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "same-origin"}
    assert local.post(f"{API}/matches", json=MATCH, headers=own).status_code == 201


def test_answers_carry_safe_headers_and_no_permission_for_others(local):
    headers = local.get(f"{API}/me", headers={"Origin": "http://evil.example"}).headers
    assert "access-control-allow-origin" not in headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "'unsafe-inline'" not in headers["content-security-policy"]


@pytest.mark.parametrize(
    "path",
    [
        "/photos/..%2f..%2f..%2fetc%2fpasswd/image",
        "/photos/%2e%2e%2f%2e%2e%2fcrokinole.sqlite/image",
        f"/photos/{'a' * 62}../image",
        f"/photos/{'a' * 64}%00/image",
        "/matches/..%2f..%2fcrokinole.sqlite",
        "/matches/x/export/..%2f..%2fcrokinole.sqlite",
        "/../../../../etc/passwd",
    ],
)
def test_paths_lead_nowhere_else(local, path):
    answer = local.get(API + path)
    assert answer.status_code in (404, 422)
    assert set(answer.json()) == {"detail", "advice", "code"}


@pytest.mark.parametrize(
    "path", ["..%2froutes.py", "%2e%2e/templates/home.html", "..%2f..%2f..%2fpyproject.toml", "%2fetc%2fpasswd"]
)
def test_only_the_pages_own_files_are_served(local, path):
    assert local.get(f"/static/{path}").status_code == 404


def test_names_of_photos_are_only_names(local):
    from api.v1.photos import _plain_name

    assert _plain_name("../../etc/passwd") == "passwd"
    assert _plain_name("C:\\boot\\round.jpg") == "round.jpg"
    assert _plain_name("a\x00\nb.jpg") == "a__b.jpg"
    assert _plain_name("") == _plain_name("x/") == "photo"


@pytest.mark.parametrize("path", ["/matches", "/look", "/pair"])
def test_long_bodies_are_refused_unread(local, path):
    answer = local.post(API + path, content=b"x" * 4_000_000, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_long_bodies_that_hide_their_length_are_refused(local):
    def pieces():
        for _ in range(100):
            yield b"x" * 10_000

    answer = local.post(f"{API}/matches", content=pieces(), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    lied = local.post(f"{API}/matches", content=b"{}", headers={"Content-Length": "9" * 30})
    assert lied.status_code == 413


def test_whoever_asks_too_fast_waits(tmp_path):
    app = create_service(Settings(data=tmp_path, limits=Limits(workers=1, requests_per_s=0.001, burst=5)))
    clients = [TestClient(app, base_url="http://localhost", client=(f"127.0.0.{n}", 1)) for n in (1, 2)]
    assert [clients[0].get(f"{API}/me").status_code for _ in range(7)] == [200] * 5 + [429] * 2
    assert clients[0].get(f"{API}/me").headers["retry-after"] == "1"
    assert clients[1].get(f"{API}/me").status_code == 200
    app.state.parts.store.close()


def test_viewers_watch_and_scorers_pair(lan_client):
    assert lan_client.get(f"{API}/me").json() == {"role": "viewer", "lan": True, "local": False}
    assert lan_client.get(f"{API}/matches").status_code == 200
    refused = lan_client.post(f"{API}/matches", json=MATCH)
    assert (refused.status_code, refused.json()["code"]) == (401, "not_paired")
    for path in (f"{API}/look", f"{API}/photos", f"{API}/demo", "/score", "/score/overlay", "/score/card?disc=1"):
        assert lan_client.post(path, content=b"x").status_code == 401
    assert lan_client.get(f"{API}/export").status_code == 401
    assert lan_client.delete(f"{API}/everything?confirm=everything").status_code == 401
    wrong = lan_client.post(f"{API}/pair", json={"pin": "654321"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_pin")
    paired = lan_client.post(f"{API}/pair", json={"pin": "123456"})
    assert paired.json()["role"] == "scorer"
    cookie = paired.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert lan_client.get(f"{API}/me").json()["role"] == "scorer"
    assert lan_client.post(f"{API}/matches", json=MATCH).status_code == 201
    assert lan_client.post(f"{API}/tokens", json={"name": "x"}).status_code == 403
    assert lan_client.post(f"{API}/unpair").status_code == 204
    assert lan_client.get(f"{API}/me").json()["role"] == "viewer"


def test_the_own_browser_pairs_too_once_the_network_can_connect(tmp_path):
    app = create_service(Settings(data=tmp_path, lan=True, limits=Limits(workers=1)))
    here = TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 1))
    assert here.get(f"{API}/me").json()["role"] == "viewer"
    app.state.parts.store.close()


def test_tokens_for_programs(local):
    made = local.post(f"{API}/tokens", json={"name": "board"}).json()
    assert [entry["name"] for entry in local.get(f"{API}/tokens").json()] == ["board"]
    assert "token" not in local.get(f"{API}/tokens").json()[0]
    bearer = {"Authorization": f"Bearer {made['token']}"}
    assert local.get(f"{API}/me", headers=bearer).json()["role"] == "scorer"
    assert local.delete(f"{API}/tokens/{made['id']}").status_code == 204
    refused = local.get(f"{API}/me", headers=bearer)
    assert (refused.status_code, refused.json()["code"]) == (401, "bad_token")


def test_guessing_the_pin_locks_and_then_closes():
    """At most ALL_TRIES of a million PINs are ever heard, however many addresses guess and however long."""
    time_s = [0.0]
    pairing = Pairing("999999", clock=lambda: time_s[0])
    for guess in range(FREE_TRIES):
        with pytest.raises(PinRefused) as refused:
            pairing.check(f"{guess:06d}", "192.0.2.1")
        assert not refused.value.locked
    with pytest.raises(PinRefused) as refused:
        pairing.check("999999", "192.0.2.1")
    assert refused.value.locked
    assert refused.value.retry_s == 31
    pairing.check("999999", "192.0.2.2")
    time_s[0] += 31
    pairing.check("999999", "192.0.2.1")
    heard = FREE_TRIES
    for guess in range(1000):
        time_s[0] += 10_000
        try:
            pairing.check("000000", f"192.0.2.{guess}")
        except PinRefused as error:
            heard += not error.locked
    assert heard == ALL_TRIES
    with pytest.raises(PinRefused) as refused:
        pairing.check("999999", "192.0.2.99")
    assert refused.value.retry_s is None


def test_guessing_over_http_is_told_to_wait(lan_client):
    answers = [lan_client.post(f"{API}/pair", json={"pin": f"{n:06d}"}) for n in range(FREE_TRIES + 1)]
    assert [answer.status_code for answer in answers] == [401] * FREE_TRIES + [429]
    assert int(answers[-1].headers["retry-after"]) > 0
    assert lan_client.post(f"{API}/pair", json={"pin": "123456"}).status_code == 429


def test_pins_differ():
    assert len({Pairing().pin for _ in range(50)}) > 45


def test_a_body_that_trickles_is_cut_off(served):
    """A piece may keep the server waiting for half a second here; the sender waits longer."""
    answer, spent_s = _send_slowly(
        served, b"POST /api/v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 999\r\n\r\n{"
    )
    assert b" 408 " in answer.splitlines()[0]
    assert b"too_slow" in answer
    assert 0.3 < spent_s < 3


def test_a_body_that_drips_is_cut_off(tmp_path):
    """No pause is long, but 100 bytes a second are less than any network brings."""
    limits = Limits(workers=1, body_idle_s=0.4, body_bytes_per_s=8000)
    with running_service(Settings(data=tmp_path, limits=limits)) as served:
        where = urlsplit(served[0])
        with socket.create_connection((where.hostname, where.port), timeout=5) as connection:
            connection.sendall(b"POST /api/v1/photos HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999\r\n\r\n")
            assert _drips(connection) < 4


def test_a_head_that_never_ends_is_cut_off(served, monkeypatch):
    monkeypatch.setattr(PatientProtocol, "head_s", 0.5)
    answer, spent_s = _send_slowly(served, b"GET /api/v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
    assert answer == b""
    assert 0.3 < spent_s < 3


def _drips(connection):
    """Seconds for which the server lets 100 bytes a second come in, up to 5."""
    began = time.monotonic()
    with suppress(BrokenPipeError, ConnectionResetError):
        while time.monotonic() - began < 5:
            connection.sendall(b"x" * 10)
            time.sleep(0.1)
    return time.monotonic() - began


def _send_slowly(served, start):
    """What the server says until it closes the connection, and how long it took."""
    where = urlsplit(served[0])
    began = time.monotonic()
    with socket.create_connection((where.hostname, where.port), timeout=5) as connection:
        connection.sendall(start)
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
    return answer, time.monotonic() - began


def test_wrong_methods_hear_of_the_right_ones(local):
    refused = local.put(f"{API}/matches", json=MATCH)
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, POST")


def test_a_body_that_is_no_text_is_refused(local):
    refused = local.post(f"{API}/matches", content=b"\xff|\xfe", headers={"Content-Type": "application/json"})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_request")
