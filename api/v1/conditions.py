"""What requests say in their headers: which version they change, and under which key."""

import hashlib
from typing import Annotated

from fastapi import Depends, Header, Request, Response

from api.store.done_requests import RequestKey
from api.store.errors import Stale

ETAG = r'^(\*|(W/)?"[0-9]{1,9}")$'
KeyHeader = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[\x21-\x7e]{1,200}$",
        description="Chosen anew for every request, kept when it is sent again.",
    ),
]


def version_wanted(
    if_match: Annotated[str, Header(pattern=ETAG, description="The ETag of the match as you saw it, or *.")],
) -> int | None:
    """The version that the request is made for; None for any (`*`)."""
    return None if if_match == "*" else int(if_match.removeprefix("W/").strip('"'))


async def request_key(request: Request, idempotency_key: KeyHeader = None) -> RequestKey | None:
    """The request's key; None where it has none."""
    where = f"{request.method} {request.url.path}?{request.url.query}"
    return key_of(idempotency_key, where, await request.body())


def key_of(key: str | None, asked: str, sent: bytes) -> RequestKey | None:
    """The key of a request that asks for this with these bytes; None where it has none."""
    if key is None:
        return None
    return RequestKey(key=key, fingerprint=hashlib.sha256(f"{asked}\n".encode() + sent).hexdigest())


def check_version(wanted: int | None, version: int) -> None:
    """Raises Stale where the match is not what the sender saw."""
    if wanted is not None and wanted != version:
        raise Stale(version)


def set_etag(response: Response, version: int) -> None:
    """Say which version the answer shows."""
    response.headers["ETag"] = f'"{version}"'


Wanted = Annotated[int | None, Depends(version_wanted)]
Key = Annotated[RequestKey | None, Depends(request_key)]
