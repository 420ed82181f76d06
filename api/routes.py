"""HTTP handlers: decode, call one function, encode."""

import json
from typing import Annotated, Any

import cv2
from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from starlette.datastructures import UploadFile

from api.document import to_document
from api.errors import BadSetFile, BadUpload, UnreadablePhoto, answer_to
from api.photo import MAX_FILE_BYTES, Photo, decode_photo
from api.score_photo import draw_overlay, score_photo, unreadable_photo
from api.scored import ScoredPhoto
from api.set_file import parse_set
from api.twenties import parse_twenties
from calibration.board import MeasuredSet

router = APIRouter()
PHOTO_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["photo"],
                    "properties": {
                        "photo": {"type": "string", "format": "binary"},
                        "set": {"type": "string", "description": "a measured set, crokinole.set/1"},
                    },
                }
            },
            "image/jpeg": {"schema": {"type": "string", "format": "binary"}},
        },
    }
}
Twenties = Annotated[str, Query(description="20s in the bowl, by team", examples=["A=2,B=1"])]
Ruleset = Annotated[str, Query(description="nca, mayday, cogitate, house or carrom")]


@router.get("/health")
def health() -> dict[str, str]:
    """Whether the server answers."""
    return {"status": "ok"}


@router.post("/score", openapi_extra=PHOTO_BODY)
async def post_score(request: Request, twenties: Twenties = "", ruleset: Ruleset = "nca") -> JSONResponse:
    """Score a photo: multipart field `photo` or the raw body."""
    data, name, measured = await _upload(request)
    _, scored, status = await run_in_threadpool(_score, data, name, measured, twenties, ruleset)
    return JSONResponse(to_document(scored), status_code=status)


@router.post("/score/overlay", openapi_extra=PHOTO_BODY, response_class=Response)
async def post_overlay(request: Request, twenties: Twenties = "", ruleset: Ruleset = "nca") -> Response:
    """The photo with what was read drawn on it, as JPEG."""
    data, name, measured = await _upload(request)
    photo, scored, status = await run_in_threadpool(_score, data, name, measured, twenties, ruleset)
    if photo is None:
        return JSONResponse(to_document(scored), status_code=status)
    picture = await run_in_threadpool(draw_overlay, photo, scored)
    return Response(cv2.imencode(".jpg", picture)[1].tobytes(), media_type="image/jpeg")


def _score(
    data: bytes, name: str, measured: MeasuredSet | None, twenties: str, ruleset: str
) -> tuple[Photo | None, ScoredPhoto, int]:
    counts = parse_twenties(twenties)
    try:
        photo = decode_photo(data, name)
    except UnreadablePhoto as error:
        return None, unreadable_photo(error, ruleset), answer_to(error).http_status
    return photo, score_photo(photo, measured=measured, twenties=counts, ruleset=ruleset), 200


async def _upload(request: Request) -> tuple[bytes, str, MeasuredSet | None]:
    """The photo's bytes, its name and the measured set of a request."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        return await _limited_body(request), "photo", None
    async with request.form(max_files=2, max_fields=4) as form:
        photo = form.get("photo")
        if not isinstance(photo, UploadFile):
            raise BadUpload("The form has no file in its field `photo`.")
        return await photo.read(MAX_FILE_BYTES + 1), photo.filename or "photo", _measured(form.get("set"))


async def _limited_body(request: Request) -> bytes:
    parts: list[bytes] = []
    total = 0
    async for part in request.stream():
        total += len(part)
        parts.append(part)
        if total > MAX_FILE_BYTES:
            break
    return b"".join(parts)


def _measured(field: Any) -> MeasuredSet | None:
    if not isinstance(field, str) or not field:
        return None
    try:
        return parse_set(json.loads(field), "set")
    except json.JSONDecodeError as error:
        raise BadSetFile(f"The field `set` is not JSON: {error}.") from error
