"""One scored photo, as an immutable value: what `crokinole.score/1` says, before it becomes JSON."""

from dataclasses import dataclass
from typing import Literal

from calibration.view import BoardView
from game.look_under import LineCall
from vision.reading import Disc, Team

Status = Literal["scored", "needs_review", "no_board", "unreadable"]


@dataclass(frozen=True, kw_only=True)
class Reason:
    """Why a photo needs review or has no score: a machine-readable code, a sentence for the player, a disc's id, or the
    place on the board of what was not counted.
    """

    code: str
    message: str
    disc: int | None = None
    xy_mm: tuple[float, float] | None = None


@dataclass(frozen=True, kw_only=True)
class ScoredDisc:
    """One disc with its worth. call: of the line that decides, for discs on the surface."""

    id: int
    seen: Disc
    value: int
    call: LineCall | None

    @property
    def in_doubt(self) -> bool:
        """Whether it is too close to a line to call."""
        return self.call is not None and self.call.other_value is not None


@dataclass(frozen=True, kw_only=True)
class ScoredTeam:
    """One team's points: on the board (lip and surface), 20s in the bowl and in the hole, and both together.

    seen: number of its discs in the photo. twenties_suggested: all its 20s if the discs that are not seen lie in the
    bowl; None where the photo cannot tell.
    """

    team: Team
    seen: int
    board_points: int
    twenties: int
    twenties_suggested: int | None

    @property
    def total(self) -> int:
        """Points of the round."""
        return self.board_points + 20 * self.twenties


@dataclass(frozen=True, kw_only=True)
class RoundOutcome:
    """Who won the round under the ruleset: a team's id or None for a tie, and what each team is paid.

    chances : probability that each team has the most points, discs too close to call taken either way.
    """

    winner: str | None
    round_points: tuple[tuple[str, int], ...]
    difference: int
    chances: tuple[tuple[str, float], ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class ScoredPhoto:
    """What one photo came to. view, teams, discs and outcome are empty where no board was read.

    photos: names of all photos, where several of one round were read together; then name is the one whose pixels and
    board frame the result is in.
    """

    name: str
    size_px: tuple[int, int] | None
    status: Status
    reasons: tuple[Reason, ...]
    ruleset: str
    board: str = "tournament"
    view: BoardView | None = None
    teams: tuple[ScoredTeam, ...] = ()
    discs: tuple[ScoredDisc, ...] = ()
    outcome: RoundOutcome | None = None
    photos: tuple[str, ...] = ()
