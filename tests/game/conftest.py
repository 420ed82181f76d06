"""The file of worked cases, and matches for tests."""

import json
from pathlib import Path

import pytest

CASES = Path(__file__).resolve().parents[3] / "shared" / "design" / "rules_cases.json"
SCHEMA = CASES.with_name("cmn.schema.json")


def pytest_addoption(parser):
    parser.addoption("--rules-cases", type=Path, default=CASES, help="worked cases of the rules, JSON")


def pytest_configure(config):
    path = config.getoption("--rules-cases", CASES)
    if path != CASES and not path.exists():
        raise pytest.UsageError(f"there is no file of worked cases {path}")


@pytest.fixture(scope="session")
def cmn_schema():
    if not SCHEMA.exists():
        pytest.skip(f"no CMN schema at {SCHEMA}")
    return json.loads(SCHEMA.read_text())
