"""What `crokinole serve` prints: where to go, the PIN, and a code for phones' cameras."""

import io

import segno

from api.service.addresses import lan_address
from api.service.settings import Settings


def invitation(settings: Settings, port: int, pin: str) -> str:
    """Text for a terminal."""
    here = f"http://127.0.0.1:{port}/"
    if not settings.lan:
        return f"Crokinole scorer: {here}\nFor phones in your network start it with --lan."
    there = f"http://{lan_address()}:{port}/"
    code = io.StringIO()
    segno.make(there, error="m").terminal(out=code, border=2, compact=True)
    return f"{code.getvalue()}\nPhones in this network: {there}\nPIN for those who score: {pin}\nThis machine: {here}"
