"""Who I am, pairing, and tokens for programs."""

from typing import Any

from fastapi import APIRouter, Request, Response

from api.openapi import answer
from api.service.access import AnyCaller, LocalScorer
from api.service.pairing import PinRefused
from api.service.parts import Parts, Shared
from api.service.problems import Refused
from api.service.rates import SESSION_COOKIE
from api.store.credentials import PHONE_DAYS, add_credential, list_programs, revoke
from api.v1.bodies import NewToken, Pair
from api.v1.documented import Responses, problem
from api.v1.examples import ME, NEW_TOKEN, PAIRED, TOKEN

router = APIRouter(tags=["access"])
DAY_S = 86_400
PAIRING: Responses = {200: answer("Paired", PAIRED), 401: problem("That is not the PIN", "wrong_pin")}


@router.get("/me", responses={200: answer("The caller", ME)})
def get_me(who: AnyCaller, parts: Shared) -> dict[str, Any]:
    """What this caller may do, and whether other machines can reach the server."""
    return {"role": who.role, "lan": parts.settings.lan, "local": who.local}


@router.post("/pair", responses=PAIRING)
def post_pair(body: Pair, request: Request, response: Response, parts: Shared) -> dict[str, Any]:
    """Pair this phone: the answer sets a cookie."""
    _check_pin(parts, body.pin, request.client.host if request.client else "")
    with parts.store.writing() as connection:
        _, secret = add_credential(connection, "phone", body.name)
    response.set_cookie(SESSION_COOKIE, secret, max_age=PHONE_DAYS * DAY_S, httponly=True, samesite="strict", path="/")
    return {"role": "scorer", "lan": parts.settings.lan}


@router.post("/unpair", status_code=204)
def post_unpair(who: AnyCaller, parts: Shared) -> Response:
    """Take this phone's pairing, or this program's token, back."""
    if who.credential is not None:
        with parts.store.writing() as connection:
            revoke(connection, who.credential)
    gone = Response(status_code=204)
    gone.delete_cookie(SESSION_COOKIE, path="/")
    return gone


@router.get("/tokens", responses={200: answer("Tokens, without their secrets", [TOKEN])})
def get_tokens(who: LocalScorer, parts: Shared) -> list[dict[str, Any]]:
    """Programs that hold a token."""
    with parts.store.reading() as connection:
        return [{"id": one.id, "name": one.name, "created": one.created} for one in list_programs(connection)]


@router.post("/tokens", status_code=201, responses={201: answer("The new token", NEW_TOKEN)})
def post_token(body: NewToken, who: LocalScorer, parts: Shared) -> dict[str, Any]:
    """A token for a program. It is shown this once; only a hash of it is kept."""
    with parts.store.writing() as connection:
        made, secret = add_credential(connection, "program", body.name)
    return {"id": made.id, "name": made.name, "created": made.created, "token": secret}


@router.delete("/tokens/{token_id}", status_code=204)
def delete_token(token_id: str, who: LocalScorer, parts: Shared) -> Response:
    """Take a token back."""
    with parts.store.writing() as connection:
        revoke(connection, token_id)
    return Response(status_code=204)


def _check_pin(parts: Parts, pin: str, address: str) -> None:
    try:
        parts.pairing.check(pin, address)
    except PinRefused as refused:
        advice = "Read the PIN off the server's screen."
        if not refused.locked:
            raise Refused(401, "wrong_pin", str(refused), advice) from refused
        if refused.retry_s is None:
            advice = "Start the server again: it then shows a new PIN."
            raise Refused(403, "pairing_closed", str(refused), advice) from refused
        wait = {"Retry-After": str(refused.retry_s)}
        raise Refused(429, "pin_locked", str(refused), f"Wait {refused.retry_s} seconds.", wait) from refused
