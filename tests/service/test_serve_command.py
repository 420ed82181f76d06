"""`crokinole serve` as people start it."""

import json
import re
import socket
import subprocess
import sys
import time
import urllib.request

import httpx2
import pytest
from served_process import start
from synthetic import ROOT

from api.data_folder import default_data_folder
from api.service.addresses import lan_address
from api.service.settings import Settings
from api.service.share import invitation


def test_it_scores_opens_on_loopback_only_and_keeps_data_in_its_folder(tmp_path):
    server, port = start(tmp_path / "data")
    try:
        address = lan_address()
        if address != "127.0.0.1":
            with pytest.raises(OSError, match="refused"):
                socket.create_connection((address, port), timeout=2)
        photo = (ROOT / "sample_images" / "phone_03.jpg").read_bytes()
        request = urllib.request.Request(f"http://127.0.0.1:{port}/score", photo, method="POST")
        with urllib.request.urlopen(request, timeout=30) as answer:
            assert json.load(answer)["status"] == "scored"
        assert (tmp_path / "data" / "crokinole.sqlite").exists()
    finally:
        server.terminate()
        said = server.communicate(timeout=10)[0]
    assert f"http://127.0.0.1:{port}/" in said
    assert "PIN" not in said


def test_no_answer_waits_for_the_other_side_to_acknowledge_its_head(tmp_path):
    # Systems put an acknowledgement off by 40 ms; a page takes a few, so the quickest of twenty is on one side of 20.
    server, port = start(tmp_path)
    took_s = []
    try:
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}") as phone:
            for _ in range(20):
                began = time.monotonic()
                phone.get("/health")
                took_s.append(time.monotonic() - began)
    finally:
        server.terminate()
        server.communicate(timeout=10)
    assert min(took_s[5:]) < 0.02


def test_a_phone_in_the_network_watches_and_with_the_pin_scores(tmp_path):
    server, port = start(tmp_path, "--lan")
    try:
        said = ""
        while "This machine" not in said:
            said += (line := server.stdout.readline())
            assert line
        there, pin = re.search(r"Phones in this network: (\S+)/", said)[1], re.search(r"score: (\d{6})", said)[1]
        with httpx2.Client(base_url=f"{there}/api/v1") as phone:
            assert phone.get("/me").json()["role"] == "viewer"
            assert phone.post("/matches", json={"players": ["Ann", "Ben"]}).status_code == 401
            assert phone.post("/pair", json={"pin": pin}).json()["role"] == "scorer"
            assert phone.post("/matches", json={"players": ["Ann", "Ben"]}).status_code == 201
            assert phone.get("/me", headers={"Host": f"evil.example:{port}"}).status_code == 421
    finally:
        server.terminate()
        server.communicate(timeout=10)


def test_for_the_network_it_prints_address_pin_and_code():
    said = invitation(Settings(data=default_data_folder(), lan=True), 8000, "123456")
    assert re.search(r"http://[\d.]+:8000/", said)
    assert "PIN for those who score: 123456" in said
    # A QR code of version 2 or 3 is 25 to 29 modules wide; two rows of them make a line of text.
    assert max(len(line) for line in said.splitlines() if set(line) <= set(" ▀▄█")) >= 25


def test_a_folder_or_database_that_cannot_be_used_is_said_plainly(tmp_path):
    (tmp_path / "file").write_text("")
    command = [sys.executable, "-m", "api", "serve", "--data", str(tmp_path / "file" / "x")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "data folder" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_said_plainly(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        command = [sys.executable, "-m", "api", "serve", "--port", str(port), "--data", str(tmp_path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"Port {port} cannot be used" in done.stderr
    assert "127.0.0.1" not in done.stdout


def test_a_set_that_cannot_be_read_is_said_plainly(tmp_path):
    (tmp_path / "club.json").write_text("{}")
    command = [sys.executable, "-m", "api", "serve", "--set", str(tmp_path / "club.json")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "club.json is no measured set" in done.stderr


def test_data_goes_where_the_system_keeps_it(monkeypatch, tmp_path):
    monkeypatch.setenv("CROKINOLE_DATA", str(tmp_path))
    assert default_data_folder() == tmp_path
    monkeypatch.delenv("CROKINOLE_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert default_data_folder() == tmp_path / "share" / "crokinole"


def test_the_guide_knows_every_option():
    said = subprocess.run([sys.executable, "-m", "api", "serve", "--help"], cwd=ROOT, capture_output=True, text=True)
    options = set(re.findall(r"--[a-z-]+", said.stdout)) - {"--help"}
    guide = (ROOT / "docs" / "service.md").read_text()
    assert len(options) >= 6
    assert [option for option in options if f"`{option}" not in guide] == []
