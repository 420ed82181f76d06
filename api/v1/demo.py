"""A demo match from the sample pictures, for the curious."""

import importlib.util
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Response
from starlette.concurrency import run_in_threadpool

from api.service.access import Scorer
from api.service.parts import Parts, Shared
from api.service.problems import Refused
from api.service.scoring_jobs import score_and_keep
from api.store.photos import Asked, Reading
from api.v1.bodies import NewMatch, RoundBody
from api.v1.changing import Change
from api.v1.documented import match_answer
from api.v1.matches import post_match
from api.v1.rounds import post_round

router = APIRouter(tags=["matches"])
PICTURES = ("phone_01.jpg", "phone_02.jpg", "phone_03.jpg")
PLAYERS = ["Ada", "Blaise"]


@router.post("/demo", status_code=201, responses={201: match_answer("The demo match")})
async def post_demo(response: Response, who: Scorer, parts: Shared) -> dict[str, Any]:
    """A match of three rounds scored from sample pictures. It takes as long as scoring them."""
    folder = sample_folder()
    if folder is None:
        raise Refused(404, "no_samples", "The sample pictures are not installed.", "Take a photo of your own board.")
    readings = []
    for name in PICTURES:
        data = await run_in_threadpool((folder / name).read_bytes)
        readings.append(await score_and_keep(parts, data, name, Asked(ruleset="nca")))
    return await run_in_threadpool(_play, parts, response, who, readings)


def sample_folder() -> Path | None:
    """Where the sample pictures are: in a checkout or among the installed packages."""
    found = importlib.util.find_spec("sample_images")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    return folder if all((folder / name).exists() for name in PICTURES) else None


def _play(parts: Parts, response: Response, who: Scorer, readings: list[Reading]) -> dict[str, Any]:
    view = post_match(NewMatch(players=PLAYERS), response, who, parts, None)
    change = Change(parts=parts, response=response, match_id=view["id"], wanted=None, by=who.credential, key=None)
    for reading in readings:
        view = post_round(RoundBody(photo=reading.photo_id, checked=True), change)
    return view
