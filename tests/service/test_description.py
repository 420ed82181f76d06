"""What the API says about itself: an example of everything, each in the form of the real answer."""

import pytest
from synthetic import ROOT

from api.v1 import examples

API = "/api/v1"
PHOTO = (ROOT / "sample_images" / "phone_03.jpg").read_bytes()


@pytest.fixture(scope="module")
def description(http):
    return http.get(f"{API}/openapi.json").json()


def test_every_route_is_told_with_examples(description):
    for path, methods in description["paths"].items():
        for method, told in methods.items():
            where = f"{method} {path}"
            assert told["description"], where
            for status, answer in told["responses"].items():
                for media, content in answer.get("content", {}).items():
                    if media == "application/json" and "export" not in path:
                        assert "example" in content, f"{where} {status}"
            for media, content in told.get("requestBody", {}).get("content", {}).items():
                if media == "application/json":
                    name = content["schema"]["$ref"].rpartition("/")[2]
                    assert "example" in description["components"]["schemas"][name], where


def test_examples_have_the_form_of_answers(http):
    match = http.post(f"{API}/matches", json={"players": ["Ann", "Ben"]}).json()
    same_form(examples.NEW_MATCH, match)
    photo = http.post(f"{API}/photos", content=PHOTO).json()
    same_form(examples.PHOTO, photo)
    url = f"{API}/matches/{match['id']}"
    body = {"photo": photo["photo"]}
    same_form(examples.MATCH, http.post(f"{url}/rounds", json=body, headers={"If-Match": "*"}).json())
    same_form(examples.MATCH_LINE, http.get(f"{API}/matches").json()[0])
    same_form(examples.RULESET, http.get(f"{API}/rulesets").json()[0])
    same_form(examples.ME, http.get(f"{API}/me").json())
    same_form(examples.NEW_TOKEN, http.post(f"{API}/tokens", json={"name": "x"}).json())
    same_form(examples.TOKEN, http.get(f"{API}/tokens").json()[0])
    same_form(examples.PREVIEW, http.post(f"{API}/photos/{photo['photo']}/preview", json={}).json())
    same_form(examples.LOOK, http.post(f"{API}/look", content=PHOTO).json())


def test_there_is_no_page_that_loads_from_elsewhere(http):
    assert http.get("/docs").status_code == http.get("/redoc").status_code == 404


def same_form(example, answer, where=""):
    """The same members at every depth; null stands for anything, and a list for its first entry."""
    if isinstance(example, dict) and isinstance(answer, dict):
        if not {"A", "B"} & answer.keys():
            assert example.keys() == answer.keys(), where
        for name in example.keys() & answer.keys():
            same_form(example[name], answer[name], f"{where}.{name}")
    elif isinstance(example, list) and isinstance(answer, list):
        for left, right in zip(example[:1], answer[:1], strict=False):
            same_form(left, right, f"{where}[]")
    elif example is not None and answer is not None:
        assert type(example) is type(answer) or {type(example), type(answer)} == {int, float}, where
