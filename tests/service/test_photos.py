"""Photos through real workers: kept without secrets, reviewed, corrected beside what the program had said."""

import io
import os
import signal
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor

import cv2
import httpx2
import numpy as np
import pillow_heif
import pytest
from PIL import Image
from running_service import running_service
from synthetic import ROOT

from api.scorekeeping.board_px import board_px
from api.service.settings import Limits, Settings
from api.set_file import read_set
from api.store.photos import Asked, add_reading, latest_reading
from api.store.reviews import reviews_of
from benchmarks.service import medians

API = "/api/v1"
PHOTO = (ROOT / "sample_images" / "phone_03.jpg").read_bytes()
OTHER = (ROOT / "sample_images" / "phone_02.jpg").read_bytes()


def bomb():
    """A file of 50 kB that would take 1.2 GB decoded."""
    packed = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(packed, "PNG")
    return packed.getvalue()


@pytest.fixture(scope="module")
def sent(served):
    """The answer to a photo."""
    with httpx2.Client(base_url=served[0], timeout=30) as http:
        answer = http.post(f"{API}/photos", content=PHOTO)
    assert answer.status_code == 201
    return answer.json()


@pytest.fixture
def match(http):
    return http.post(f"{API}/matches", json={"players": ["Ann", "Ben"]}).json()


def confirm(http, match, **body):
    return http.post(f"{API}/matches/{match['id']}/rounds", json=body, headers={"If-Match": "*"})


def test_a_photo_is_scored_and_kept_once(http, sent):
    assert sent["document"]["schema"] == "crokinole.score/1"
    assert sent["document"]["status"] == "scored"
    again = http.post(f"{API}/photos", files={"photo": ("x/../round.jpg", PHOTO, "image/jpeg")}).json()
    assert again["photo"] == sent["photo"]
    assert again["document"]["teams"] == sent["document"]["teams"]
    assert http.get(f"{API}/photos/{sent['photo']}").json()["document"]["discs"] == sent["document"]["discs"]


def test_a_photo_sent_again_with_its_key_is_not_scored_again(http, served):
    first = http.post(f"{API}/photos", content=OTHER, headers={"Idempotency-Key": "p1"})
    again = http.post(f"{API}/photos", content=OTHER, headers={"Idempotency-Key": "p1"})
    assert first.json() == again.json()
    other = http.post(f"{API}/photos", content=PHOTO, headers={"Idempotency-Key": "p1"})
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")


def test_what_is_kept_was_read_as_what_is_not(http, sent):
    assert http.post("/score", content=PHOTO).json()["teams"] == sent["document"]["teams"]


def test_pictures_of_it(http, sent):
    url = f"{API}/photos/{sent['photo']}"
    small = http.get(f"{url}/image?width=300")
    assert cv2.imdecode(np.frombuffer(small.content, np.uint8), 1).shape[1] == 320
    full = http.get(f"{url}/image?width=9999")
    assert cv2.imdecode(np.frombuffer(full.content, np.uint8), 1).shape == (1600, 1200, 3)
    disc = sent["document"]["discs"][0]
    crop = cv2.imdecode(np.frombuffer(http.get(f"{url}/crop?disc={disc['id']}").content, np.uint8), 1)
    rgb = next(team["rgb"] for team in sent["document"]["teams"] if team["id"] == disc["team"])
    # The middle of the crop is the disc's face: nearer to its own colour than to the wood at the corners.
    middle, corner = crop[215:265, 215:265].mean((0, 1))[::-1], crop[:20, :20].mean((0, 1))[::-1]
    assert np.linalg.norm(middle - rgb) < np.linalg.norm(corner - rgb)
    assert http.get(f"{url}/crop?disc=99").status_code == 404
    assert http.get(f"{API}/photos/{'0' * 64}/image").status_code == 404


def test_confirming_a_photo_as_it_was_read(http, sent, match):
    seen = {team["id"]: team["total"] for team in sent["document"]["teams"]}
    played = confirm(http, match, photo=sent["photo"]).json()["rounds"][0]
    assert played["totals"] == seen
    assert (played["corrected"], played["scored_by"]) == (False, "camera")
    other = confirm(http, match, photo=sent["photo"], sides={"A": "B", "B": "A"}).json()
    assert other["rounds"][1]["totals"] == {"A": seen["B"], "B": seen["A"]}
    assert other["sides"][0]["colour"]["team"] == "B"


def test_a_correction_is_kept_beside_what_the_program_said(http, served, sent, match):
    """One disc answered, one taken away, a 20 added: totals follow, and the reading stays as it was."""
    discs = sent["document"]["discs"]
    first, second = discs[0], discs[1]
    body = {
        "photo": sent["photo"],
        "answers": [{"disc": first["id"], "value": 5}, {"disc": second["id"], "value": None}],
        "twenties": {"A": 1, "B": 0},
    }
    played = confirm(http, match, **body).json()["rounds"][0]
    for team in sent["document"]["teams"]:
        own = [disc for disc in discs if disc["team"] == team["id"] and disc["id"] != second["id"]]
        board = sum(5 if disc["id"] == first["id"] else disc["value"] for disc in own)
        assert played["totals"][team["id"]] == board + 20 * body["twenties"][team["id"]]
    assert (played["corrected"], played["scored_by"]) == (True, "camera+person")
    with served[1].store.reading() as connection:
        kept = next(iter(reviews_of(connection, match["id"]).values()))
    assert kept.sent["answers"] == body["answers"]
    assert kept.corrected
    assert http.get(f"{API}/photos/{sent['photo']}").json()["document"]["discs"] == discs


def test_what_was_asked_about_the_photo_is_not_passed_over(http, served, sent, match):
    """A disc's own question is answered with the disc, any other by someone who has looked."""
    lone, whole = (
        sent["document"]["discs"][0]["id"],
        {"code": "overlooked", "message": "Is there a disc?", "disc": None},
    )
    whose = {"code": "team", "message": "Whose is it?", "disc": lone}
    asking = sent["document"] | {"status": "needs_review", "reasons": [whole, whose]}
    photo = http.post(f"{API}/photos", content=OTHER).json()["photo"]
    with served[1].store.writing() as connection:
        add_reading(connection, photo, Asked(ruleset="nca"), asking, 0.1)
    refused = confirm(http, match, photo=photo)
    assert (refused.status_code, refused.json()["code"]) == (422, "questions_open")
    assert refused.json()["detail"] == "Is there a disc? Whose is it?"
    answers = [{"disc": lone, "value": 5}]
    assert confirm(http, match, photo=photo, answers=answers).json()["detail"] == "Is there a disc?"
    assert confirm(http, match, photo=photo, answers=answers, checked=True).status_code == 201
    discs = [{name: disc[name] for name in ("team", "place", "x_mm", "y_mm")} for disc in asking["discs"]]
    assert confirm(http, match, photo=photo, discs=discs).status_code == 201


def test_the_clubs_measured_set_is_used_and_remembered(tmp_path):
    measured = read_set(ROOT / "sample_images" / "sets" / "phone_03.json")
    settings = Settings(data=tmp_path, measured=measured, limits=Limits(workers=1))
    with running_service(settings) as (url, parts), httpx2.Client(base_url=url, timeout=30) as http:
        kept = http.post(f"{API}/photos", content=PHOTO).json()
        assert kept["document"]["board"]["preset"] == "phone_03"
        handles = {"handles_px": corners(kept["document"])}
        placed = http.post(f"{API}/photos/{kept['photo']}/board", json=handles).json()
        assert placed["document"]["board"]["preset"] == "phone_03"
        other = (ROOT / "sample_images" / "sets" / "phone_02.json").read_text()
        brought = http.post(f"{API}/photos", files={"photo": PHOTO}, data={"set": other}).json()
        assert brought["document"]["board"]["preset"] == "phone_02"
        with parts.store.reading() as connection:
            assert latest_reading(connection, kept["photo"]).asked.measured["name"] == "phone_02"


def corners(document):
    """Where the quadrant lines end on the outer line, px, clockwise from the top left."""
    reach_mm = document["board"]["lines"][2]["radius_mm"] / np.sqrt(2)
    return board_px(document, reach_mm * np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]])).tolist()


def test_a_call_card_of_a_kept_photo(http, sent):
    flat = next(disc["id"] for disc in sent["document"]["discs"] if disc["place"] == "surface")
    card = http.get(f"{API}/photos/{sent['photo']}/card?disc={flat}")
    assert cv2.imdecode(np.frombuffer(card.content, np.uint8), 1).shape == (1920, 1080, 3)
    missing = http.get(f"{API}/photos/{sent['photo']}/card?disc=99")
    assert (missing.status_code, missing.json()["code"]) == (422, "no_such_disc")


def test_dragging_shows_the_score_at_once_and_keeps_nothing(http, sent):
    url = f"{API}/photos/{sent['photo']}/preview"
    discs = [{key: disc[key] for key in ("team", "place", "x_mm", "y_mm")} for disc in sent["document"]["discs"]]
    as_read = http.post(url, json={"discs": discs}).json()
    assert as_read["discs"] == sent["document"]["discs"]
    assert as_read["result"] == sent["document"]["result"]
    discs[0] |= {"x_mm": 40.0, "y_mm": 0.0, "place": "surface"}
    moved = http.post(url, json={"discs": discs, "twenties": {"A": 2}}).json()
    assert moved["discs"][0]["value"] == 15
    assert moved["teams"][0]["twenties"] == 2
    assert http.get(f"{API}/photos/{sent['photo']}").json()["document"]["discs"] == sent["document"]["discs"]


def test_a_place_on_the_board_is_found_in_the_photo(sent):
    """Discs on the surface were measured in px and mm both; documents round to 0.01 px and 0.001 mm."""
    flat = [disc for disc in sent["document"]["discs"] if disc["place"] == "surface"]
    px = board_px(sent["document"], np.array([[disc["x_mm"], disc["y_mm"]] for disc in flat]))
    assert np.abs(px - [disc["px"] for disc in flat]).max() < 0.02


def test_a_photo_without_a_board_can_be_counted_by_hand(http, match):
    wall = cv2.imencode(".jpg", np.full((600, 800, 3), 128, np.uint8))[1].tobytes()
    answer = http.post(f"{API}/photos", content=wall)
    assert answer.status_code == 201
    assert answer.json()["document"]["status"] == "no_board"
    photo = answer.json()["photo"]
    assert confirm(http, match, photo=photo, checked=True).status_code == 422
    handles = {"handles_px": [[100, 100], [500, 100], [500, 500], [100, 500]]}
    placed = http.post(f"{API}/photos/{photo}/board", json=handles)
    assert placed.status_code == 200
    assert placed.json()["document"]["status"] in {"needs_review", "no_board"}
    played = confirm(http, match, photo=photo, totals={"A": 20, "B": 0}).json()["rounds"][0]
    assert (played["photo"], played["totals"]["A"]) == (photo, 20)


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"", 422, "unreadable"),
        (b"no picture at all", 415, "unsupported"),
        (PHOTO[:3000], 422, "unreadable"),
        (b"%PDF-1.4", 415, "unsupported"),
        (bomb(), 413, "too_large"),
    ],
)
def test_what_is_no_photo_is_explained(http, content, status, code):
    answer = http.post(f"{API}/photos", content=content)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["advice"]


def test_the_viewfinder_is_judged(http):
    seen = http.post(f"{API}/look?photo_width=1200", content=PHOTO).json()
    assert seen["board"]
    assert seen["whole"]
    assert seen["sharpness"] > 0.5
    assert seen["glare"] < 0.5
    image = cv2.imdecode(np.frombuffer(PHOTO, np.uint8), 1)
    blurred = cv2.imencode(".jpg", cv2.GaussianBlur(image, (0, 0), 9))[1].tobytes()
    assert http.post(f"{API}/look", content=blurred).json()["sharpness"] < seen["sharpness"] - 0.2
    wall = cv2.imencode(".jpg", np.full((600, 800, 3), 128, np.uint8))[1].tobytes()
    assert http.post(f"{API}/look", content=wall).json()["board"] is False


def test_export_and_full_delete(tmp_path):
    limits = Limits(workers=1)
    with running_service(Settings(data=tmp_path, limits=limits)) as (url, _), httpx2.Client(base_url=url) as http:
        demo = http.post(f"{API}/demo", timeout=60)
        assert demo.status_code == 201
        assert len(demo.json()["rounds"]) == 3
        archive = zipfile.ZipFile(io.BytesIO(http.get(f"{API}/export").content))
        names = archive.namelist()
        assert f"matches/{demo.json()['id']}.json" in names
        assert sum(name.startswith("photos/") for name in names) == 3
        assert len(archive.read("readings.jsonl").splitlines()) == len(archive.read("reviews.jsonl").splitlines()) == 3
        photo = demo.json()["rounds"][0]["photo"]
        http.get(f"{API}/photos/{photo}/image?width=320")
        assert http.delete(f"{API}/photos/{photo}").status_code == 204
        assert http.get(f"{API}/photos/{photo}").status_code == 404
        left = http.get(f"{API}/matches/{demo.json()['id']}").json()
        assert left["rounds"][0]["photo"] is None
        assert left["score"] == demo.json()["score"]
        assert http.delete(f"{API}/everything").status_code == 422
        assert http.delete(f"{API}/everything?confirm=everything").status_code == 204
        assert http.get(f"{API}/matches").json() == []
        files = [path for path in tmp_path.rglob("*") if path.is_file() and "crokinole.sqlite" not in path.name]
        assert files == []
        database = b"".join(path.read_bytes() for path in tmp_path.glob("crokinole.sqlite*"))
        assert b"Blaise" not in database


def test_a_killed_worker_costs_its_photo_alone(tmp_path):
    """Killed at work, again and again: each time one photo hears of it, and the next is scored."""
    limits = Limits(workers=1, waiting=8)
    with running_service(Settings(data=tmp_path, limits=limits)) as (url, parts), ThreadPoolExecutor(4) as phones:

        def send():
            return httpx2.post(f"{url}{API}/photos", content=PHOTO, timeout=60)

        assert send().status_code == 201
        sent = [phones.submit(send) for _ in range(4)]
        while parts.pool.waiting < 2:
            time.sleep(0.01)
        time.sleep(0.05)
        os.kill(parts.pool.pids[0], signal.SIGKILL)
        answers = [future.result() for future in sent]
        assert sorted(answer.status_code for answer in answers) == [201, 201, 201, 422]
        broken = next(answer for answer in answers if answer.status_code == 422)
        assert broken.json()["code"] == "photo_broke_scoring"
        assert list((tmp_path / "incoming").iterdir()) == []


def test_a_worker_that_died_at_rest_costs_nothing(tmp_path):
    with running_service(Settings(data=tmp_path, limits=Limits(workers=1))) as (url, parts):
        assert httpx2.post(f"{url}{API}/photos", content=PHOTO, timeout=60).status_code == 201
        os.kill(parts.pool.pids[0], signal.SIGKILL)
        time.sleep(0.2)
        assert httpx2.post(f"{url}{API}/photos", content=PHOTO, timeout=60).status_code == 201


@pytest.mark.parametrize("ending", [".png", ".webp", ".heic"])
def test_other_pictures_than_jpeg_are_kept_as_jpeg(http, ending):
    pillow_heif.register_heif_opener()
    sent = io.BytesIO()
    with Image.open(io.BytesIO(PHOTO)) as picture:
        picture.save(sent, {".png": "PNG", ".webp": "WEBP", ".heic": "HEIF"}[ending], quality=90)
    kept = http.post(f"{API}/photos", files={"photo": (f"round{ending}", sent.getvalue())}).json()
    assert kept["document"]["board"] is not None
    shown = http.get(f"{API}/photos/{kept['photo']}/image?width=320")
    assert shown.headers["content-type"] == "image/jpeg"
    assert cv2.imdecode(np.frombuffer(shown.content, np.uint8), 1).shape[1] == 320


def test_a_photo_that_takes_too_long_is_given_up(tmp_path):
    with running_service(Settings(data=tmp_path, limits=Limits(workers=1, photo_s=0.05))) as (url, _):
        for _ in range(2):
            answer = httpx2.post(f"{url}{API}/photos", content=PHOTO, timeout=60)
            assert (answer.status_code, answer.json()["code"]) == (422, "photo_too_slow")


@pytest.mark.slow
def test_a_photo_takes_at_most_twice_as_long_as_scoring_it():
    bare_s, served_s = medians(ROOT / "sample_images" / "phone_04.jpg")
    assert served_s <= 2 * bare_s


def test_more_photos_than_can_wait_are_told_when_to_come_again(tmp_path):
    limits = Limits(workers=1, waiting=1)
    with (
        running_service(Settings(data=tmp_path, limits=limits)) as (url, parts),
        httpx2.Client(timeout=60) as http,
        ThreadPoolExecutor(2) as phones,
    ):
        sent = [phones.submit(http.post, f"{url}{API}/photos", content=PHOTO) for _ in range(2)]
        while parts.pool.waiting < 1:
            time.sleep(0.005)
        full = http.post(f"{url}{API}/photos", content=PHOTO)
        assert http.post(f"{url}{API}/look", content=PHOTO).status_code == 429
        assert (full.status_code, full.json()["code"]) == (429, "queue_full")
        assert int(full.headers["retry-after"]) >= 1
        assert [answer.result().status_code for answer in sent] == [201, 201]
