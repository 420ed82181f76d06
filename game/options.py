"""The options under which a match is played, each settable by itself.

A stored match carries the full set, not the name of a preset: rulebooks change, a played match does not.
"""

from dataclasses import dataclass, field
from typing import Literal, get_args

from game.outcome import Scoring, ThreeWayTie
from game.violation import RuleViolation

EndKind = Literal["points", "rounds", "best_of"]
LevelEnd = Literal["draw", "continue", "tiebreak"]
EqualPast = Literal["both_win", "tiebreak", "continue"]
Start = Literal["clockwise", "loser_decides"]
GameStart = Literal["alternate_sides", "clockwise"]
NoHiding = Literal["any_struck", "shooter", "shooter_inside", "none"]
Removal = Literal["chain", "direct"]
FreeFailRemoval = Literal["chain", "shooter"]
Transit = Literal["spin", "area", "surface", "rail", "strict"]
Strike = Literal["contact", "moved_or_newly_touched"]
Placement = Literal["touch_line", "touch_or_behind_half_quadrant", "half_in"]
TimeLimit = Literal["equalise", "none"]
MatchBy = Literal["games_won", "sum_points"]


@dataclass(frozen=True, kw_only=True)
class Ending:
    """When a game is over.

    kind : "points", first to reach `length`; "rounds", `length` rounds; "best_of", more than half of `length` rounds
    won. level : what happens when the set rounds leave the sides level; "continue" for "points", where `equal_past`
    of the options decides. Raises RuleViolation for unknown values.
    """

    kind: EndKind
    length: int
    level: LevelEnd = "continue"

    def __post_init__(self) -> None:
        _check_choices(self, {"kind": EndKind, "level": LevelEnd})
        _check_counts(self, ("length",))
        if self.kind == "points" and self.level != "continue":
            raise RuleViolation("a game to a target has no set rounds to be level after: see equal_past")


@dataclass(frozen=True, kw_only=True)
class MatchLength:
    """How many games make a match, and what decides it.

    The rulebooks leave it to the organiser. best_of : stop once a side has won more than half of the games.
    by : games won, or points summed over the games. level : a match may stay drawn or go to a shoot-out.
    """

    games: int = 1
    best_of: bool = False
    by: MatchBy = "games_won"
    level: Literal["draw", "tiebreak"] = "draw"

    def __post_init__(self) -> None:
        _check_choices(self, {"by": MatchBy, "level": Literal["draw", "tiebreak"]})
        _check_counts(self, ("games",))


@dataclass(frozen=True, kw_only=True)
class DiscCounts:
    """Discs each player shoots in a round: with two, four and three players, and two (each) against one alone."""

    two: int
    four: int
    three: int
    pair: int = 6
    alone: int = 12

    def __post_init__(self) -> None:
        _check_counts(self, ("two", "four", "three", "pair", "alone"))


@dataclass(frozen=True, kw_only=True)
class Options:
    """Every choice the rulebooks leave open or answer differently.

    preset : where the set came from, a label only. scoring, end : two sides; scoring3, end3 : three individuals.
    three_way_tie : all three level. equal_past : level at the top once past the target. start : who starts the next
    round; game_start : who starts the next game. no_hiding : what a free shot asks. invalid_removal,
    free_fail_removal : what goes after a miss or a failed free shot. transit : the outer line met in motion.
    strike : what reaches an opposing disc; reentry_strike : whether a disc that came back from out of play may.
    placement : where a shot may start. time : whether the side one shot short takes one more. reshoot : whether a
    dud may be shot again. shootout_shots : shots of a side in a tie-break. Raises RuleViolation for unknown values.
    """

    preset: str
    scoring: Scoring
    scoring3: Scoring
    end: Ending
    end3: Ending
    discs: DiscCounts
    match: MatchLength = field(default_factory=MatchLength)
    three_way_tie: ThreeWayTie = "one_each"
    both_past: Literal["higher"] = "higher"
    equal_past: EqualPast = "tiebreak"
    start: Start = "clockwise"
    game_start: GameStart = "clockwise"
    no_hiding: NoHiding = "any_struck"
    invalid_removal: Removal = "chain"
    free_fail_removal: FreeFailRemoval = "chain"
    transit: Transit = "spin"
    strike: Strike = "contact"
    reentry_strike: bool = True
    placement: Placement = "touch_line"
    time: TimeLimit = "equalise"
    reshoot: bool = False
    shootout_shots: int = 8

    def __post_init__(self) -> None:
        _check_choices(self, CHOICES)
        _check_counts(self, ("shootout_shots",))


CHOICES: dict[str, object] = {
    "scoring": Literal["two_one_zero", "differential", "simple"],
    "scoring3": Literal["simple", "three_210"],
    "three_way_tie": ThreeWayTie,
    "both_past": Literal["higher"],
    "equal_past": EqualPast,
    "start": Start,
    "game_start": GameStart,
    "no_hiding": NoHiding,
    "invalid_removal": Removal,
    "free_fail_removal": FreeFailRemoval,
    "transit": Transit,
    "strike": Strike,
    "placement": Placement,
    "time": TimeLimit,
}


def _check_choices(holder: object, choices: dict[str, object]) -> None:
    for name, choice in choices.items():
        given = getattr(holder, name)
        if given not in get_args(choice):
            raise RuleViolation(f"{name} cannot be {given!r}: choose from {', '.join(get_args(choice))}")


def _check_counts(holder: object, names: tuple[str, ...]) -> None:
    for name in names:
        given = getattr(holder, name)
        if isinstance(given, bool) or not isinstance(given, int) or given < 1:
            raise RuleViolation(f"{name} cannot be {given!r}: a whole number from 1 up")
