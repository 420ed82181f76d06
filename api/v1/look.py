"""The viewfinder's live checklist."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query

from api.openapi import REQUEST_BODY, answer
from api.scoring.errors import QueueFull
from api.service.access import Scorer
from api.service.parts import Shared
from api.service.scoring_jobs import received, run_job
from api.upload import Upload, read_upload
from api.v1.documented import PHOTOS
from api.v1.examples import LOOK

router = APIRouter(tags=["photos"])


@router.post("/look", openapi_extra=REQUEST_BODY, responses={200: answer("How it looks", LOOK), **PHOTOS})
async def post_look(
    who: Scorer,
    upload: Annotated[Upload, Depends(read_upload)],
    parts: Shared,
    photo_width: Annotated[int, Query(ge=100, le=20_000, description="Of the photo that would be taken, px")] = 3000,
) -> dict[str, Any]:
    """Judge a small frame before the photo is taken. The frame is not kept; photos go before frames."""
    if parts.pool.waiting:
        raise QueueFull(1)
    async with received(parts, upload.data) as frame:
        job = {"job": "look", "path": str(frame), "name": "frame", "photo_width": photo_width}
        return await run_job(parts, job, "frame")
