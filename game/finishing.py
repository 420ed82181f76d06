"""The ends of games and matches: what follows a decided game, shoot-outs, forfeits, time, rulings.

Sources: Mayday, Tournament Rules (shoot-out, forfeits, officials); NCA 2c (the number of games is the organiser's).
A round not begun when time runs out is not played, and what is finished decides (a proposal).
"""

from collections.abc import Sequence
from dataclasses import replace

from game.ending import PLAYING, Standing, top
from game.events import GameForfeited, MatchAwarded, ShootoutHeld
from game.options import LevelEnd, MatchLength
from game.shootout import decide
from game.starts import StartDue, next_game
from game.state import Game, GameEnd, MatchState
from game.table import Table
from game.violation import RuleViolation


def with_game(table: Table, state: MatchState, game: Game, due: StartDue | None) -> MatchState:
    """The match with its current game replaced.

    due : start of the next round if the game goes on, or of this game if it has no round. What follows a decided game
    is worked out here.
    """
    games = (*state.games[:-1], game) if game.number == state.game.number else (*state.games, game)
    if not game.over:
        following = None if game.standing.status == "tiebreak" else due
        # Not by `replace`, which would take a quarter of the time of scoring a round.
        return MatchState(games, state.standing, following, state.ended_by, state.reason, state.shootouts, state.notes)
    settled = _match_standing(table.options.match, games, final=state.ended_by == "time")
    following = _start_of_next_game(table, game, due) if settled == PLAYING else None
    return replace(state, games=games, standing=settled, due=following)


def current_game(state: MatchState) -> Game:
    """The game that the next event belongs to: a new one when the last is over."""
    last = state.game
    return Game(last.number + 1, (), (0,) * len(last.scores)) if last.over else last


def forfeit_game(table: Table, state: MatchState, event: GameForfeited) -> MatchState:
    """A side loses the game, started or not."""
    if state.standing.status == "tiebreak":
        raise RuleViolation("every game has been played and a shoot-out is due: award the match instead")
    winner = other_side(table, event.side)
    game = replace(current_game(state), standing=Standing("won", (winner,)), ended_by="forfeit", reason=event.reason)
    return with_game(table, state, game, state.due)


def hold_shootout(table: Table, state: MatchState, event: ShootoutHeld) -> MatchState:
    """Settle a shoot-out, of the game if one is due there, else of the match."""
    game = state.game
    if game.standing.status == "tiebreak":
        settled = _after_shootout(table, game.standing, event.holes)
        ended: GameEnd = "shootout"
        return with_game(
            table,
            state,
            replace(game, standing=settled, ended_by=ended, shootouts=(*game.shootouts, event.holes)),
            None,
        )
    if state.standing.status == "tiebreak":
        settled = _after_shootout(table, state.standing, event.holes)
        return replace(state, standing=settled, ended_by="shootout", shootouts=(*state.shootouts, event.holes))
    raise RuleViolation("no shoot-out is due: nobody is level at the end")


def expire_time(table: Table, state: MatchState) -> MatchState:
    """Nothing further is played: the game is decided on its finished rounds, the match on its games."""
    if "tiebreak" in (state.standing.status, state.game.standing.status):
        raise RuleViolation("a shoot-out is due: it decides, not the clock")
    if not state.rounds:
        raise RuleViolation("no round has been finished: award the match instead")
    game = state.game
    state = replace(state, ended_by="time")
    if game.over:
        settled = _match_standing(table.options.match, state.games, final=True)
        return replace(state, standing=settled, due=None)
    settled = top(game.scores, range(len(game.scores)), _level_on_time(table))
    return with_game(table, state, replace(game, standing=settled, ended_by="time"), None)


def award_match(state: MatchState, event: MatchAwarded) -> MatchState:
    """An official ends the match."""
    if event.winner is not None and not 0 <= event.winner < len(state.game.scores):
        raise RuleViolation(f"there is no side number {event.winner}")
    settled = Standing("drawn") if event.winner is None else Standing("won", (event.winner,))
    return replace(state, standing=settled, due=None, ended_by="ruling", reason=event.reason)


def other_side(table: Table, side: int) -> int:
    """The side that gains by a forfeit. Raises RuleViolation with three, where an official has to rule."""
    if len(table.names) != 2:
        raise RuleViolation("with three sides nobody gains by a forfeit: an official has to award points")
    if side not in (0, 1):
        raise RuleViolation(f"there is no side number {side}")
    return 1 - side


def _match_standing(length: MatchLength, games: tuple[Game, ...], final: bool) -> Standing:
    """How the match stands after a decided game; final : no more games will be played."""
    if len(games) == 1 and (final or length.games == 1) and games[0].standing.status != "drawn":
        return games[0].standing
    sides = range(len(games[0].scores))
    wins = [sum(side in game.standing.winners for game in games) for side in sides]
    if length.best_of:
        ahead = [side for side in sides if 2 * wins[side] > length.games]
        if len(ahead) == 1:
            return Standing("won", (ahead[0],))
    if len(games) < length.games and not final:
        return PLAYING
    by_games = length.by == "games_won" and len(games) > 1
    points = [sum(game.scores[side] for game in games) for side in sides]
    return top(wins if by_games else points, sides, length.level)


def _start_of_next_game(table: Table, game: Game, due: StartDue | None) -> StartDue:
    if game.rounds:
        first, last = game.rounds[0].start_place, game.rounds[-1].start_place
    else:
        # A game forfeited before it began uses up its start as though its first round had been played. Who starts a
        # game is always known: the loser's choice is for the rounds within it.
        assert due is not None
        assert due.place is not None
        first = last = due.place
    return next_game(table.options.game_start, table.ring_sides, first, last)


def _after_shootout(table: Table, before: Standing, holes: Sequence[int | None]) -> Standing:
    shots = table.options.shootout_shots
    taking_part = tuple(side for side, count in enumerate(holes) if count is not None)
    if len(holes) != len(table.names) or taking_part != before.level:
        names = " and ".join(table.names[side] for side in before.level)
        raise RuleViolation(f"the shoot-out is between {names}, nobody else")
    counts = [count for count in holes if count is not None]
    if not all(0 <= count <= shots for count in counts):
        raise RuleViolation(f"a side takes {shots} shots in the shoot-out")
    result = decide(counts, [0] * len(counts))
    if result.status == "won":
        return Standing("won", (before.level[result.winners[0]],))
    return Standing("tiebreak", level=tuple(before.level[side] for side in result.remain))


def _level_on_time(table: Table) -> LevelEnd:
    due = table.options.equal_past if table.end.kind == "points" else table.end.level
    return "tiebreak" if due == "tiebreak" else "draw"
