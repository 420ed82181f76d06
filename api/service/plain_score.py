"""`/score` as ever, for programs that keep nothing here; scored by the workers like every photo."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse, JSONResponse
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool

from api.document import to_document
from api.errors import UnreadablePhoto, answer_to
from api.openapi import OVERLAY_ANSWERS, REQUEST_BODY, SCORE_ANSWERS
from api.routes import Ruleset, Sent, Twenties, health
from api.score_photo import check_ruleset, unreadable_photo
from api.service.parts import Parts, Shared
from api.service.scoring_jobs import run_job
from api.store.errors import translated
from api.store.matches import new_match_id
from api.twenties import parse_twenties
from api.upload import Upload
from api.v1.documented import SHARED

router = APIRouter(responses={status: SHARED[status] for status in (408, 421, 429, 503, 507)})
router.get("/health")(health)


@router.post("/score", openapi_extra=REQUEST_BODY, responses=SCORE_ANSWERS)
async def post_score(upload: Sent, parts: Shared, twenties: Twenties = "", ruleset: Ruleset = "nca") -> JSONResponse:
    """Score a photo: multipart field `photo` or the raw body. Nothing is kept."""
    job = {"job": "score", "keep": None, **_asked(upload, twenties, ruleset)}
    try:
        done = await _run(parts, job, upload)
    except UnreadablePhoto as error:
        return _unread(error, ruleset)
    return JSONResponse(done["document"])


@router.post("/score/overlay", openapi_extra=REQUEST_BODY, response_class=Response, responses=OVERLAY_ANSWERS)
async def post_overlay(upload: Sent, parts: Shared, twenties: Twenties = "", ruleset: Ruleset = "nca") -> Response:
    """The photo with what was read drawn on it, as JPEG; the photo itself where no board was found."""
    picture = parts.store.files.incoming / f"{new_match_id()}.jpg"
    job = {"job": "overlay", "picture": str(picture), **_asked(upload, twenties, ruleset)}
    try:
        await _run(parts, job, upload)
    except UnreadablePhoto as error:
        return _unread(error, ruleset)
    done = BackgroundTask(picture.unlink, missing_ok=True)
    return FileResponse(picture, media_type="image/jpeg", background=done)


def _asked(upload: Upload, twenties: str, ruleset: str) -> dict[str, Any]:
    check_ruleset(ruleset)
    return {
        "name": upload.name,
        "ruleset": ruleset,
        "twenties": parse_twenties(twenties),
        "set": None if upload.measured is None else asdict(upload.measured),
    }


async def _run(parts: Parts, job: dict[str, Any], upload: Upload) -> dict[str, Any]:
    with translated(), parts.store.files.scratch() as received:
        await run_in_threadpool(received.write_bytes, upload.data)
        return await run_job(parts, {**job, "path": str(received)}, upload.name)


def _unread(error: UnreadablePhoto, ruleset: str) -> JSONResponse:
    document = to_document(unreadable_photo(error, ruleset))
    return JSONResponse(document, status_code=answer_to(error).http_status)
