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
from game.notes import add_note, check_reason
from game.playing import award_round, choose_start, forfeit_round, score_round, void_round
from game.starts import StartDue
from game.state import Game, MatchState, Setup
from game.table import Table, lay_table
from game.violation import RuleViolation

StandingEvent = PlayEvent | RoundCorrected
NOTHING_TO_UNDO = "there is nothing to undo"


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
    if isinstance(event, Undone):
        state = _fold(match.table, match.setup, in_effect(standing_events(events)))
    elif isinstance(event, RoundCorrected):
        state = _corrected(match.table, match.setup, standing_events(events))
    else:
        state = _apply(match.table, match.state, event)
    return Match(setup=match.setup, events=events, state=state, table=match.table)


def replay(setup: Setup, events: Sequence[Event]) -> Match:
    """The match that a log describes, as though `record` had been called with each event.

    Raises RuleViolation at the first event that cannot happen, one that was undone later included.
    """
    table = lay_table(setup)
    kept: list[StandingEvent] = []
    states = [_before_the_first_round(setup)]
    for event in events:
        if isinstance(event, Undone):
            if not kept:
                raise RuleViolation(NOTHING_TO_UNDO)
            kept.pop()
            states.pop()
            continue
        kept.append(event)
        if isinstance(event, RoundCorrected):
            states.append(_corrected(table, setup, kept))
        else:
            states.append(_apply(table, states[-1], event))
    return Match(setup=setup, events=tuple(events), state=states[-1], table=table)


def standing_events(events: Sequence[Event]) -> list[StandingEvent]:
    """The log without what was undone. Raises RuleViolation when there is nothing to undo."""
    kept: list[StandingEvent] = []
    for event in events:
        if not isinstance(event, Undone):
            kept.append(event)
        elif kept:
            kept.pop()
        else:
            raise RuleViolation(NOTHING_TO_UNDO)
    return kept


def in_effect(events: Sequence[StandingEvent]) -> list[PlayEvent]:
    """The events that count, with what was corrected replaced. Raises RuleViolation for a round never played."""
    plain: list[PlayEvent] = []
    rounds: list[int] = []
    for event in events:
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


def _corrected(table: Table, setup: Setup, events: Sequence[StandingEvent]) -> MatchState:
    """The state after a log that ends in a correction: everything that followed the round has to stand with it."""
    check_reason(events[-1])
    try:
        return _fold(table, setup, in_effect(events))
    except RuleViolation as error:
        raise RuleViolation(f"this correction does not fit the rest of the match: {error}") from error


def _fold(table: Table, setup: Setup, events: Sequence[PlayEvent]) -> MatchState:
    state = _before_the_first_round(setup)
    for event in events:
        state = _apply(table, state, event)
    return state


def _apply(table: Table, state: MatchState, event: PlayEvent) -> MatchState:
    if isinstance(event, RoundScored):
        return score_round(table, state, event)
    if isinstance(event, Noted):
        return add_note(table, state, event)
    check_reason(event)
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
