"""The commands of `crokinole match` for what happens beside scoring: who starts, shoot-outs, forfeits, rulings."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.answering import answering
from api.clock import now
from api.match_command.in_common import File, Reason

if TYPE_CHECKING:
    from game.events import Event
    from game.match import Match


def start(
    file: File,
    player: Annotated[str, typer.Argument(help="Who starts the next round.")],
    reason: Annotated[str | None, typer.Option(help="An official's, where the rules leave no choice.")] = None,
) -> None:
    """Say who starts the next round: the loser's or the partners' choice, or an official's ruling."""
    from api.match_command.counts import player_named
    from game.events import StartChosen

    _enter(file, lambda match: StartChosen(player=player_named(player, match), reason=reason, at=now()))


def shootout(
    file: File, holes: Annotated[str, typer.Argument(help="20s of those who are level: 3,2 or Ann=3,Bo=2.")]
) -> None:
    """Enter a shoot-out; still level, those level shoot again."""
    from api.match_command.counts import optional_counts
    from game.events import ShootoutHeld

    _enter(file, lambda match: ShootoutHeld(holes=optional_counts(holes, match, "20s"), at=now()))


def forfeit(
    file: File,
    side: Annotated[str, typer.Argument(help="Who forfeits.")],
    reason: Reason,
    game: Annotated[bool, typer.Option("--game", help="The whole game, not the round.")] = False,
) -> None:
    """Enter a forfeited round or game."""
    from api.match_command.counts import side_named
    from game.events import GameForfeited, RoundForfeited

    kind = GameForfeited if game else RoundForfeited
    _enter(file, lambda match: kind(side=side_named(side, match), reason=reason, at=now()))


def void(file: File, reason: Reason) -> None:
    """Take the last round out by a ruling; it is played again from the same start."""
    from game.events import RoundVoided

    _enter(file, lambda _: RoundVoided(reason=reason, at=now()))


def award_round(
    file: File, points: Annotated[str, typer.Argument(help="What the round pays: 2,0 or Ann=2,Bo=0.")], reason: Reason
) -> None:
    """Enter what an official says a round pays."""
    from api.match_command.counts import counts_by_side
    from game.events import RoundAwarded

    _enter(file, lambda match: RoundAwarded(points=counts_by_side(points, match, "points"), reason=reason, at=now()))


def award_match(
    file: File,
    reason: Reason,
    winner: Annotated[str | None, typer.Argument(help="Left out, the match is drawn.")] = None,
) -> None:
    """End the match by an official's ruling."""
    from api.match_command.counts import side_named
    from game.events import MatchAwarded

    def event(match: "Match") -> "Event":
        return MatchAwarded(winner=None if winner is None else side_named(winner, match), reason=reason, at=now())

    _enter(file, event)


def time(file: File) -> None:
    """Time has run out between rounds: what is finished decides."""
    from game.events import TimeExpired

    _enter(file, lambda _: TimeExpired(at=now()))


def note(
    file: File,
    text: Annotated[str, typer.Argument(help="A warning, coaching, anything for the log.")],
    side: Annotated[str | None, typer.Option(help="Whom it is about.")] = None,
) -> None:
    """Keep a note with the match; it changes no score."""
    from api.match_command.counts import side_named
    from game.events import Noted

    _enter(file, lambda match: Noted(text=text, side=None if side is None else side_named(side, match), at=now()))


rulings: dict[str, Callable[..., None]] = {
    "start": start,
    "shootout": shootout,
    "forfeit": forfeit,
    "void": void,
    "award-round": award_round,
    "award-match": award_match,
    "time": time,
    "note": note,
}


def _enter(file: Path, event: "Callable[[Match], Event]") -> None:
    from api.match_command.match_file import add_event, read_match
    from api.match_command.told import told_round, told_standing

    with answering():
        before = read_match(file)
        match = add_event(file, event(before), seen=before)
    if len(match.state.rounds) > len(before.state.rounds):
        print(told_round(match, match.state.rounds[-1]))
    print(told_standing(match))
