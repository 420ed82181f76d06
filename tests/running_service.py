"""The service on a real port of loopback, in a thread of the tests' own process."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from api.service.app import create_service
from api.service.run import server_config
from api.service.settings import Settings


@contextmanager
def running_service(settings: Settings) -> Iterator[tuple[str, object]]:
    """Base URL, and the parts of the service."""
    app = create_service(settings)
    server = uvicorn.Server(server_config(app, "127.0.0.1", 0))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}", app.state.parts
    finally:
        server.should_exit = True
        thread.join()
