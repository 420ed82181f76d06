"""Tells open streams that a match has changed."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Changes:
    """Who waits for which match. `tell` may be called from any thread, the rest on the event loop alone."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextmanager
    def watch(self, match_id: str) -> Iterator[asyncio.Event]:
        """An event that is set with every change of the match."""
        self._loop = asyncio.get_running_loop()
        changed = asyncio.Event()
        self._waiting.setdefault(match_id, set()).add(changed)
        try:
            yield changed
        finally:
            watchers = self._waiting[match_id]
            watchers.discard(changed)
            if not watchers:
                del self._waiting[match_id]

    @property
    def open_streams(self) -> int:
        """How many wait."""
        return sum(len(watchers) for watchers in self._waiting.values())

    def tell(self, match_id: str) -> None:
        """The match has changed."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._set, match_id)

    def _set(self, match_id: str) -> None:
        for changed in self._waiting.get(match_id, ()):
            changed.set()
