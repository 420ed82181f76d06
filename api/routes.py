"""HTTP handlers: decode, call one function, encode."""

from threading import BoundedSemaphore
from typing import Annotated

import cv2
from fastapi import APIRouter, Depends, Query, Response
from fastapi.responses import JSONResponse

from api.call_cards import draw_card
from api.document import to_document
from api.openapi import CARD_ANSWERS, OVERLAY_ANSWERS, REQUEST_BODY, SCORE_ANSWERS
from api.photo import Photo, decode_photo
from api.score_photo import check_ruleset, draw_overlay, score_photo
from api.scored import ScoredPhoto
from api.twenties import parse_twenties
from api.upload import Upload, read_upload

router = APIRouter()
# A 12 megapixel photo takes up to 0.6 GB while it is scored; the others wait their turn.
_AT_ONCE = BoundedSemaphore(2)

Sent = Annotated[Upload, Depends(read_upload)]
Twenties = Annotated[str, Query(description="20s in the bowl, by team", examples=["A=2,B=1"])]
DiscNumber = Annotated[int, Query(ge=1, description="The disc's id in the photo's score")]
Ruleset = Annotated[str, Query(description="nca, mayday, cogitate, house or carrom")]


@router.get("/health")
def health() -> dict[str, str]:
    """Whether the server answers."""
    return {"status": "ok"}


@router.post("/score", openapi_extra=REQUEST_BODY, responses=SCORE_ANSWERS)
def post_score(upload: Sent, twenties: Twenties = "", ruleset: Ruleset = "nca") -> JSONResponse:
    """Score a photo: multipart field `photo` or the raw body."""
    with _AT_ONCE:
        _, scored = _score(upload, twenties, ruleset)
    return JSONResponse(to_document(scored))


@router.post("/score/overlay", openapi_extra=REQUEST_BODY, response_class=Response, responses=OVERLAY_ANSWERS)
def post_overlay(upload: Sent, twenties: Twenties = "", ruleset: Ruleset = "nca") -> Response:
    """The photo with what was read drawn on it, as JPEG; the photo itself where no board was found."""
    with _AT_ONCE:
        picture = cv2.imencode(".jpg", draw_overlay(*_score(upload, twenties, ruleset)))[1]
    return Response(picture.tobytes(), media_type="image/jpeg")


@router.post("/score/card", openapi_extra=REQUEST_BODY, response_class=Response, responses=CARD_ANSWERS)
def post_card(upload: Sent, disc: DiscNumber, ruleset: Ruleset = "nca") -> Response:
    """The call card of one disc on the surface, as JPEG."""
    with _AT_ONCE:
        photo, scored = _score(upload, "", ruleset)
        picture = cv2.imencode(".jpg", draw_card(photo, scored, disc, upload.measured))[1]
    return Response(picture.tobytes(), media_type="image/jpeg")


def _score(upload: Upload, twenties: str, ruleset: str) -> tuple[Photo, ScoredPhoto]:
    check_ruleset(ruleset)
    counts = parse_twenties(twenties)
    photo = decode_photo(upload.data, upload.name)
    return photo, score_photo(photo, measured=upload.measured, twenties=counts, ruleset=ruleset)
