"""Photos on their way through the workers into the store."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fastapi.responses import FileResponse, Response
from sqlalchemy import Connection
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool

from api.clock import now
from api.service.parts import Parts
from api.store.done_requests import RequestKey, note_done, subject_of
from api.store.errors import NotKept, translated
from api.store.matches import new_match_id
from api.store.photos import Asked, KeptPhoto, Reading, add_photo, add_reading, get_photo, latest_reading
from api.upload import Upload

Json = dict[str, Any]


async def score_and_keep(parts: Parts, data: bytes, name: str, asked: Asked, key: RequestKey | None = None) -> Reading:
    """Score a photo's file and keep both. The same request sent again gives what was read the first time.

    Raises UnreadablePhoto, ScoringError, StoreError.
    """
    before = await run_in_threadpool(_done_before, parts, key)
    if before is not None:
        return before
    files = parts.store.files
    async with received(parts, data) as path:
        with files.scratch() as kept:
            job = {"job": "score", "path": str(path), "keep": str(kept), "name": name, **how(asked)}
            done = await run_job(parts, job, name)
            await run_in_threadpool(files.keep, kept, done["id"])
            return await run_in_threadpool(_keep, parts, name, asked, done, key)


@asynccontextmanager
async def received(parts: Parts, data: bytes) -> AsyncIterator[Path]:
    """What was sent, as a file for a worker, removed afterwards. Raises StoreError."""
    with translated(), parts.store.files.scratch() as path:
        await run_in_threadpool(path.write_bytes, data)
        yield path


async def run_job(parts: Parts, job: Json, name: str) -> Json:
    """Have a worker do a job. Raises UnreadablePhoto, NoSuchDisc, NotKept, ScoringError, OSError."""
    try:
        return await asyncio.wrap_future(parts.pool.submit(job, name))
    except FileNotFoundError as error:
        raise NotKept("This photo has been deleted.") from error


async def answer_with_picture(parts: Parts, job: Mapping[str, Any], name: str) -> Response:
    """Answer with the JPEG that a job writes. Raises what `run_job` does."""
    picture = parts.store.files.incoming / f"{new_match_id()}.jpg"
    await run_job(parts, {**job, "picture": str(picture)}, name)
    return FileResponse(picture, media_type="image/jpeg", background=BackgroundTask(picture.unlink, missing_ok=True))


def how(asked: Asked) -> Json:
    """The part of a job that says how the photo is to be read."""
    return {"ruleset": asked.ruleset, "handles_px": asked.handles, "measured": asked.measured}


def set_to_use(parts: Parts, upload: Upload) -> Json | None:
    """The measured set that came with the photo, else the club's, as a job takes it."""
    measured = upload.measured or parts.settings.measured
    return None if measured is None else asdict(measured)


def _done_before(parts: Parts, key: RequestKey | None) -> Reading | None:
    if key is None:
        return None
    with parts.store.reading() as connection:
        subject = subject_of(connection, key)
        return None if subject is None else latest_reading(connection, get_photo(connection, subject).id)


def _keep(parts: Parts, name: str, asked: Asked, done: Json, key: RequestKey | None) -> Reading:
    photo = KeptPhoto(
        id=done["id"],
        added=now(),
        name=name,
        bytes=done["bytes"],
        width=done["width"],
        height=done["height"],
        focal_35mm=done["focal_35mm"],
    )

    def keep(connection: Connection) -> Reading:
        add_photo(connection, photo)
        if subject_of(connection, key) is None:
            note_done(connection, key, photo.id)
        return add_reading(connection, photo.id, asked, done["document"], done["seconds"])

    return parts.store.write(keep)
