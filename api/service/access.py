"""Who is asking, and what that one may do."""

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Depends, Request

from api.service.addresses import is_loopback
from api.service.parts import Parts, parts_of
from api.service.problems import Refused
from api.service.rates import SESSION_COOKIE
from api.store.credentials import find_credential

Role = Literal["scorer", "viewer"]


@dataclass(frozen=True, kw_only=True)
class Caller:
    """credential : id of the phone or program, None for the browser on this machine and for viewers."""

    role: Role
    credential: str | None
    local: bool


def caller(request: Request, parts: Annotated[Parts, Depends(parts_of)]) -> Caller:
    """Tell by cookie or token; the machine's own browser needs neither while nobody else can connect."""
    local = is_loopback(request.client.host) if request.client else False
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    secret = token.strip() if scheme.lower() == "bearer" else request.cookies.get(SESSION_COOKIE, "")
    if secret:
        with parts.store.reading() as connection:
            found = find_credential(connection, secret)
        if found is not None:
            return Caller(role="scorer", credential=found.id, local=local)
        if scheme.lower() == "bearer":
            raise Refused(
                401, "bad_token", "This token is not known.", "Make a new one.", {"WWW-Authenticate": "Bearer"}
            )
    own_browser = local and not parts.settings.lan
    return Caller(role="scorer" if own_browser else "viewer", credential=None, local=local)


def scorer(who: Annotated[Caller, Depends(caller)]) -> Caller:
    """Only for those who may score."""
    if who.role != "scorer":
        raise Refused(
            401,
            "not_paired",
            "Only paired phones may do this.",
            "Enter the PIN that the server shows.",
            {"WWW-Authenticate": "Bearer"},
        )
    return who


def on_this_machine(who: Annotated[Caller, Depends(scorer)]) -> Caller:
    """Only for scorers at the machine that the server runs on."""
    if not who.local:
        raise Refused(403, "not_here", "This is done on the server's own machine only.", "Go there.")
    return who


AnyCaller = Annotated[Caller, Depends(caller)]
Scorer = Annotated[Caller, Depends(scorer)]
LocalScorer = Annotated[Caller, Depends(on_this_machine)]
