"""How a match stands: rounds in games, games in a match."""

import re
from dataclasses import dataclass
from typing import Literal

from game.ending import PLAYING, Standing
from game.events import RoundScored
from game.options import Options
from game.seating import Seating, is_one_line
from game.starts import StartDue
from game.violation import RuleViolation

# ISO 8601 in UTC, as far as a pattern can say.
DATE_PATTERN = re.compile(
    r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60)(\.[0-9]+)?)?Z"
)
RoundKind = Literal["played", "forfeited", "awarded"]
GameEnd = Literal["played", "shootout", "forfeit", "time", "ruling"]


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What is agreed before the first shot. first : who starts round 1, by chance or the organiser (NCA 1a).

    match_id : made once and kept, an importer's only key. date : start, ISO 8601 in UTC. cids : (player, Crokinole
    Player ID) pairs of those who have one.
    """

    match_id: str
    date: str
    options: Options
    seating: Seating
    first: str
    cids: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if not DATE_PATTERN.fullmatch(self.date):
            raise RuleViolation(f"the date {self.date!r} is not like 2026-11-20T19:30:00Z, in UTC")
        if not is_one_line(self.match_id):
            raise RuleViolation("a match needs an id, one line of text")
        if any(player not in self.seating.seats or not cid for player, cid in self.cids):
            raise RuleViolation("a Crokinole Player ID belongs to a player of the match")


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """One round. starter : place on the ring, and the player's name. scored : None when it was not counted.

    winner : side with more, None for a tie. needs_review : its doubt can change what it pays.
    """

    number: int
    start_place: int
    starter: str
    scored: RoundScored | None
    points: tuple[int, ...]
    winner: int | None
    kind: RoundKind
    reason: str | None
    needs_review: bool


@dataclass(frozen=True, slots=True)
class Game:
    """One game. shootouts : 20s of each side in each shoot-out after it. reason : why it ended, when by a ruling."""

    number: int
    rounds: tuple[RoundPlayed, ...]
    scores: tuple[int, ...]
    standing: Standing = PLAYING
    ended_by: GameEnd = "played"
    shootouts: tuple[tuple[int | None, ...], ...] = ()
    reason: str | None = None

    @property
    def over(self) -> bool:
        """Whether no further round belongs to this game."""
        return self.standing.over

    @property
    def running_scores(self) -> tuple[tuple[int, ...], ...]:
        """Game score after each round."""
        scores = (0,) * len(self.scores)
        history = []
        for played in self.rounds:
            scores = tuple(score + paid for score, paid in zip(scores, played.points, strict=True))
            history.append(scores)
        return tuple(history)


@dataclass(frozen=True, slots=True)
class MatchState:
    """All that follows from the events so far.

    games : the last one is being played unless it is over. standing : of the match. due : who starts the next round,
    None when none follows or a shoot-out comes first. shootouts : after the last game, for the match itself.
    """

    games: tuple[Game, ...]
    standing: Standing
    due: StartDue | None
    ended_by: GameEnd = "played"
    reason: str | None = None
    shootouts: tuple[tuple[int | None, ...], ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the match is decided or drawn."""
        return self.standing.over

    @property
    def game(self) -> Game:
        """The game being played, or the last one."""
        return self.games[-1]

    @property
    def rounds(self) -> tuple[RoundPlayed, ...]:
        """Every round of the match, in order."""
        return tuple(played for game in self.games for played in game.rounds)

    @property
    def sum_points(self) -> tuple[int, ...]:
        """Points of each side over all games."""
        return tuple(sum(scores) for scores in zip(*(game.scores for game in self.games), strict=True))

    @property
    def games_won(self) -> tuple[int, ...]:
        """Games won by each side; a game that both win counts for both."""
        return tuple(
            sum(side in game.standing.winners for game in self.games if game.over)
            for side in range(len(self.game.scores))
        )

    @property
    def games_drawn(self) -> int:
        """Games that ended level."""
        return sum(game.standing.status == "drawn" for game in self.games)

    @property
    def needs_review(self) -> tuple[int, ...]:
        """Numbers of the rounds that someone has to look at: their doubt can change what they pay."""
        return tuple(played.number for played in self.rounds if played.needs_review)
