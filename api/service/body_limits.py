"""Bodies: no longer than their route takes, and no slower than a bad network."""

import asyncio
import time

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.service.problems import Refused
from api.service.settings import Limits
from api.upload import MAX_BODY_BYTES

JSON_BYTES = 300_000
FRAME_BYTES = 3_000_000
PHOTO_PATHS = ("/api/v1/photos", "/score", "/score/overlay", "/score/card")


class BodyLimits:
    """Refuses bodies that are too long (413) or come too slowly (408)."""

    def __init__(self, app: ASGIApp, *, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on, the body guarded."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        longest = _longest(scope["path"])
        announced = Headers(scope=scope).get("content-length", "0")
        if not announced.isdecimal() or int(announced[:20]) > longest:
            await _too_long(longest).response()(scope, receive, send)
            return
        started = False

        async def send_noting(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, _Guarded(receive, self._limits, longest), send_noting)
        except Refused as refused:
            if not started:
                await refused.response()(scope, receive, send)


class _Guarded:
    """`receive`, held to length and rate until the body is whole; then it waits as long as need be."""

    def __init__(self, receive: Receive, limits: Limits, longest: int) -> None:
        self._receive, self._limits, self._longest = receive, limits, longest
        self._received, self._since, self._whole = 0, time.monotonic(), False

    async def __call__(self) -> Message:
        if self._whole:
            return await self._receive()
        try:
            message = await asyncio.wait_for(self._receive(), self._limits.body_idle_s)
        except TimeoutError as late:
            raise _too_slow() from late
        self._received += len(message.get("body", b""))
        self._whole = not message.get("more_body", False)
        if self._received > self._longest:
            raise _too_long(self._longest)
        spent_s = time.monotonic() - self._since - self._limits.body_idle_s
        if not self._whole and self._received < spent_s * self._limits.body_bytes_per_s:
            raise _too_slow()
        return message


def _longest(path: str) -> int:
    if path in PHOTO_PATHS:
        return MAX_BODY_BYTES
    return FRAME_BYTES if path == "/api/v1/look" else JSON_BYTES


def _too_long(longest: int) -> Refused:
    detail = f"The request is longer than {longest / 1e6:g} MB."
    return Refused(
        413, "too_large", detail, "Send less: for a photo 12 megapixels are plenty.", {"Connection": "close"}
    )


def _too_slow() -> Refused:
    return Refused(
        408,
        "too_slow",
        "The request comes too slowly.",
        "Send it again where the network is better.",
        {"Connection": "close"},
    )
