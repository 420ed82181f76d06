"""Runs the service until it is stopped."""

import threading

import uvicorn

from api.service.app import create_service
from api.service.parts import Parts
from api.service.settings import Settings
from api.service.share import invitation
from api.store.retention import Retention, sweep

SWEEP_S = 3600.0


def run_service(settings: Settings, port: int) -> None:
    """Listen on loopback, or with `lan` on every address. Raises StoreError before anything is served."""
    app = create_service(settings)
    parts: Parts = app.state.parts
    ended = threading.Event()
    sweeper = threading.Thread(target=_sweep, args=(parts, ended), daemon=True)
    sweeper.start()
    print(invitation(settings, port, parts.pairing.pin), flush=True)
    try:
        uvicorn.run(
            app,
            host="0.0.0.0" if settings.lan else "127.0.0.1",
            port=port,
            log_level="warning",
            server_header=False,
            proxy_headers=False,  # nobody may claim to come from another address
            timeout_graceful_shutdown=2,
        )
    finally:
        ended.set()


def _sweep(parts: Parts, ended: threading.Event) -> None:
    rule = Retention(days=parts.settings.photo_days, bytes=parts.settings.photo_bytes)
    while True:
        sweep(parts.store, rule)
        if ended.wait(SWEEP_S):
            return
