"""Several photos of one round: which disc is which, whether all show one position, and one reading of them all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from calibration.directions import all_round
from calibration.recognise import has_quadrants
from calibration.view import BoardView
from vision.reading import BoardReading, Disc, Doubt

FloatArray = NDArray[np.float64]

# One disc in two photos is read within this of itself, a disc of the board's own colour too; no other disc can lie so
# near. Beyond, it has been moved.
SAME_PLACE_MM = 8.0
# Quadrant lines give the board's turn to this; a turn that they do not give is free.
TURN_RAD = np.deg2rad(3.0)
# A disc that another photo must show lies this many of its radii inside that picture.
WELL_INSIDE = 1.3
# A photo that asks these of a disc is not sure that it is one.
NO_DISC_PERHAPS = {"faint", "unlike"}
# Of two discs without partner, one in each photo, up to this far apart: one disc that was moved.
MOVED_MM = 120.0

DifferenceKind = Literal["missing", "added", "moved", "unlike"]


@dataclass(frozen=True, eq=False, kw_only=True)
class SeenBoard:
    """One photo's board. whole: whether all of it shows; a close-up must not be asked for what lies beyond it."""

    reading: BoardReading
    whole: bool

    @property
    def view(self) -> BoardView:
        """Where the board lies in the photo."""
        return self.reading.view


@dataclass(frozen=True, eq=False, kw_only=True)
class Match:
    """Which disc is which. turn : (2, 2) takes positions of the other photo to the first one's, mirrored or not.

    pairs : (N, 2) indices of discs in the first and in the other reading. added : (K,) indices of those that only the
    other shows, where one of the two is in doubt.
    """

    turn: FloatArray
    pairs: NDArray[np.intp]
    added: NDArray[np.intp]


class DifferentPosition(Exception):
    """Two photos show different positions.

    kind: how. disc: index in the first reading ("missing", "moved") or in the other ("added"), None for "unlike".
    """

    def __init__(self, kind: DifferenceKind, disc: int | None = None, moved_mm: float = 0.0) -> None:
        super().__init__(kind)
        self.kind = kind
        self.disc = disc
        self.moved_mm = moved_mm


def match_round(first: SeenBoard, other: SeenBoard) -> Match:
    """Find the turn under which two photos show the same position. Raises DifferentPosition.

    A board without print looks the same after every quarter turn, so that only the discs tell how far one photo is
    turned against the other; a close-up without quadrant lines leaves any turn open.
    """
    here, there = _in_play(first), _in_play(other)
    if not len(here) and not len(there):
        return Match(turn=np.eye(2), pairs=np.zeros((0, 2), np.intp), added=np.zeros(0, np.intp))
    best = max(_turns(first, other, here, there), key=lambda turn: _likeness(first, other, here, there, turn))
    pairs = _assign(first, other, here, there, best)
    best = _refined(best, first, other, pairs)
    pairs = _assign(first, other, here, there, best)
    missing, added = _alone(first, other, here, there, best, pairs)
    match = Match(turn=best, pairs=pairs, added=added)
    _check(first, other, match, missing)
    return match


def team_names(first: SeenBoard, other: SeenBoard, pairs: NDArray[np.intp]) -> dict[str, str]:
    """The other photo's team ids -> the first one's, "" where it has none: each photo numbers its colours by itself.

    pairs : (N, 2) indices of discs in the first and in the other reading.
    """
    ours, theirs = [team.id for team in first.reading.teams], [team.id for team in other.reading.teams]
    votes = np.zeros((len(theirs), len(ours)))
    for i, j in pairs:
        votes[theirs.index(other.reading.discs[j].team), ours.index(first.reading.discs[i].team)] += 1
    rows, columns = linear_sum_assignment(-votes)
    return dict.fromkeys(theirs, "") | {theirs[row]: ours[column] for row, column in zip(rows, columns, strict=True)}


def may_be_none(board: SeenBoard, disc: int) -> bool:
    """Whether a photo asks if this is a disc."""
    return any(doubt.disc == disc and doubt.code in NO_DISC_PERHAPS for doubt in board.reading.doubts)


def places_mm(discs: Sequence[Disc]) -> FloatArray:
    """(N, 2) where discs stand."""
    return np.array([[disc.x_mm, disc.y_mm] for disc in discs], np.float64).reshape(-1, 2)


def _in_play(board: SeenBoard) -> NDArray[np.intp]:
    """Discs that count, and that a close-up shows whole."""
    counts = np.array([disc.place != "ditch" for disc in board.reading.discs], bool)
    return np.flatnonzero(counts & _shows(board.view, places_mm(board.reading.discs), _radii_mm(board)))


def _radii_mm(board: SeenBoard) -> FloatArray:
    return np.array([disc.radius_mm for disc in board.reading.discs], np.float64)


def _shows(view: BoardView, at_mm: FloatArray, radius_mm: FloatArray) -> NDArray[np.bool_]:
    """(N,) whether discs at (N, 2) places, with (N,) radii, would lie well inside the picture."""
    px = view.px(at_mm[:, None, :] + WELL_INSIDE * radius_mm[:, None, None] * all_round(12))
    return np.asarray(view.shows(px).all(axis=1), np.bool_)


def _turns(first: SeenBoard, other: SeenBoard, here: NDArray[np.intp], there: NDArray[np.intp]) -> list[FloatArray]:
    """(2, 2) turns, plain and mirrored, under which some disc of one photo lies where one of the other does."""
    quarters = np.arange(4) * np.pi / 2
    known = has_quadrants(first.view) and has_quadrants(other.view)
    turns = [_turn(angle, mirrored) for mirrored in (False, True) for angle in quarters]
    a, b = places_mm(first.reading.discs)[here], places_mm(other.reading.discs)[there]
    reach_a, reach_b = np.hypot(*a.T), np.hypot(*b.T)
    for i, j in np.argwhere(np.abs(reach_a[:, None] - reach_b) < SAME_PLACE_MM):
        for mirrored in (False, True):
            x, y = b[j] * (-1, 1) if mirrored else b[j]
            angle = np.arctan2(a[i, 1], a[i, 0]) - np.arctan2(y, x)
            beyond = (angle + np.pi / 4) % (np.pi / 2) - np.pi / 4
            if not known or abs(beyond) < TURN_RAD:
                turns.append(_turn(angle, mirrored))
    return turns


def _turn(angle_rad: float, mirrored: bool) -> FloatArray:
    cos, sin = np.cos(angle_rad), np.sin(angle_rad)
    return np.asarray(np.array([[cos, -sin], [sin, cos]]) @ np.diag([-1.0 if mirrored else 1.0, 1.0]))


def _likeness(
    first: SeenBoard, other: SeenBoard, here: NDArray[np.intp], there: NDArray[np.intp], turn: FloatArray
) -> float:
    """How many discs coincide, less a part for each mm, for each that only one photo shows where both should, and for
    a picture that had to be mirrored.
    """
    pairs = _assign(first, other, here, there, turn)
    away_mm = _away_mm(first, other, pairs, turn)
    alone = sum(map(len, _alone(first, other, here, there, turn, pairs)))
    mirrored = float(np.linalg.det(turn)) < 0
    return float((1.0 - 0.5 * away_mm / SAME_PLACE_MM).sum()) - 0.5 * alone - (0.4 if mirrored else 0.0)


def _away_mm(first: SeenBoard, other: SeenBoard, pairs: NDArray[np.intp], turn: FloatArray) -> FloatArray:
    a, b = places_mm(first.reading.discs)[pairs[:, 0]], places_mm(other.reading.discs)[pairs[:, 1]]
    return np.asarray(np.linalg.norm(a - b @ turn.T, axis=1))


def _assign(
    first: SeenBoard, other: SeenBoard, here: NDArray[np.intp], there: NDArray[np.intp], turn: FloatArray
) -> NDArray[np.intp]:
    """(N, 2) pairs of discs within SAME_PLACE_MM, by the assignment that is best for all together."""
    a, b = places_mm(first.reading.discs)[here], places_mm(other.reading.discs)[there]
    away_mm = np.linalg.norm(a[:, None, :] - (b @ turn.T)[None, :, :], axis=2)
    rows, columns = linear_sum_assignment(np.minimum(away_mm, 2 * SAME_PLACE_MM))
    near = away_mm[rows, columns] < SAME_PLACE_MM
    return np.column_stack([here[rows[near]], there[columns[near]]])


def _refined(turn: FloatArray, first: SeenBoard, other: SeenBoard, pairs: NDArray[np.intp]) -> FloatArray:
    """The turn that brings the pairs nearest to one another; both photos know the board's middle."""
    if not len(pairs):
        return turn
    a, b = places_mm(first.reading.discs)[pairs[:, 0]], places_mm(other.reading.discs)[pairs[:, 1]] @ turn.T
    sin = float((b[:, 0] * a[:, 1] - b[:, 1] * a[:, 0]).sum())
    return _turn(float(np.arctan2(sin, float((a * b).sum()))), False) @ turn


def _alone(
    first: SeenBoard,
    other: SeenBoard,
    here: NDArray[np.intp],
    there: NDArray[np.intp],
    turn: FloatArray,
    pairs: NDArray[np.intp],
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Discs of the first photo, and of the other, without partner though both photos show their places."""
    of_first, of_other = np.setdiff1d(here, pairs[:, 0]), np.setdiff1d(there, pairs[:, 1])
    a, b = places_mm(first.reading.discs)[of_first], places_mm(other.reading.discs)[of_other]
    missing = of_first[_shows(other.view, a @ turn, _radii_mm(first)[of_first])]
    added = of_other[_shows(first.view, b @ turn.T, _radii_mm(other)[of_other])]
    return missing, added


def _check(first: SeenBoard, other: SeenBoard, match: Match, missing: NDArray[np.intp]) -> None:
    """Raise DifferentPosition where a disc of one photo is not in the other, though its place shows there and neither
    is in doubt: not the (K,) missing of the first, nor those that the other adds.
    """
    a, b = places_mm(first.reading.discs), places_mm(other.reading.discs) @ match.turn.T
    ours = team_names(first, other, match.pairs)
    theirs = {our: their for their, our in ours.items()}
    missing = np.array([i for i in missing if not _in_doubt(first, i, other, a[i] @ match.turn, theirs)], np.intp)
    added = np.array([j for j in match.added if not _in_doubt(other, j, first, b[j], ours)], np.intp)
    if len(missing) + len(added) > 2 * len(match.pairs):
        raise DifferentPosition("unlike")
    for i in missing:
        apart_mm = np.linalg.norm(b[added] - a[i], axis=1)
        if len(added) and apart_mm.min() < MOVED_MM:
            raise DifferentPosition("moved", int(i), float(apart_mm.min()))
    if len(missing):
        raise DifferentPosition("missing", int(missing[0]))
    if len(added):
        raise DifferentPosition("added", int(added[0]))


def _in_doubt(board: SeenBoard, disc: int, without: SeenBoard, at_mm: FloatArray, teams: dict[str, str]) -> bool:
    """Whether a disc that only one of two photos shows may be none, or have gone unseen in the other: it asks about
    that place, or whether it saw all discs of that team.

    at_mm : (2,) where that is in the other. teams : ids -> the other's.
    """
    seen = board.reading.discs[disc]
    team = teams.get(seen.team)

    def may_hide_it(doubt: Doubt) -> bool:
        if doubt.xy_mm:
            return float(np.hypot(*(at_mm - doubt.xy_mm))) < max(doubt.reach_mm, seen.radius_mm)
        return bool(team) and doubt.team == team

    return may_be_none(board, disc) or any(may_hide_it(doubt) for doubt in without.reading.doubts)
