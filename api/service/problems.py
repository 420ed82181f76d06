"""Everything that goes wrong, as the one JSON object that clients know: detail, advice, code."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match

from api.errors import ScorerError, UnreadablePhoto, answer_to
from api.scoring.errors import QueueFull, ScoringError, TooSlow, WorkerDied
from api.store.errors import KeyReused, NotKept, Stale, StoreBusy, StoreDamaged, StoreError, StoreFull
from game.event_json import BadMatchFile
from game.violation import RuleViolation

log = logging.getLogger(__name__)


class Refused(HTTPException):
    """A request that is not carried out, with the whole answer to it.

    A child of HTTPException, since FastAPI answers 400 to anything else that is raised while a body is read.
    """

    def __init__(
        self, status: int, code: str, detail: str, advice: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status, detail, dict(headers or {}))
        self.code, self.advice = code, advice

    def response(self) -> JSONResponse:
        """The answer."""
        body = {"detail": self.detail, "advice": self.advice, "code": self.code}
        return JSONResponse(body, status_code=self.status_code, headers=dict(self.headers or {}))


@dataclass(frozen=True, kw_only=True)
class Known:
    """What is answered to one class of errors."""

    status: int
    code: str
    advice: str
    retry_s: int | None = None


ANSWERS: Mapping[type[Exception], Known] = {
    NotKept: Known(status=404, code="not_found", advice="It may have been deleted: go back to the list."),
    Stale: Known(status=412, code="stale", advice="Load the match again, look at what changed, then repeat."),
    KeyReused: Known(status=422, code="key_reused", advice="Choose a new Idempotency-Key for every new request."),
    StoreBusy: Known(status=503, code="store_busy", advice="Send the same again in a moment.", retry_s=2),
    StoreFull: Known(status=507, code="store_full", advice="Make room on the server's disk, then send the same again."),
    StoreDamaged: Known(status=503, code="store_unavailable", advice="Look at the server's log.", retry_s=30),
    QueueFull: Known(status=429, code="queue_full", advice="Send the photo again when it is its turn."),
    TooSlow: Known(status=422, code="photo_too_slow", advice="Send a smaller photo: 12 megapixels are plenty."),
    WorkerDied: Known(status=422, code="photo_broke_scoring", advice="Take the photo again, as JPEG."),
    ScoringError: Known(status=500, code="scoring_failed", advice="Score this round by hand: the others go on."),
    RuleViolation: Known(status=422, code="rule", advice="Change what the rules do not allow."),
    BadMatchFile: Known(status=422, code="bad_match", advice="Change what cannot be read."),
    OSError: Known(status=507, code="store_full", advice="Make room on the server's disk, then send the same again."),
}
METHODS = ("DELETE", "GET", "HEAD", "POST", "PUT")
STATUS_ADVICE = {
    404: ("not_found", "Check the address."),
    405: ("method_not_allowed", "Look the method up in /api/v1/openapi.json."),
    422: ("bad_request", "Send what /api/v1/openapi.json describes."),
}
IF_MATCH_MISSING = Refused(
    428, "if_match_missing", "Which version of the match is changed?", "Send If-Match with the match's ETag."
)


def add_problem_answers(app: FastAPI) -> None:
    """Answer every error of the project's own in this form."""
    for error in ANSWERS:
        app.add_exception_handler(error, _known)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(ScorerError, _scorer_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unknown)


async def _known(request: Request, error: Exception) -> JSONResponse:
    known = next(ANSWERS[cls] for cls in type(error).__mro__ if cls in ANSWERS)
    if isinstance(error, StoreError | OSError) and known.status >= 500:
        log.error("%s %s: %s", request.method, request.url.path, error, exc_info=error)
    headers = {}
    if isinstance(error, QueueFull):
        headers["Retry-After"] = str(error.retry_s)
    elif known.retry_s is not None:
        headers["Retry-After"] = str(known.retry_s)
    if isinstance(error, Stale):
        headers["ETag"] = f'"{error.version}"'
    detail = "The data folder cannot be written." if isinstance(error, OSError) else str(error)
    return Refused(known.status, known.code, detail, known.advice, headers).response()


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    return error.response()


async def _scorer_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ScorerError)
    answer = answer_to(error)
    detail = error.reason if isinstance(error, UnreadablePhoto) else str(error)
    return Refused(answer.http_status, getattr(error, "code", "bad_input"), detail, answer.advice).response()


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    wrong = error.errors()
    if any(one["type"] == "missing" and one["loc"] == ("header", "if-match") for one in wrong):
        return IF_MATCH_MISSING.response()
    first = wrong[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    detail = f"{where}: {first['msg']}" if where else str(first["msg"])
    # Whatever was sent may hold letters that no answer can.
    plain = detail.encode("utf-8", "replace").decode()[:400]
    return Refused(422, "bad_request", plain, "Send what /api/v1/openapi.json describes.").response()


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    status, headers = error.status_code, dict(error.headers or {})
    if status == 400:  # a body that is not even text
        status = 422
    if status == 405:
        headers["Allow"] = ", ".join(sorted(_methods(request)))
    code, advice = STATUS_ADVICE.get(status, ("refused", "Check the request."))
    return Refused(status, code, str(error.detail), advice, headers).response()


def _methods(request: Request) -> set[str]:
    """Of all routes to this address; the framework names those of the first only."""
    asked = [{**request.scope, "method": method} for method in METHODS]
    routes = request.app.routes
    return {scope["method"] for scope in asked if any(route.matches(scope)[0] is Match.FULL for route in routes)}


async def _unknown(request: Request, error: Exception) -> JSONResponse:
    return Refused(500, "internal", "The server failed; its log says where.", "Try again, or restart it.").response()
