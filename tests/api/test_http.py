"""`/score` over HTTP on loopback: scored by the workers, nothing kept."""

import cv2
import httpx2
import numpy as np
import pytest
from running_service import running_service
from synthetic import ROOT

from api.service.settings import Limits, Settings
from vision.drawing.board_alone import SIDE_PX

PHOTO = ROOT / "sample_images" / "phone_03.jpg"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    settings = Settings(data=tmp_path_factory.mktemp("data"), limits=Limits(workers=1))
    with running_service(settings) as (url, _), httpx2.Client(base_url=url, timeout=60) as client:
        yield client


def test_form_and_raw_body_give_the_same(client):
    form = client.post("/score", files={"photo": ("round.jpg", PHOTO.read_bytes(), "image/jpeg")})
    raw = client.post("/score", content=PHOTO.read_bytes())
    assert form.status_code == raw.status_code == 200
    assert form.json()["image"]["name"] == "round.jpg"
    assert form.json()["teams"] == raw.json()["teams"]


def test_overlay_is_a_picture(client):
    answer = client.post("/score/overlay", content=PHOTO.read_bytes())
    assert answer.headers["content-type"] == "image/jpeg"
    assert max(cv2.imdecode(np.frombuffer(answer.content, np.uint8), 1).shape) == SIDE_PX


def test_set_and_twenties_are_taken(client):
    text = (PHOTO.parent / "sets" / "phone_03.json").read_text()
    answer = client.post(
        "/score", params={"twenties": "A=1"}, files={"photo": PHOTO.read_bytes()}, data={"set": text}
    ).json()
    assert answer["board"]["preset"] == "phone_03"
    assert answer["teams"][0]["twenties"] == 1


@pytest.mark.parametrize(
    ("content", "status"), [(b"", 422), (b"no picture at all", 415), (PHOTO.read_bytes()[:3000], 422)]
)
def test_what_is_no_photo_is_explained(client, content, status):
    answer = client.post("/score", content=content)
    assert answer.status_code == status
    assert answer.json()["status"] == "unreadable"
    assert answer.json()["reasons"][0]["message"]


@pytest.mark.parametrize("parameters", [{"twenties": "x"}, {"ruleset": "golf"}])
def test_wrong_parameters_are_explained(client, parameters):
    answer = client.post("/score", params=parameters, content=PHOTO.read_bytes())
    assert answer.status_code == 422
    assert answer.json()["advice"]


def test_form_without_a_photo(client):
    assert client.post("/score", files={"picture": b"x"}).status_code == 422


def test_a_form_with_fields_that_would_be_left_aside(client):
    """Counts of 20s in a form in place of the address would be lost without a word."""
    photo = ("photo", ("a.jpg", b"x"))
    for files, fields in (([photo], {"twenties": "A=2"}), ([photo, photo], {})):
        answer = client.post("/score", files=files, data=fields)
        assert answer.status_code == 422
        assert "form has" in answer.json()["detail"]
