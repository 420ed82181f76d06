"""What was read off a board: discs and teams, as immutable values."""

from dataclasses import dataclass
from typing import Literal

from calibration.view import BoardView

Place = Literal["surface", "hole", "lip", "ditch"]
# Teams are named in this order, the largest first.
TEAM_IDS = "ABC"


@dataclass(frozen=True, kw_only=True)
class LineDistance:
    """Signed distance of a disc's base to one line's inner edge, mm: positive where clean board shows between them."""

    line: str
    gap_mm: float
    sigma_mm: float


@dataclass(frozen=True, kw_only=True)
class Team:
    """Discs of one colour. rgb: as it looks in the photo."""

    id: str
    name: str
    rgb: tuple[int, int, int]


@dataclass(frozen=True, kw_only=True)
class Disc:
    """One disc. x_mm, y_mm: its base's centre on the board; px: the same in the photo.

    gaps: to all three lines, for discs on the surface. by_thickness_mm: how far it is placed off, x and y, if the discs
    are one sigma thicker than supposed.
    """

    team: str
    place: Place
    x_mm: float
    y_mm: float
    px: tuple[float, float]
    radius_mm: float
    sigma_mm: float
    gaps: tuple[LineDistance, ...]
    by_thickness_mm: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, kw_only=True)
class Doubt:
    """A question for the player. code: machine-readable. disc: index of the disc concerned, if there is one. xy_mm: the
    place concerned, about where something was seen that was not counted, or lies that hides all within reach_mm of it.
    team: the one of which discs may be missing.
    """

    code: str
    message: str
    disc: int | None = None
    xy_mm: tuple[float, float] | None = None
    reach_mm: float = 0.0
    team: str | None = None


@dataclass(frozen=True, kw_only=True)
class BoardReading:
    """All that lies on one board. shared_gap_sigma_mm: of the error that the gaps of all discs have in common.

    view: the board in the photo, its camera and lens as the discs tell them where nothing else did.
    """

    teams: tuple[Team, ...]
    discs: tuple[Disc, ...]
    doubts: tuple[Doubt, ...]
    shared_gap_sigma_mm: float
    view: BoardView
