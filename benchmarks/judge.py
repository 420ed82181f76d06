"""Compare a scored photo with its truth: totals, and the gaps of discs to lines where they are known exactly."""

import math
from dataclasses import dataclass
from typing import Any

from api.scored import ScoredPhoto

ON_BOARD = ("surface", "hole", "lip")
# A found disc is a true one when it is this near, in radii of the true disc.
NEAR = 0.8
Truth = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """exact: both totals are ones that the truth allows. gaps: (true mm, found mm, sigma mm) of discs by a line.

    missed: discs on the board that were not found there. ghosts: what was counted and is no disc on the board.
    needless: sent to review though the totals are right, no gap is too close to call, and the truth has no doubt.
    """

    exact: bool
    status: str
    gaps: tuple[tuple[float, float, float], ...]
    missed: int = 0
    ghosts: int = 0
    needless: bool = False

    @property
    def silent_wrong(self) -> bool:
        """A wrong total without a question: the one thing that must not happen."""
        return not self.exact and self.status == "scored"


def judge(truth: Truth, scored: ScoredPhoto) -> Verdict:
    """Hold one scored photo against its truth, in the form of a line of truth.jsonl."""
    if not truth.get("scoreable", True):
        empty = bool(truth.get("empty_board_visible")) and not any(entry.total for entry in scored.teams)
        return Verdict(exact=scored.status in ("no_board", "unreadable") or empty, status=scored.status, gaps=())
    on_board = [disc for disc in truth["discs"] if disc["place"] in ON_BOARD]
    found = [disc for disc in scored.discs if disc.seen.place in ON_BOARD]
    exact = _totals_allowed(truth, scored)
    return Verdict(
        exact=exact,
        status=scored.status,
        gaps=_gaps(truth, scored),
        missed=sum(not d.get("optional") and not any(_near(f.seen.px, d) for f in found) for d in on_board),
        ghosts=sum(f.value > 0 and not any(_near(f.seen.px, d) for d in on_board) for f in found),
        needless=exact and scored.status == "needs_review" and not _is_hard(truth, scored),
    )


def _is_hard(truth: Truth, scored: ScoredPhoto) -> bool:
    """Whether a photo is rightly asked about: a gap too small to call, or what a careful person could not decide."""
    undecided = any(disc.get("optional") or len(disc["values"]) > 1 for disc in truth["discs"])
    return undecided or any(reason.code == "too_close" for reason in scored.reasons)


def _near(px: tuple[float, float], disc: Truth) -> bool:
    return math.dist(px, disc["px"]) < NEAR * disc["r_px"]


def _reachable(discs: list[Truth]) -> set[int]:
    totals = {0}
    for disc in discs:
        totals = {total + value for total in totals for value in disc["values"]}
    return totals


def _totals_allowed(truth: Truth, scored: ScoredPhoto) -> bool:
    """Teams are matched by the discs on the board that they share; a team without any must have no points."""
    on_board = [disc for disc in truth["discs"] if disc["place"] in ON_BOARD]
    free = {disc["team"] for disc in truth["discs"]}
    for entry in scored.teams:
        own = [disc.seen.px for disc in scored.discs if disc.seen.team == entry.team.id]
        votes = {
            label: sum(any(_near(px, disc) for px in own) for disc in on_board if disc["team"] == label)
            for label in free
        }
        label = max(votes, key=lambda name: votes[name], default=None)
        if label is None or not votes[label]:
            if entry.total:
                return False
            continue
        free.remove(label)
        if entry.total not in _reachable([disc for disc in on_board if disc["team"] == label]):
            return False
    return 0 in _reachable([disc for disc in on_board if disc["team"] in free])


def _gaps(truth: Truth, scored: ScoredPhoto) -> tuple[tuple[float, float, float], ...]:
    found = []
    for disc in truth["discs"]:
        if disc.get("gap_mm") is None:
            continue
        for entry in scored.discs:
            if entry.call and entry.call.line == disc.get("line") and _near(entry.seen.px, disc):
                found.append((disc["gap_mm"], entry.call.gap_mm, entry.call.sigma_mm))
                break
    return tuple(found)
