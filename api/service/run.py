"""Runs the service until it is stopped."""

import gc
import logging
import socket
import threading

import uvicorn
from fastapi import FastAPI

from api.service.app import create_service
from api.service.parts import Parts
from api.service.settings import Settings
from api.service.share import invitation
from api.service.slow_heads import PatientProtocol
from api.store.errors import StoreError
from api.store.retention import Retention, sweep

log = logging.getLogger(__name__)
SWEEP_S = 3600.0
# Below the 1024 files that systems usually let a program open, with room for the store's.
OPEN_CONNECTIONS = 700


class PortTaken(Exception):
    """The port cannot be listened on; str() is a sentence for the person who starts the server."""


def run_service(settings: Settings, port: int) -> None:
    """Listen on loopback, or with `lan` on every address. Raises PortTaken and StoreError before anything is served."""
    host = "0.0.0.0" if settings.lan else "127.0.0.1"
    with _listening(host, port) as listening:
        app = create_service(settings)
        parts: Parts = app.state.parts
        ended = threading.Event()
        sweeper = threading.Thread(target=_sweep, args=(parts, ended), daemon=True)
        sweeper.start()
        print(invitation(settings, port, parts.pairing.pin), flush=True)
        # The libraries' objects stay. To look through them for garbage takes 0.1 s in which nobody is answered.
        gc.freeze()
        try:
            uvicorn.Server(server_config(app, host, port)).run(sockets=[listening])
        finally:
            ended.set()


def _listening(host: str, port: int) -> socket.socket:
    try:
        listening = socket.create_server((host, port))
    except OSError as error:
        raise PortTaken(f"Port {port} cannot be used ({error.strerror}): choose another one with --port.") from error
    # Connections inherit it. An answer's head and body are two packets, and without it the second waits for the
    # first to be acknowledged, which systems put off by 40 ms. (asyncio sets it on sockets that it makes itself.)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def server_config(app: FastAPI, host: str, port: int) -> uvicorn.Config:
    """How uvicorn runs the service."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=PatientProtocol,
        log_level="warning",
        server_header=False,
        proxy_headers=False,  # nobody may claim to come from another address
        limit_concurrency=OPEN_CONNECTIONS,
        timeout_graceful_shutdown=2,
    )


def _sweep(parts: Parts, ended: threading.Event) -> None:
    rule = Retention(days=parts.settings.photo_days, bytes=parts.settings.photo_bytes)
    while True:
        try:
            sweep(parts.store, rule)
        except StoreError as error:
            log.warning("Old photos stay until the next hour: %s", error)
        if ended.wait(SWEEP_S):
            return
