"""Photos: sent, scored, shown, and scored again with the board where a player puts it."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.responses import FileResponse
from starlette.concurrency import run_in_threadpool

from api.openapi import REQUEST_BODY, answer
from api.score_photo import check_ruleset
from api.scorekeeping.confirmed import confirmed_discs, confirmed_document
from api.service.access import AnyCaller, Scorer
from api.service.parts import Parts, Shared
from api.service.pictures import crop_of_disc, forget_decoded, smaller_picture
from api.service.scoring_jobs import answer_with_picture, how, run_job, score_and_keep, set_to_use
from api.store.errors import NotKept
from api.store.photos import Asked, Reading, add_reading, delete_photo, get_photo, latest_reading
from api.upload import Upload, read_upload
from api.v1.bodies import Board, Preview
from api.v1.conditions import KeyHeader, key_of
from api.v1.documented import PHOTOS, Ruleset
from api.v1.examples import PHOTO, PREVIEW
from game.presets import PRESETS

router = APIRouter(tags=["photos"])
Json = dict[str, Any]
PhotoId = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="SHA-256 of the photo's file as it is kept")]
DiscNumber = Annotated[int, Query(ge=1, le=200, description="The disc's id in the photo's document")]
NAME_LENGTH = 120
READ = answer("The photo's id, what was read in it, and how long that took", PHOTO)
JPEG: dict[int | str, dict[str, Any]] = {200: {"description": "A picture", "content": {"image/jpeg": {}}}}


@router.post("/photos", status_code=201, openapi_extra=REQUEST_BODY, responses={201: READ, **PHOTOS})
async def post_photo(
    who: Scorer,
    upload: Annotated[Upload, Depends(read_upload)],
    parts: Shared,
    ruleset: Ruleset = "nca",
    idempotency_key: KeyHeader = None,
) -> Json:
    """Score a photo and keep it, without what its file tells about place, time and owner."""
    check_ruleset(ruleset)
    asked = Asked(ruleset=ruleset, measured=set_to_use(parts, upload))
    key = key_of(idempotency_key, f"POST photos {asked}", upload.data)
    return _answer(await score_and_keep(parts, upload.data, _plain_name(upload.name), asked, key))


@router.get("/photos/{photo_id}", responses={200: READ})
def get_one_photo(photo_id: PhotoId, who: AnyCaller, parts: Shared) -> Json:
    """What the program last said about a photo."""
    return _answer(_reading(parts, photo_id))


@router.get("/photos/{photo_id}/image", response_class=FileResponse, responses=JPEG)
def get_image(
    photo_id: PhotoId, who: AnyCaller, parts: Shared, width: Annotated[int, Query(ge=1, le=10_000)] = 1600
) -> FileResponse:
    """The photo, upright, at least `width` pixels wide where it has as many."""
    _reading(parts, photo_id)
    path = smaller_picture(parts.store.files, photo_id, width)
    return FileResponse(path, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})


@router.get("/photos/{photo_id}/crop", response_class=Response, responses=JPEG)
def get_crop(photo_id: PhotoId, who: AnyCaller, parts: Shared, disc: DiscNumber) -> Response:
    """One disc, enlarged, with the line beside it."""
    crop = crop_of_disc(parts.store.files, photo_id, _reading(parts, photo_id).document, disc)
    return Response(crop, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=600"})


@router.get("/photos/{photo_id}/card", response_class=Response, responses=JPEG)
async def get_card(photo_id: PhotoId, who: Scorer, parts: Shared, disc: DiscNumber) -> Response:
    """The call card of one disc on the surface: a picture to show to both players. It takes as long as scoring."""
    reading = await run_in_threadpool(_reading, parts, photo_id)
    job = {"job": "card", "disc": disc, **_again(parts, reading), **how(reading.asked)}
    return await answer_with_picture(parts, job, "photo")


@router.post("/photos/{photo_id}/board", responses={200: READ})
async def post_board(photo_id: PhotoId, body: Board, who: Scorer, parts: Shared) -> Json:
    """Score a photo again with the board where the player has put it."""
    check_ruleset(body.ruleset)
    reading = await run_in_threadpool(_reading, parts, photo_id)
    asked = replace(reading.asked, ruleset=body.ruleset, handles=[list(handle) for handle in body.handles_px])
    done = await run_job(parts, {"job": "score", "keep": None, **_again(parts, reading), **how(asked)}, "photo")
    return _answer(await run_in_threadpool(_keep_reading, parts, photo_id, asked, done))


@router.post("/photos/{photo_id}/preview", responses={200: answer("As it would count", PREVIEW)})
def post_preview(photo_id: PhotoId, body: Preview, who: AnyCaller, parts: Shared) -> Json:
    """What the discs on the screen would count; nothing is kept."""
    check_ruleset(body.ruleset)
    document = _reading(parts, photo_id).document
    answers = {answer.disc: answer.value for answer in body.answers}
    discs = [disc.placed() for disc in body.discs] if body.discs is not None else None
    shown = confirmed_document(
        document, confirmed_discs(document, discs, answers), body.twenties, PRESETS[body.ruleset]
    )
    return {name: shown[name] for name in ("status", "reasons", "discs", "teams", "result")}


@router.delete("/photos/{photo_id}", status_code=204)
def delete_one_photo(photo_id: PhotoId, who: Scorer, parts: Shared) -> Response:
    """Delete a photo and what was read in it; rounds that were scored by it stay."""
    with parts.store.writing() as connection:
        delete_photo(connection, photo_id)
    parts.store.files.remove(photo_id)
    forget_decoded()
    return Response(status_code=204)


def _reading(parts: Parts, photo_id: str) -> Reading:
    with parts.store.reading() as connection:
        reading = latest_reading(connection, get_photo(connection, photo_id).id)
    if reading is None:
        raise NotKept("This photo has not been read.")
    return reading


def _again(parts: Parts, reading: Reading) -> Json:
    """The part of a job that names a kept photo."""
    return {"path": str(parts.store.files.path(reading.photo_id)), "name": reading.document["image"]["name"]}


def _keep_reading(parts: Parts, photo_id: str, asked: Asked, done: Json) -> Reading:
    with parts.store.writing() as connection:
        get_photo(connection, photo_id)
        return add_reading(connection, photo_id, asked, done["document"], done["seconds"])


def _answer(reading: Reading) -> Json:
    return {"photo": reading.photo_id, "document": reading.document, "seconds": reading.seconds}


def _plain_name(name: str) -> str:
    """The sender's file name, without folders and without what no database takes."""
    last = name.replace("\\", "/").rpartition("/")[2]
    plain = "".join(letter if letter.isprintable() else "_" for letter in last)[:NAME_LENGTH]
    return plain or "photo"
