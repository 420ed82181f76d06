"""Answers that many routes share, as OpenAPI describes them."""

from typing import Annotated, Any

from fastapi import Query
from pydantic import BaseModel
from pydantic.config import JsonDict

from api.openapi import answer
from api.v1.examples import MATCH
from game.presets import PRESETS


class Problem(BaseModel):
    """What is wrong, what to do about it, and a word for programs."""

    detail: str
    advice: str
    code: str


# Names are told here, not demanded: an unknown one is answered with the list of those that there are.
RULESETS: JsonDict = {"enum": list(PRESETS)}
Ruleset = Annotated[str, Query(max_length=40, json_schema_extra=RULESETS, description="Whose rules")]
Responses = dict[int | str, dict[str, Any]]


def problem(description: str, code: str) -> dict[str, Any]:
    """One answer of that kind."""
    example = {"detail": description + ".", "advice": "What to do now.", "code": code}
    return {"model": Problem, "description": description, "content": {"application/json": {"example": example}}}


SHARED: Responses = {
    401: problem("The caller is not paired, or the token is not known", "not_paired"),
    403: problem("Another site asks, or this is done on the server's machine only", "cross_site"),
    404: problem("Nothing of that name is kept", "not_found"),
    408: problem("The body comes too slowly", "too_slow"),
    413: problem("The body is too long", "too_large"),
    421: problem("The server does not go by that name", "wrong_host"),
    422: problem("The request cannot be carried out as it stands", "bad_request"),
    429: problem("Too many requests or photos at once; Retry-After says when to come again", "queue_full"),
    500: problem("The server failed", "internal"),
    503: problem("The store is busy; Retry-After says when to come again", "store_busy"),
    507: problem("The server's disk is full", "store_full"),
}
CHANGES: Responses = {
    412: problem("The match has changed meanwhile", "stale"),
    428: problem("If-Match is missing", "if_match_missing"),
}
PHOTOS: Responses = {415: problem("The file is no photo", "unsupported")}


def match_answer(description: str) -> dict[str, Any]:
    """An answer that is a match; its version is also the ETag."""
    etag = {"description": "The version, for If-Match", "schema": {"type": "string"}, "example": '"1"'}
    return {**answer(description, MATCH), "headers": {"ETag": etag}}
