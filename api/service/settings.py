"""The few values that whoever starts the service may set."""

from dataclasses import dataclass, field
from pathlib import Path

from api.store.engine import BUSY_S
from calibration.board import MeasuredSet


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Bounds that keep one client from taking the service away from the others.

    photo_s : for scoring one photo. waiting : photos that may wait. requests_per_s, burst : of one client.
    body_idle_s : between two pieces of a body. body_bytes_per_s : least mean rate of a body after that.
    """

    workers: int = 2
    waiting: int = 8
    photo_s: float = 30.0
    requests_per_s: float = 40.0
    burst: int = 200
    body_idle_s: float = 10.0
    body_bytes_per_s: int = 8_000
    heartbeat_s: float = 15.0
    streams: int = 300


@dataclass(frozen=True, kw_only=True)
class Settings:
    """data : folder of the store. lan : open to other machines. measured : the club's board and discs. photo_days,
    photo_bytes : how long and how much of photos is kept; None for no limit.
    """

    data: Path
    database_url: str | None = None
    lan: bool = False
    pin: str | None = None
    measured: MeasuredSet | None = None
    photo_days: int | None = None
    photo_bytes: int | None = None
    store_busy_s: float = BUSY_S
    limits: Limits = field(default_factory=Limits)
