"""A limit on how fast one client may ask."""

import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from api.service.problems import Refused
from api.service.settings import Limits

CLIENTS_KEPT = 10_000
SESSION_COOKIE = "crokinole_session"


class Rates:
    """Refuses with 429 whoever asks more often than `requests_per_s` after a burst; a bucket for each client."""

    def __init__(self, app: ASGIApp, *, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._limits = limits
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 429, or hand on."""
        if scope["type"] == "http" and not self._takes(_client(scope)):
            refused = Refused(
                429, "too_many_requests", "Too many requests from here.", "Wait a moment.", {"Retry-After": "1"}
            )
            await refused.response()(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _takes(self, client: str) -> bool:
        now = self._clock()
        left, since = self._buckets.pop(client, (float(self._limits.burst), now))
        left = min(float(self._limits.burst), left + (now - since) * self._limits.requests_per_s)
        takes = left >= 1.0
        self._buckets[client] = (left - takes, now)
        if len(self._buckets) > CLIENTS_KEPT:
            self._buckets.popitem(last=False)
        return takes


def _client(scope: Scope) -> str:
    """Address and session: phones behind one router are told apart, and a made-up session gains little.

    A client that invents sessions still meets the limits on photos, on PINs and on what waits.
    """
    address = scope["client"][0] if scope.get("client") else ""
    return f"{address} {cookie_parser(Headers(scope=scope).get('cookie', '')).get(SESSION_COOKIE, '')[:60]}"
