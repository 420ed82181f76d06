"""Server-sent events: a line whenever a match changes."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from api.service.access import AnyCaller
from api.service.parts import Parts, Shared
from api.service.problems import Refused
from api.store.errors import NotKept
from api.store.matches import version_of

router = APIRouter(tags=["matches"])
RETRY_MS = 2000
STREAM: dict[int | str, dict[str, Any]] = {
    200: {"description": "Events `match` and `gone`", "content": {"text/event-stream": {}}}
}


@router.get("/matches/{match_id}/stream", response_class=StreamingResponse, responses=STREAM)
async def get_stream(
    match_id: str, who: AnyCaller, parts: Shared, last_event_id: Annotated[str | None, Header()] = None
) -> StreamingResponse:
    """`event: match`, `id` and `data` its version: at once, unless Last-Event-ID says it is known, and on change."""
    if await run_in_threadpool(_version, parts, match_id) is None:
        raise NotKept("There is no such match.")
    if parts.changes.open_streams >= parts.settings.limits.streams:
        wait = {"Retry-After": "30"}
        raise Refused(429, "too_many_streams", "Too many screens watch already.", "Close some of them.", wait)
    known = int(last_event_id[:9]) if last_event_id and last_event_id.isascii() and last_event_id.isdigit() else -1
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_events(parts, match_id, known), media_type="text/event-stream", headers=headers)


async def _events(parts: Parts, match_id: str, known: int) -> AsyncIterator[str]:
    yield f"retry: {RETRY_MS}\n\n"
    with parts.changes.watch(match_id) as changed:
        while True:
            changed.clear()
            version = await run_in_threadpool(_version, parts, match_id)
            if version is None:
                yield "event: gone\ndata: deleted\n\n"
                return
            if version != known:
                known = version
                yield f"id: {version}\nevent: match\ndata: {version}\n\n"
            try:
                await asyncio.wait_for(changed.wait(), parts.settings.limits.heartbeat_s)
            except TimeoutError:
                # Also when another server on the same database has changed the match: it is looked up again now.
                yield ": still here\n\n"


def _version(parts: Parts, match_id: str) -> int | None:
    with parts.store.reading() as connection:
        return version_of(connection, match_id)
