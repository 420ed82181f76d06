"""A match is a value: its setup and the events so far, from which everything else follows.

Undo, a change of any past round and the full audit trail come from the log: nothing is ever taken out of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from game.ending import PLAYING
from game.events import (
    Event,
    GameForfeited,
    Noted,
    PlayEvent,
    RoundAwarded,
    RoundCorrected,
    RoundForfeited,
    RoundScored,
    RoundVoided,
    ShootoutHeld,
    StartChosen,
    TimeExpired,
    Undone,
)
from game.finishing import award_match, expire_time, forfeit_game, hold_shootout
from game.playing import award_round, choose_start, forfeit_round, score_round, void_round
from game.starts import StartDue
from game.state import Game, MatchState, Setup
from game.table import Table, lay_table
from game.violation import RuleViolation


@dataclass(frozen=True, kw_only=True)
class Match:
    """A match. events : the whole log, undone and corrected ones included. state : what follows from it."""

    setup: Setup
    events: tuple[Event, ...]
    state: MatchState
    table: Table


def new_match(setup: Setup) -> Match:
    """A match before its first round. Raises RuleViolation when the first starter does not play."""
    table = lay_table(setup)
    return Match(setup=setup, events=(), state=_before_the_first_round(setup), table=table)


def record(match: Match, event: Event) -> Match:
    """The match after one more event. Raises RuleViolation, and leaves the match as it is, when it cannot happen."""
    events = (*match.events, event)
    if isinstance(event, Undone | RoundCorrected):
        state = _fold(match.table, match.setup, in_effect(events))
    else:
        state = _apply(match.table, match.state, event)
    return Match(setup=match.setup, events=events, state=state, table=match.table)


def replay(setup: Setup, events: Sequence[Event]) -> Match:
    """The match that a log describes. Raises RuleViolation at the first event that cannot happen."""
    table = lay_table(setup)
    return Match(setup=setup, events=tuple(events), state=_fold(table, setup, in_effect(events)), table=table)


def in_effect(events: Sequence[Event]) -> list[PlayEvent]:
    """The events that count: what was undone left out, what was corrected replaced.

    Raises RuleViolation when there is nothing to undo or no round of that number.
    """
    kept: list[PlayEvent | RoundCorrected] = []
    for event in events:
        if not isinstance(event, Undone):
            kept.append(event)
        elif kept:
            kept.pop()
        else:
            raise RuleViolation("there is nothing to undo")
    plain: list[PlayEvent] = []
    rounds: list[int] = []
    for event in kept:
        if isinstance(event, RoundCorrected):
            if not 1 <= event.round <= len(rounds):
                raise RuleViolation(f"there is no round {event.round} to correct: {len(rounds)} have been played")
            plain[rounds[event.round - 1]] = event.now
            continue
        if isinstance(event, RoundScored | RoundForfeited | RoundAwarded):
            rounds.append(len(plain))
        elif isinstance(event, RoundVoided) and rounds:
            rounds.pop()
        plain.append(event)
    return plain


def _before_the_first_round(setup: Setup) -> MatchState:
    nothing = (0,) * len(setup.seating.sides)
    due = StartDue(setup.seating.place_of(setup.first), (), "first")
    return MatchState(games=(Game(1, (), nothing),), standing=PLAYING, due=due)


def _fold(table: Table, setup: Setup, events: Sequence[PlayEvent]) -> MatchState:
    state = _before_the_first_round(setup)
    for event in events:
        state = _apply(table, state, event)
    return state


def _apply(table: Table, state: MatchState, event: PlayEvent) -> MatchState:
    if isinstance(event, RoundScored):
        return score_round(table, state, event)
    if isinstance(event, Noted):
        return state.with_note(event.text)
    if isinstance(event, RoundVoided):
        return void_round(state, event)
    if state.over:
        raise RuleViolation("the match is over")
    if isinstance(event, StartChosen):
        return choose_start(table, state, event)
    if isinstance(event, RoundForfeited):
        return forfeit_round(table, state, event)
    if isinstance(event, RoundAwarded):
        return award_round(table, state, event)
    if isinstance(event, GameForfeited):
        return forfeit_game(table, state, event)
    if isinstance(event, ShootoutHeld):
        return hold_shootout(table, state, event)
    if isinstance(event, TimeExpired):
        return expire_time(table, state)
    return award_match(state, event)
