"""What the handlers of a running service share."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from api.scoring.pool import ScoringPool
from api.service.changes import Changes
from api.service.pairing import Pairing
from api.service.settings import Settings
from api.store.store import Store


@dataclass(frozen=True, eq=False, kw_only=True)
class Parts:
    """The store, the workers, the PIN, and who waits for changes."""

    settings: Settings
    store: Store
    pool: ScoringPool
    pairing: Pairing
    changes: Changes


def parts_of(request: Request) -> Parts:
    """The parts of the service that answers this request."""
    parts = request.app.state.parts
    assert isinstance(parts, Parts)
    return parts


Shared = Annotated[Parts, Depends(parts_of)]
