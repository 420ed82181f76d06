"""The service in several shapes: on both databases, with workers, on a real port."""

import httpx2
import pytest
from fastapi.testclient import TestClient
from postgres_cluster import binaries, cluster, new_database
from running_service import running_service

from api.service.app import create_service
from api.service.settings import Limits, Settings
from api.store.store import open_store

HERE = ("127.0.0.1", 50_000)
ONE_WORKER = Limits(workers=1)


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server; tests that need one are skipped where it is not installed."""
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed")
    with cluster() as socket_folder:
        yield socket_folder


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request):
    """Each test twice: None for SQLite in the data folder, and a new PostgreSQL database."""
    return None if request.param == "sqlite" else new_database(request.getfixturevalue("postgres"))


@pytest.fixture
def store(tmp_path, database_url):
    store = open_store(tmp_path / "data", database_url, busy_s=1.0)
    yield store
    store.close()


@pytest.fixture
def settings(tmp_path, database_url):
    return Settings(data=tmp_path / "data", database_url=database_url, limits=ONE_WORKER, store_busy_s=2.0)


@pytest.fixture
def client(settings):
    """The service for this machine alone, on each database; its workers start only if a photo comes."""
    yield from _client(settings)


@pytest.fixture
def lan_client(tmp_path):
    """The service for the local network, asked from another machine in it."""
    settings = Settings(data=tmp_path / "data", lan=True, pin="123456", limits=ONE_WORKER)
    yield from _client(settings, ("192.0.2.7", 50_000))


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    """Base URL of a service on a real port with a worker, shared by tests that leave it usable; and its parts."""
    limits = Limits(workers=1, body_idle_s=0.5, heartbeat_s=0.3, requests_per_s=1000.0, burst=1000)
    with running_service(Settings(data=tmp_path_factory.mktemp("served"), limits=limits)) as served:
        yield served


@pytest.fixture(scope="session")
def http(served):
    """A client of that service."""
    with httpx2.Client(base_url=served[0], timeout=60) as http:
        yield http


def _client(settings, address=HERE):
    app = create_service(settings)
    client = TestClient(app, base_url="http://127.0.0.1:8000", client=address)
    yield client
    app.state.parts.pool.stop()
    app.state.parts.store.close()
