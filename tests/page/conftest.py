"""A real Chromium before the page, at phone size, its camera fed from a file; the service on a real port."""

import os
import shutil
import subprocess

import pytest
from page_driver import CAMERA_PHOTO, PHONE, watched_page
from postgres_cluster import binaries, cluster, new_database
from running_service import running_service

from api.service.settings import Limits, Settings

LIMITS = Limits(workers=1, requests_per_s=1000.0, burst=1000)


def pytest_addoption(parser):
    parser.addoption("--screens", action="store_true", help="write the documentation's pictures of every page")


@pytest.fixture(scope="session")
def chromium():
    """Where the browser is; tests that need it are skipped where it or its driver is missing."""
    pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("no Chromium is installed")
    return found


@pytest.fixture(scope="session")
def camera_film(tmp_path_factory):
    """A sample photo as a film for the fake camera."""
    if shutil.which("ffmpeg") is None:
        pytest.skip("ffmpeg is not installed")
    film = tmp_path_factory.mktemp("camera") / "board.mjpeg"
    command = ["ffmpeg", "-loglevel", "error", "-loop", "1", "-i", CAMERA_PHOTO, "-frames:v", "5"]
    subprocess.run([*command, "-pix_fmt", "yuvj420p", "-q:v", "2", film], check=True)
    return film


# Of each module, not of the session: while it is open Playwright's event loop runs in this thread.
@pytest.fixture(scope="module")
def browser(chromium, camera_film):
    from playwright.sync_api import sync_playwright

    arguments = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={camera_film}",
        *(["--no-sandbox"] if os.getuid() == 0 else []),
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def postgres():
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed")
    with cluster() as socket_folder:
        yield socket_folder


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    """Base URL of a service for this machine's own browser, and its parts; shared by tests that leave it usable."""
    with running_service(Settings(data=tmp_path_factory.mktemp("page"), limits=LIMITS)) as served:
        yield served


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def served_on_each(request, tmp_path):
    """Base URL of a new service, once with each database."""
    database_url = None if request.param == "sqlite" else new_database(request.getfixturevalue("postgres"))
    with running_service(Settings(data=tmp_path, database_url=database_url, limits=LIMITS)) as served:
        yield served[0]


@pytest.fixture
def page(browser, served):
    """A page of the shared service on a phone. What the browser complains of fails the test."""
    with watched_page(browser, served[0], PHONE) as page:
        yield page
