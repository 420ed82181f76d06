"""`crokinole serve` in a process of its own."""

import multiprocessing
import os
import socket
import subprocess
import sys
import time
import urllib.request

from synthetic import ROOT

from api.scoring.pool import ScoringPool
from api.service.run import run_service

# Children of a process that has loaded everything: they start in a tenth of the time.
_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["api.service.run"])


def start(folder, *options):
    """The process, once it answers, and its port; data in `folder`."""
    port = free_port()
    command = [sys.executable, "-m", "api", "serve", "--port", str(port), *options]
    environment = {**os.environ, "CROKINOLE_DATA": str(folder)}
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment)
    wait_until_up(port)
    return server, port


def fork(settings, port):
    """A server for everything but photos, quick to start, once it answers."""
    server = _forks.Process(target=_serve_without_workers, args=(settings, port), daemon=True)
    server.start()
    wait_until_up(port)
    return server


def free_port():
    """A port of loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_up(port):
    """Return when a server answers on the port."""
    for _ in range(2000):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1).close()
            return
        except OSError:
            time.sleep(0.01)
    raise AssertionError("the server does not start")


def _serve_without_workers(settings, port):
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    ScoringPool.start = lambda pool: None
    run_service(settings, port)
