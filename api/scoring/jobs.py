"""What a worker process is asked to do; each job takes and gives plain JSON values."""

import hashlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from api.call_cards import draw_card
from api.document import to_document
from api.photo import Photo, decode_photo
from api.score_photo import draw_overlay, score_photo
from api.scored import ScoredPhoto
from api.scoring.look import look_at
from api.store.private_data import without_private_data
from calibration.board import DiscSpec, Line, MeasuredSet

Json = dict[str, Any]


def score(job: Json) -> Json:
    """Score the file `path` and write it without private data to `keep`, unless that is null."""
    started = time.perf_counter()
    data = Path(job["path"]).read_bytes()
    photo = decode_photo(data, job["name"])
    document = to_document(_scored(photo, job))
    kept = b""
    if job["keep"] is not None:
        kept = without_private_data(data, photo)
        Path(job["keep"]).write_bytes(kept)
    return {
        "document": document,
        "id": hashlib.sha256(kept).hexdigest(),
        "bytes": len(kept),
        "width": photo.bgr.shape[1],
        "height": photo.bgr.shape[0],
        "focal_35mm": photo.focal_35mm,
        "seconds": round(time.perf_counter() - started, 3),
    }


def overlay(job: Json) -> Json:
    """Score the file `path`, and write the photo with what was read drawn on it to `picture`."""
    photo = _photo(job)
    return _written(job, draw_overlay(photo, _scored(photo, job)))


def card(job: Json) -> Json:
    """Score the file `path`, and write the call card of its `disc` to `picture`."""
    photo = _photo(job)
    return _written(job, draw_card(photo, _scored(photo, job), job["disc"], _measured(job)))


def look(job: Json) -> Json:
    """Judge the viewfinder's picture in the file `path`. photo_width : of the photo that would be taken, px."""
    return look_at(_photo(job), job["photo_width"])


JOBS: dict[str, Callable[[Json], Json]] = {"score": score, "overlay": overlay, "card": card, "look": look}


def _photo(job: Json) -> Photo:
    return decode_photo(Path(job["path"]).read_bytes(), job["name"])


def _scored(photo: Photo, job: Json) -> ScoredPhoto:
    """By `ruleset`; with the board where `handles_px` say, the set `measured` and the `twenties`, if given."""
    return score_photo(
        photo,
        ruleset=job["ruleset"],
        twenties=job.get("twenties", {}),
        measured=_measured(job),
        handles_px=job.get("handles_px"),
    )


def _written(job: Json, picture: NDArray[np.uint8]) -> Json:
    Path(job["picture"]).write_bytes(cv2.imencode(".jpg", picture)[1].tobytes())
    return {}


def _measured(job: Json) -> MeasuredSet | None:
    """The set that was checked when it was received."""
    if not (given := job["measured"]):
        return None
    lines, disc = given["lines"], given["disc"]
    return MeasuredSet(
        **given
        | {
            "lines": tuple(Line(**line) for line in lines) if lines else None,
            "disc": DiscSpec(**disc) if disc else None,
        }
    )
