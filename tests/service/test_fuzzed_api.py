"""The whole API held to its own description by requests that nobody would think of (schemathesis)."""

import hashlib
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from running_service import running_service
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import positive_data_acceptance
from synthetic import ROOT

from api.photo import decode_photo
from api.service.settings import Limits, Settings
from api.store.private_data import without_private_data

API = "/api/v1"
SENT = (ROOT / "sample_images" / "phone_03.jpg").read_bytes()
# The file as it is kept, whose hash is the photo's id.
KEPT = without_private_data(SENT, decode_photo(SENT, "round.jpg"))
LIMITS = Limits(workers=1, requests_per_s=1e6, burst=10**6)
# What a picture shows and what the rules of the game allow is beyond a schema: such requests may be refused.
BEYOND_SCHEMAS = [positive_data_acceptance]
EXPECTED = """
[checks]
positive_data_acceptance.enabled = false
missing_required_header.expected-statuses = [422, 428]
"""
FUZZ = settings(
    max_examples=60,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)


@pytest.mark.slow
def test_edges_of_every_schema_and_sequences_of_requests(tmp_path):
    """Each boundary of the description once, then one request with what another has answered (its command line)."""
    with running_service(Settings(data=tmp_path, limits=LIMITS)) as (url, _):
        command = [
            Path(sys.executable).with_name("schemathesis"),
            *("run", f"{url}{API}/openapi.json", "--phases", "examples,coverage,stateful", "--max-examples", "20"),
            *("--exclude-path-regex", "/stream$", "--seed", "7", "--request-timeout", "60", "--no-color"),
        ]
        (tmp_path / "schemathesis.toml").write_text(EXPECTED)
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:]


@pytest.mark.slow
def test_every_route_keeps_its_word(tmp_path):
    """No answer but the described ones: no 500, no other form, nothing accepted that the description forbids."""
    with running_service(Settings(data=tmp_path, limits=LIMITS)) as (url, _):
        schema = schemathesis.openapi.from_url(f"{url}{API}/openapi.json")
        with httpx2.Client(base_url=url, timeout=60) as http:
            broken = {}
            for operation in (found.ok() for found in schema.get_all_operations()):
                # A stream ends with its reader only, and is tested on its own.
                if operation.path.endswith("/stream"):
                    continue
                try:
                    _hold(operation, http)
                except (FailureGroup, httpx2.TransportError) as error:
                    broken[operation.label] = error
    assert not broken, "\n\n".join(_told(label, error) for label, error in broken.items())


def _hold(operation, http):
    """Every second request is about a match and a photo that are there, in their present version."""

    @FUZZ
    @given(case=operation.as_strategy(), known=st.booleans())
    def ask(case, known):
        if known:
            _point_at(case, _kept(http))
        case.call_and_validate(timeout=30, excluded_checks=BEYOND_SCHEMAS)

    ask()


def _point_at(case, kept):
    case.path_parameters.update({name: value for name, value in kept.items() if name in case.path_parameters})
    if case.path_parameters.keys() & {"match_id"}:
        case.headers["If-Match"] = "*"
    if isinstance(case.body, dict) and case.body.get("photo"):
        case.body["photo"] = kept["photo_id"]


def _kept(http):
    """A match and a photo, made again where a request before has deleted them."""
    matches = http.get(f"{API}/matches").json()
    match = matches[0] if matches else http.post(f"{API}/matches", json={"players": ["Ann", "Ben"]}).json()
    photo_id = hashlib.sha256(KEPT).hexdigest()
    if http.get(f"{API}/photos/{photo_id}").status_code == 404:
        assert http.post(f"{API}/photos", content=KEPT).json()["photo"] == photo_id
    return {"match_id": match["id"], "photo_id": photo_id, "number": 1}


def _told(label, error):
    return "\n".join([label, *(str(part)[:1500] for part in getattr(error, "exceptions", [error]))])
