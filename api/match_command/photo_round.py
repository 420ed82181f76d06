"""A round from a photo of the board, for a match kept in a file."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from api.document import to_document
from api.errors import BadMatch, UnreadablePhoto
from api.match_command.counts import DIGITS, named, side_named
from api.match_command.entry import Entry, twenties_given
from api.photo import read_photo
from api.score_photo import score_photo
from api.scorekeeping.confirmed import SIDES, Confirmation, confirm_round, confirmed_discs, open_questions, team_totals
from api.set_file import read_set
from game.events import RoundScored
from game.match import Match
from game.presets import PRESETS

Json = dict[str, Any]
NOBODY = "-"


def round_from_photo(match: Match, path: Path, entry: Entry) -> RoundScored:
    """Read the photo and count the round. Discs too close to call stay in doubt until they are answered.

    What was read, and every question, is told on standard error. Raises BadMatch where the photo leaves a question that
    only a person can answer, UnreadablePhoto, RuleViolation.
    """
    answers = dict(_answer(text) for text in entry.answers)
    document = _scored(match, path, entry.set_file)
    teams = teams_of_sides(match, document, entry.teams)
    _tell(match, document, answers, bowl_given=entry.twenties is not None)
    bowl, by_player = twenties_given(entry.twenties, match)
    sent = Confirmation(
        discs=None,
        totals=None,
        twenties=_with_those_sunk(bowl, confirmed_discs(document, None, answers), teams),
        sides=dict(zip(SIDES, teams, strict=False)),
        answers=tuple(answers.items()),
    )
    if open_questions(document, sent) and not entry.checked:
        raise BadMatch(
            "Look at the board and say --checked if the photo was read right, else enter the totals by hand."
        )
    event, _ = confirm_round(match, document, sent, score_id="")
    return RoundScored(
        totals=event.totals,
        twenties=event.twenties,
        twenties_by_player=by_player if event.twenties == bowl else (),
        scored_by=event.scored_by,
        possible=event.possible,
    )


def _scored(match: Match, path: Path, set_file: Path | None) -> Json:
    """The photo as `crokinole.score/1`. Raises UnreadablePhoto where no board is found too."""
    measured = read_set(set_file) if set_file else None
    scored = score_photo(read_photo(path), measured=measured, ruleset=_ruleset(match))
    if scored.view is None:
        raise UnreadablePhoto(scored.name, scored.reasons[0].message)
    return to_document(scored)


def _ruleset(match: Match) -> str:
    preset = match.setup.options.preset
    return preset if preset in PRESETS else "nca"


def teams_of_sides(match: Match, document: Json, given: str | None) -> list[str]:
    """The photo's team of each side, by `given` ("Ann=black,Bo=B") or the colours kept with the match.

    A side whose colour is not seen has no disc on the board. Raises BadMatch when it cannot be told for sure.
    """
    sides = match.setup.seating.sides
    seen = {team["id"]: team["name"] for team in document["teams"] if team["discs_seen"]}
    shown = " and ".join(f"{name} ({team})" for team, name in seen.items()) or "no discs"
    wanted: list[str | None] = [side.colour for side in sides]
    for name, colour in named(given) if given else ():
        wanted[side_named(name, match)] = colour
    if None in wanted:
        side = sides[wanted.index(None)].name
        raise BadMatch(f"Say whose discs are whose, --teams {side}=COLOUR,...: the photo shows {shown}.")
    found = [_team_called(colour, seen) for colour in wanted if colour is not None]
    taken = [team for team in found if team != NOBODY]
    if len(set(taken)) != len(taken) or set(taken) != seen.keys():
        raise BadMatch(f"The photo shows {shown}: --teams has to give each of them to one side.")
    spare = iter(team for team in SIDES if team not in seen)
    return [next(spare) if team == NOBODY else team for team in found]


def _team_called(colour: str, seen: Mapping[str, str]) -> str:
    """A team's id by its id or its colour's name; NOBODY when it is not seen."""
    wanted = colour.casefold()
    return next((team for team, name in seen.items() if wanted in (team.casefold(), name.casefold())), NOBODY)


def _with_those_sunk(bowl: tuple[int, ...] | None, discs: list[Json], teams: list[str]) -> dict[str, int]:
    """20s by side id: those in the bowl and those still in the hole."""
    sunk = team_totals(discs, teams, {})
    counts = bowl or (0,) * len(teams)
    return {side: count + sunk[team][1] for side, count, team in zip(SIDES, counts, teams, strict=False)}


def _answer(text: str) -> tuple[int, int | None]:
    """`3=15` says that disc 3 counts 15, `3=none` that it is no disc. Raises BadMatch."""
    disc, _, value = text.partition("=")
    values = {"0": 0, "5": 5, "10": 10, "15": 15, "20": 20, "none": None}
    if not disc.isdecimal() or len(disc) > DIGITS or value not in values:
        raise BadMatch(f"{text!r} is no answer: write DISC=VALUE, the value 0, 5, 10, 15, 20 or none.")
    return int(disc), values[value]


def _tell(match: Match, document: Json, answers: Mapping[int, int | None], *, bowl_given: bool) -> None:
    # A photo by itself takes singles for granted when it tells how many 20s it implies.
    suggesting = not bowl_given and set(match.table.discs) == {PRESETS[_ruleset(match)].discs.two}
    for team in document["teams"]:
        line = f"{team['name']} ({team['id']}): {team['board_points']} on the board, {team['twenties']} in the hole"
        if team["twenties_suggested"] and suggesting:
            line += f"; by the discs not seen, {team['twenties_suggested']} 20s in all: say --twenties"
        print(line, file=sys.stderr)
    for reason in document["reasons"]:
        if reason["disc"] not in answers:
            print(f"  - {reason['message']}", file=sys.stderr)
