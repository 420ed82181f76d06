"""`crokinole serve` in a process of its own."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from synthetic import ROOT


def start(folder, *options):
    """The process, once it answers, and its port; data in `folder`."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "api", "serve", "--port", str(port), *options]
    environment = {**os.environ, "CROKINOLE_DATA": str(folder)}
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment)
    for _ in range(400):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1).close()
            return server, port
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.05)
    server.kill()
    raise AssertionError("the server does not start")
