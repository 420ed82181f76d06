"""What happens beside scoring: forfeits, rulings, shoot-outs, who starts, notes."""

from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import APIRouter

from api.clock import now
from api.scorekeeping.confirmed import SIDES
from api.v1.bodies import Forfeit, Ruling
from api.v1.changing import Changing
from api.v1.documented import CHANGES, match_answer
from game.events import (
    Event,
    GameForfeited,
    MatchAwarded,
    Noted,
    RoundAwarded,
    RoundForfeited,
    RoundVoided,
    ShootoutHeld,
    StartChosen,
    TimeExpired,
)
from game.match import Match
from game.violation import RuleViolation

router = APIRouter(tags=["rounds"])
Json = dict[str, Any]
T = TypeVar("T")


@router.post("/matches/{match_id}/forfeit", responses={200: match_answer("The match"), **CHANGES})
def post_forfeit(body: Forfeit, change: Changing) -> Json:
    """A side gives up a round or a game."""
    kind = RoundForfeited if body.what == "round" else GameForfeited
    return change.carry_out(lambda _, kept: kind(side=_number(kept.match, body.side), reason=body.reason, at=now()))


@router.post("/matches/{match_id}/ruling", responses={200: match_answer("The match"), **CHANGES})
def post_ruling(body: Ruling, change: Changing) -> Json:
    """Say who starts, how a shoot-out went, what an official decides, or leave a note."""
    return change.carry_out(lambda _, kept: _EVENTS[body.kind](body, kept.match))


def _start(body: Ruling, match: Match) -> Event:
    return StartChosen(player=_given(body.player, "player"), reason=body.reason, at=now())


def _shootout(body: Ruling, match: Match) -> Event:
    holes = _given(body.holes, "holes")
    return ShootoutHeld(holes=tuple(holes.get(side) for side in _ids(match)), at=now())


def _void(body: Ruling, match: Match) -> Event:
    return RoundVoided(reason=_given(body.reason, "reason"), at=now())


def _award_round(body: Ruling, match: Match) -> Event:
    points = _given(body.points, "points")
    missing = [side for side in _ids(match) if side not in points]
    if missing:
        raise RuleViolation(f"side {missing[0]} has no points")
    return RoundAwarded(
        points=tuple(points[side] for side in _ids(match)), reason=_given(body.reason, "reason"), at=now()
    )


def _award_match(body: Ruling, match: Match) -> Event:
    winner = None if body.winner is None else _number(match, body.winner)
    return MatchAwarded(winner=winner, reason=_given(body.reason, "reason"), at=now())


def _time(body: Ruling, match: Match) -> Event:
    return TimeExpired(at=now())


def _note(body: Ruling, match: Match) -> Event:
    return Noted(text=_given(body.text, "text"), at=now())


_EVENTS: dict[str, Callable[[Ruling, Match], Event]] = {
    "start": _start,
    "shootout": _shootout,
    "void": _void,
    "award_round": _award_round,
    "award_match": _award_match,
    "time": _time,
    "note": _note,
}


def _ids(match: Match) -> str:
    return SIDES[: len(match.table.names)]


def _number(match: Match, side: str) -> int:
    if side not in _ids(match):
        raise RuleViolation(f"there is no side {side!r}")
    return _ids(match).index(side)


def _given(value: T | None, name: str) -> T:
    if value is None:
        raise RuleViolation(f"this ruling needs {name!r}")
    return value
