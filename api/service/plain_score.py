"""`/score`, for programs that keep nothing here; scored by the workers like every photo."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response
from fastapi.responses import JSONResponse

from api.document import to_document
from api.errors import UnreadablePhoto, answer_to
from api.openapi import CARD_ANSWERS, OVERLAY_ANSWERS, REQUEST_BODY, SCORE_ANSWERS
from api.score_photo import check_ruleset, unreadable_photo
from api.service.access import Scorer
from api.service.parts import Parts, Shared
from api.service.scoring_jobs import answer_with_picture, received, run_job, set_to_use
from api.twenties import parse_twenties
from api.upload import Upload, read_upload
from api.v1.documented import SHARED, Ruleset

router = APIRouter(tags=["score"], responses={status: SHARED[status] for status in (401, 408, 421, 429, 503, 507)})
Sent = Annotated[Upload, Depends(read_upload)]
Twenties = Annotated[str, Query(description="20s in the bowl, by team", examples=["A=2,B=1"])]
DiscNumber = Annotated[int, Query(ge=1, le=200, description="The disc's id in the photo's score")]


@router.get("/health", responses={200: {"content": {"application/json": {"example": {"status": "ok"}}}}})
def health() -> dict[str, str]:
    """Whether the server answers."""
    return {"status": "ok"}


@router.post("/score", openapi_extra=REQUEST_BODY, responses=SCORE_ANSWERS)
async def post_score(
    who: Scorer, upload: Sent, parts: Shared, twenties: Twenties = "", ruleset: Ruleset = "nca"
) -> JSONResponse:
    """Score a photo: multipart field `photo` or the raw body. Nothing is kept."""
    job = {"job": "score", "keep": None, "twenties": parse_twenties(twenties), **_asked(parts, upload, ruleset)}
    async with received(parts, upload.data) as path:
        try:
            done = await run_job(parts, {**job, "path": str(path)}, upload.name)
        except UnreadablePhoto as error:
            return _unread(error, ruleset)
    return JSONResponse(done["document"])


@router.post("/score/overlay", openapi_extra=REQUEST_BODY, response_class=Response, responses=OVERLAY_ANSWERS)
async def post_overlay(
    who: Scorer, upload: Sent, parts: Shared, twenties: Twenties = "", ruleset: Ruleset = "nca"
) -> Response:
    """The photo with what was read drawn on it, as JPEG; the photo itself where no board was found."""
    return await _picture(parts, {"job": "overlay", "twenties": parse_twenties(twenties)}, upload, ruleset)


@router.post("/score/card", openapi_extra=REQUEST_BODY, response_class=Response, responses=CARD_ANSWERS)
async def post_card(who: Scorer, upload: Sent, parts: Shared, disc: DiscNumber, ruleset: Ruleset = "nca") -> Response:
    """The call card of one disc on the surface, as JPEG."""
    return await _picture(parts, {"job": "card", "disc": disc}, upload, ruleset)


async def _picture(parts: Parts, job: Mapping[str, Any], upload: Upload, ruleset: str) -> Response:
    asked = _asked(parts, upload, ruleset)
    async with received(parts, upload.data) as path:
        try:
            return await answer_with_picture(parts, {**job, **asked, "path": str(path)}, upload.name)
        except UnreadablePhoto as error:
            return _unread(error, ruleset)


def _asked(parts: Parts, upload: Upload, ruleset: str) -> dict[str, Any]:
    check_ruleset(ruleset)
    return {"name": upload.name, "ruleset": ruleset, "measured": set_to_use(parts, upload)}


def _unread(error: UnreadablePhoto, ruleset: str) -> JSONResponse:
    document = to_document(unreadable_photo(error, ruleset))
    return JSONResponse(document, status_code=answer_to(error).http_status)
