"""What a worker process is asked to do; each job takes and gives plain JSON values."""

import hashlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from api.document import to_document
from api.photo import Photo, decode_photo
from api.score_photo import draw_overlay, score_photo
from api.scored import ScoredPhoto
from api.scoring.look import look_at
from api.scoring.placed_board import score_placed
from api.store.private_data import without_private_data
from calibration.board import DiscSpec, Line, MeasuredSet

Json = dict[str, Any]


def score(job: Json) -> Json:
    """Score the file `path` by `ruleset`, and write it without private data to `keep`, unless that is null."""
    started = time.perf_counter()
    data = Path(job["path"]).read_bytes()
    photo, scored = _scored(data, job)
    kept = b""
    if job["keep"] is not None:
        kept = without_private_data(data, photo)
        Path(job["keep"]).write_bytes(kept)
    return {
        "document": to_document(scored),
        "id": hashlib.sha256(kept).hexdigest(),
        "bytes": len(kept),
        "width": photo.bgr.shape[1],
        "height": photo.bgr.shape[0],
        "focal_35mm": photo.focal_35mm,
        "seconds": round(time.perf_counter() - started, 3),
    }


def overlay(job: Json) -> Json:
    """Score as `score` does, and write the photo with what was read drawn on it to `picture`."""
    photo, scored = _scored(Path(job["path"]).read_bytes(), job)
    Path(job["picture"]).write_bytes(cv2.imencode(".jpg", draw_overlay(photo, scored))[1].tobytes())
    return {}


def place_board(job: Json) -> Json:
    """Score the file `path` by `ruleset`, the board where `handles_px` say it is."""
    started = time.perf_counter()
    photo = decode_photo(Path(job["path"]).read_bytes(), job["name"])
    document = to_document(score_placed(photo, job["handles_px"], job["ruleset"]))
    return {"document": document, "seconds": round(time.perf_counter() - started, 3)}


def look(job: Json) -> Json:
    """Judge the viewfinder's picture in the file `path`. photo_width : of the photo that would be taken, px."""
    return look_at(decode_photo(Path(job["path"]).read_bytes(), "frame"), job["photo_width"])


JOBS: dict[str, Callable[[Json], Json]] = {
    "score": score,
    "overlay": overlay,
    "place_board": place_board,
    "look": look,
}


def _scored(data: bytes, job: Json) -> tuple[Photo, ScoredPhoto]:
    photo = decode_photo(data, job["name"])
    measured = _measured(job["set"]) if job.get("set") else None
    return photo, score_photo(photo, ruleset=job["ruleset"], twenties=job.get("twenties", {}), measured=measured)


def _measured(given: Json) -> MeasuredSet:
    """The set that was checked when it was received."""
    lines, disc = given["lines"], given["disc"]
    return MeasuredSet(
        **given
        | {
            "lines": tuple(Line(**line) for line in lines) if lines else None,
            "disc": DiscSpec(**disc) if disc else None,
        }
    )
