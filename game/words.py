"""What a keeper is told: who starts and why, how a game ended and why, what the log says."""

from game.events import (
    GameForfeited,
    MatchAwarded,
    Noted,
    RoundAwarded,
    RoundCorrected,
    RoundForfeited,
    RoundScored,
    RoundVoided,
    ShootoutHeld,
    StartChosen,
    Undone,
)
from game.match import Match, StandingEvent
from game.reason import Reason
from game.seating import hammer
from game.starts import StartRule
from game.state import Game
from game.table import Table

START_TEXT: dict[StartRule, str] = {
    "first": "starts the match, as drawn",
    "clockwise": "starts: the start moves on clockwise",
    "alternate_sides": "starts: the games of a match start with alternating sides",
    "loser_decides": "starts",
    "chosen": "starts, as chosen",
    "replay": "starts again: the round is replayed",
}


def starter(match: Match) -> Reason | None:
    """Who starts the next round and why; None when none follows now."""
    due = match.state.due
    if due is None:
        return None
    ring = match.table.ring
    if due.place is None:
        takes, gives = (ring[place] for place in due.choices)
        return Reason("start", f"the loser of the round decides whether {takes} or {gives} starts")
    text = f"{ring[due.place]} {START_TEXT[due.rule]}"
    last_shot = hammer(match.setup.options, match.setup.seating, due.place)
    return Reason("start", f"{text}; {last_shot} has the last shot")


def game_ending(table: Table, game: Game) -> Reason | None:
    """How a game ended and why; None while rounds follow."""
    if game.ended_by == "forfeit":
        return Reason("forfeit", f"{_won(table, game)} by forfeit: {game.reason}")
    if game.standing.status == "tiebreak":
        level = " and ".join(table.names[side] for side in game.standing.level)
        return Reason(
            "shoot-out", f"{level} are level: each side takes {table.options.shootout_shots} shots, only 20s count"
        )
    if game.standing.status == "continue":
        after = f"past {table.end.length}" if table.end.kind == "points" else "after the set rounds"
        return Reason("level", f"level {after}: play goes on until the tie is broken")
    if not game.over:
        return None
    if game.ended_by == "shootout":
        return Reason("shoot-out", f"{_won(table, game)}: by the shoot-out")
    if game.ended_by == "time":
        return Reason("time limit", f"{_won(table, game)}: time ran out, the finished rounds decide")
    return Reason("end of game", f"{_won(table, game)}: {_why(table, game)}")


def match_ending(match: Match) -> Reason | None:
    """How the match ended and why; None while it goes on."""
    state, table = match.state, match.table
    if state.standing.status == "tiebreak":
        level = " and ".join(table.names[side] for side in state.standing.level)
        return Reason("shoot-out", f"the match is level: a shoot-out decides between {level}")
    if not state.over:
        return None
    if len(state.games) == 1 and not state.shootouts and state.ended_by != "ruling":
        return game_ending(table, state.game)
    names = " and ".join(table.names[side] for side in state.standing.winners)
    what = f"{names} won the match" if names else "the match is drawn"
    if state.ended_by == "ruling":
        return Reason("official's ruling", f"{what}: {state.reason}")
    if state.ended_by == "time":
        return Reason("time limit", f"{what}: time ran out")
    return Reason("end of match", f"{what}: {_match_count(match)}")


def log(match: Match) -> tuple[str, ...]:
    """The whole audit trail, a line for each event, whether it still counts or not."""
    lines: list[str] = []
    standing: list[str] = []
    for number, event in enumerate(match.events, start=1):
        if isinstance(event, Undone):
            told = f"taken back: {standing.pop()}"
        else:
            told = _told(match.table, event)
            standing.append(f"{number}, {told}")
        lines.append(f"{number}. {event.at + ' ' if event.at else ''}{told}")
    return tuple(lines)


def _won(table: Table, game: Game) -> str:
    names = [table.names[side] for side in game.standing.winners]
    score = " to ".join(str(score) for score in game.scores)
    if not names:
        return f"game {game.number} is drawn, {score}"
    return f"{' and '.join(names)} won game {game.number}, {score}"


def _why(table: Table, game: Game) -> str:
    end = table.end
    if end.kind == "points":
        if len(game.standing.winners) > 1:
            return f"level and past {end.length}, so both win; a new game is advised"
        past = sum(score >= end.length for score in game.scores)
        return f"{end.length} reached" + (", the highest of those past it" if past > 1 else "")
    if end.kind == "best_of" and len(game.rounds) < end.length:
        return f"more than half of {end.length} rounds won"
    played = f"{len(game.rounds)} {'round' if len(game.rounds) == 1 else 'rounds'} played"
    return played if game.standing.winners else f"{played} and level, which stands"


def _match_count(match: Match) -> str:
    state = match.state
    if state.shootouts:
        return "by the shoot-out"
    if match.setup.options.match.by == "games_won":
        return "games " + " to ".join(str(won) for won in state.games_won)
    return "points " + " to ".join(str(points) for points in state.sum_points)


def _told(table: Table, event: StandingEvent) -> str:
    if isinstance(event, RoundScored):
        return f"round scored {_round(table, event)}"
    if isinstance(event, RoundCorrected):
        return f"round {event.round} corrected to {_round(table, event.now)}: {event.reason}"
    if isinstance(event, RoundForfeited | GameForfeited):
        what = "round" if isinstance(event, RoundForfeited) else "game"
        return f"{table.names[event.side]} forfeited the {what}: {event.reason}"
    if isinstance(event, RoundAwarded):
        return f"round awarded {' to '.join(str(points) for points in event.points)}: {event.reason}"
    if isinstance(event, RoundVoided):
        return f"last round void: {event.reason}"
    if isinstance(event, StartChosen):
        return f"{event.player} to start" + (f": {event.reason}" if event.reason else "")
    if isinstance(event, ShootoutHeld):
        return "shoot-out " + " to ".join("-" if count is None else str(count) for count in event.holes)
    if isinstance(event, MatchAwarded):
        winner = "nobody" if event.winner is None else table.names[event.winner]
        return f"match awarded to {winner}: {event.reason}"
    if isinstance(event, Noted):
        return ("" if event.side is None else f"{table.names[event.side]}: ") + event.text
    return "time ran out"


def _round(table: Table, scored: RoundScored) -> str:
    counts = scored.twenties or (None,) * len(scored.totals)
    parts = [
        f"{name} {total}" + ("" if count is None else f" (20s: {count})")
        for name, total, count in zip(table.names, scored.totals, counts, strict=True)
    ]
    return ", ".join(parts)
