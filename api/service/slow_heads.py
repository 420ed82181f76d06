"""Connections that never finish saying what they want are closed."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

# Headers fit into one packet or two: even a bad network brings them in this.
HEAD_S = 20.0


class PatientProtocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with a limit on the time from connecting, or the last answer, to a whole head."""

    head_s = HEAD_S
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait_for_head()

    def handle_events(self) -> None:
        """Stop waiting once a request has begun."""
        super().handle_events()
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request on the same connection."""
        super().on_response_complete()
        if self.cycle is None or self.cycle.response_complete:
            self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing to wait for any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._stop_waiting()
        self._head_timer = self.loop.call_later(self.head_s, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
