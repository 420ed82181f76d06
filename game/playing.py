"""Rounds: played, forfeited, awarded, void, and who starts them.

Sources: NCA 2a; Mayday, Tournament Rules (a round may be forfeited; officials decide); Cogitate 8 (the loser decides
who starts).
"""

from collections.abc import Sequence
from dataclasses import replace

from game.ending import PLAYING, standing
from game.events import RoundAwarded, RoundForfeited, RoundScored, RoundVoided, StartChosen
from game.finishing import current_game, other_side, with_game
from game.outcome import round_result
from game.round_check import check_round, check_twenties_by_player
from game.starts import StartDue, next_round
from game.state import Game, MatchState, RoundKind, RoundPlayed
from game.table import Table
from game.violation import RuleViolation


def score_round(table: Table, state: MatchState, event: RoundScored) -> MatchState:
    """A round was played."""
    check_round(event, table.discs, table.names)
    if event.twenties_by_player:
        check_twenties_by_player(event, table.players)
    result = round_result(event.totals, table.scoring, table.options.three_way_tie)
    doubtful = any(
        round_result(totals, table.scoring, table.options.three_way_tie).points != result.points
        for totals, _ in event.possible
    )
    return _add_round(
        table, state, result.points, result.winner, scored=event, kind="played", reason=None, needs_review=doubtful
    )


def forfeit_round(table: Table, state: MatchState, event: RoundForfeited) -> MatchState:
    """2 to the other side, where rounds pay 2/1/0."""
    winner = other_side(table, event.side)
    if table.scoring != "two_one_zero":
        raise RuleViolation("a round is forfeited 2 to 0, which fits 2/1/0 scoring only: award points instead")
    points = (2, 0) if winner == 0 else (0, 2)
    return _add_round(table, state, points, winner, None, "forfeited", event.reason)


def award_round(table: Table, state: MatchState, event: RoundAwarded) -> MatchState:
    """An official, or a record without totals, says what the round pays."""
    if len(event.points) != len(table.names) or min(event.points) < 0:
        raise RuleViolation(f"points from 0 up for each of the {len(table.names)} sides, not {event.points}")
    best = max(event.points)
    winner = event.points.index(best) if event.points.count(best) == 1 else None
    return _add_round(table, state, event.points, winner, None, "awarded", event.reason)


def void_round(state: MatchState, event: RoundVoided) -> MatchState:
    """Take the last round out; it is played again from the same start."""
    game = state.game
    if not game.rounds or game.ended_by != "played" or state.ended_by != "played" or game.shootouts:
        raise RuleViolation("there is no round to void: only the last one, before anything else decides the game")
    last = game.rounds[-1]
    before = replace(
        game,
        rounds=game.rounds[:-1],
        scores=tuple(score - paid for score, paid in zip(game.scores, last.points, strict=True)),
        standing=PLAYING,
    )
    # A game begins with its first round: without one only the first game of a match is left standing.
    games = (*state.games[:-1], before) if before.rounds or before.number == 1 else state.games[:-1]
    due = StartDue(last.start_place, (), "replay")
    return replace(state, games=games, standing=PLAYING, due=due, notes=(*state.notes, event.reason))


def choose_start(table: Table, state: MatchState, event: StartChosen) -> MatchState:
    """Someone chooses, or an official rules, who starts the next round."""
    due = state.due
    if due is None:
        raise RuleViolation("no round is to be started now")
    seat = table.seating.place_of(event.player)
    places = [place for place in due.choices if table.ring[place] == event.player]
    if not places and event.reason is None:
        allowed = sorted({table.ring[place] for place in due.choices})
        choice = f"choose from {', '.join(allowed)}" if allowed else "the rules leave no choice"
        raise RuleViolation(f"{event.player} cannot start this round: {choice}, or give an official's reason")
    place = due.place if due.place in places else next(iter(places), seat)
    return replace(state, due=StartDue(place, due.choices, "chosen"))


def _add_round(
    table: Table,
    state: MatchState,
    points: tuple[int, ...],
    winner: int | None,
    scored: RoundScored | None,
    kind: RoundKind,
    reason: str | None,
    needs_review: bool = False,
) -> MatchState:
    place = _start_place(state)
    game = current_game(state)
    number = state.game.rounds[-1].number + 1 if state.game.rounds else _rounds_before(state) + 1
    played = RoundPlayed(number, place, table.ring[place], scored, points, winner, kind, reason, needs_review)
    rounds = (*game.rounds, played)
    scores = tuple([score + paid for score, paid in zip(game.scores, points, strict=True)])
    won = _rounds_won(rounds, len(scores)) if table.end.kind == "best_of" else ()
    now = standing(table.end, table.options.equal_past, scores, won, len(rounds))
    lost_by = scored.totals if scored is not None else points
    due = next_round(table.options.start, table.ring_sides, place, lost_by)
    return with_game(table, state, Game(game.number, rounds, scores, now), due)


def _start_place(state: MatchState) -> int:
    if state.over:
        raise RuleViolation("the match is over")
    if state.due is None:
        raise RuleViolation("a shoot-out comes first")
    if state.due.place is None:
        raise RuleViolation("the loser of the last round must first say who starts")
    return state.due.place


def _rounds_before(state: MatchState) -> int:
    return sum(len(game.rounds) for game in state.games)


def _rounds_won(rounds: Sequence[RoundPlayed], sides: int) -> list[int]:
    won = [0] * sides
    for played in rounds:
        if played.winner is not None:
            won[played.winner] += 1
    return won
