"""What the keeper of a match is told after each command."""

from game.match import Match
from game.state import RoundPlayed
from game.words import game_ending, match_ending, starter


def told_round(match: Match, played: RoundPlayed) -> str:
    """One round in a line or two: totals, what it paid, and whether somebody has to look again."""
    names = match.table.names
    paid = _each(names, played.points)
    if played.scored is None:
        line = f"Round {played.number} ({played.kind}): points {paid}."
    else:
        line = f"Round {played.number}: {_each(names, played.scored.totals)}; points {paid}."
    if played.needs_review:
        line += (
            f"\nA disc in doubt can change this. Look under it, then: crokinole match edit FILE {played.number}, "
            "with --photo and --answer DISC=VALUE, or with the totals."
        )
    return line


def told_standing(match: Match) -> str:
    """The score, and what comes next: who starts and why, a shoot-out, or how it ended."""
    names, state = match.table.names, match.state
    lines = [f"Score: {_each(names, state.game.scores)}."]
    if len(state.games) > 1:
        lines = [f"Game {state.game.number}, score: {_each(names, state.game.scores)}."]
        lines.append(f"Games won: {_each(names, state.games_won)}; drawn {state.games_drawn}.")
    reasons = dict.fromkeys((game_ending(match.table, state.game), match_ending(match), starter(match)))
    lines += [f"{reason.text[0].upper()}{reason.text[1:]}." for reason in reasons if reason is not None]
    return "\n".join(lines)


def _each(names: tuple[str, ...], counts: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))
