"""What a person confirms about a round, turned into the event that the match keeps and the document beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from api.document import reason_json, result_json
from api.outcome import outcome_of, scoring_of, sides_of
from api.reasons import too_close
from api.scored import RoundOutcome
from api.scorekeeping.placed_disc import PlacedDisc, answered, disc_entries
from game.doubt import Alternatives, RoundDoubt, round_doubt
from game.events import RoundScored, ScoredBy
from game.match import Match
from game.options import Options
from game.outcome import Scoring
from game.violation import RuleViolation

Json = dict[str, Any]
SIDES = "ABC"


@dataclass(frozen=True, kw_only=True)
class Confirmation:
    """What was sent for a round; everything optional but something to count.

    totals, twenties : by side id; twenties hold those still in the hole too. sides : photo team of each side, the same
    letter where not given. answers : disc id and its value, None where it is no disc.
    """

    discs: tuple[PlacedDisc, ...] | None
    totals: Mapping[str, int] | None
    twenties: Mapping[str, int] | None
    sides: Mapping[str, str]
    answers: tuple[tuple[int, int | None], ...]


def confirmed_discs(
    document: Json | None, discs: Sequence[PlacedDisc] | None, answers: Mapping[int, int | None]
) -> list[Json]:
    """The discs after dragging and answering. Raises RuleViolation for an answer about a disc that is not there."""
    entries = (
        disc_entries(document, discs) if discs is not None else [dict(e) for e in (document or {}).get("discs", [])]
    )
    missing = answers.keys() - {entry["id"] for entry in entries}
    if missing:
        raise RuleViolation(f"there is no disc {min(missing)} to answer for")
    out = []
    for entry in entries:
        if entry["id"] not in answers:
            out.append(entry)
        elif (value := answers[entry["id"]]) is not None:
            out.append(answered(entry, value))
    return out


def team_totals(discs: Sequence[Json], teams: Sequence[str], twenties: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Points on the board and 20s of each photo team. twenties : all 20s; those in the hole where not given."""
    out = {}
    for team in teams:
        own = [disc for disc in discs if disc["team"] == team]
        sunk = sum(disc["place"] == "hole" for disc in own)
        out[team] = (sum(disc["value"] for disc in own if disc["place"] != "hole"), twenties.get(team, sunk))
    return out


def confirm_round(
    match: Match, document: Json | None, sent: Confirmation, score_id: str
) -> tuple[RoundScored, Json | None]:
    """The event for the match, and the round as `crokinole.score/1` where there are discs. Raises RuleViolation."""
    ids = SIDES[: len(match.table.names)]
    _check_sides(ids, sent)
    if sent.totals is not None:
        totals = tuple(_of_side(sent.totals, side, "total") for side in ids)
        twenties = None if sent.twenties is None else tuple(_of_side(sent.twenties, side, "20s") for side in ids)
        return RoundScored(totals=totals, twenties=twenties, score_id=score_id), None
    if sent.discs is None and (document is None or document["status"] == "no_board"):
        raise RuleViolation("a round needs totals, discs or a photo that shows the board")
    discs = confirmed_discs(document, sent.discs, dict(sent.answers))
    teams = [sent.sides.get(side, side) for side in ids]
    by_team = {
        team: (sent.twenties or {})[side]
        for side, team in zip(ids, teams, strict=True)
        if side in (sent.twenties or {})
    }
    points = team_totals(discs, teams, by_team)
    twenties_of = {team: points[team][1] for team in teams}
    doubt = _doubt(discs, list(twenties_of.items()), match.table.scoring, match.setup.options)
    event = RoundScored(
        totals=tuple(board + 20 * count for board, count in points.values()),
        twenties=tuple(twenties_of.values()),
        scored_by=_scored_by(document, discs, sent),
        score_id=score_id,
        possible=tuple((one.totals, round(one.probability, 6)) for one in doubt.possible if doubt.totals_in_doubt),
    )
    return event, confirmed_document(document, discs, twenties_of, match.setup.options)


def open_questions(document: Json, sent: Confirmation) -> list[str]:
    """What was asked about the photo and is not answered by what was sent; doubts about a line go with the round."""
    if sent.discs is not None or sent.totals is not None:
        return []
    answered_for = {disc for disc, _ in sent.answers}
    others = [reason for reason in document["reasons"] if reason["code"] != "too_close"]
    return [reason["message"] for reason in others if reason["disc"] not in answered_for]


def confirmed_document(document: Json | None, discs: list[Json], twenties: Mapping[str, int], options: Options) -> Json:
    """The reading with discs, totals and result as they were confirmed. twenties : by photo team."""
    before = document or {
        "schema": "crokinole.score/1",
        "image": {"name": "", "width": None, "height": None},
        "board": None,
        "camera": None,
        "teams": [],
    }
    known = {team["id"]: team for team in before["teams"]}
    ids = sorted({*known, *(disc["team"] for disc in discs), *twenties})
    points = team_totals(discs, ids, twenties)
    teams = [
        {
            **known.get(team, _unseen(team)),
            "discs_seen": sum(disc["team"] == team for disc in discs),
            "board_points": points[team][0],
            "twenties": points[team][1],
            "total": points[team][0] + 20 * points[team][1],
        }
        for team in ids
    ]
    open_discs = [disc for disc in discs if disc["other_value"] is not None]
    return {
        **before,
        "status": "needs_review" if open_discs else "scored",
        "reasons": [_still_open(disc) for disc in open_discs],
        "ruleset": options.preset,
        "teams": teams,
        "discs": discs,
        "result": result_json(_outcome(discs, points, options)),
    }


def _unseen(team: str) -> Json:
    return {"id": team, "name": f"team {team}", "rgb": [128, 128, 128], "twenties_suggested": None}


def _still_open(disc: Json) -> Json:
    values = (disc["value"], disc["other_value"])
    return reason_json(too_close(disc["id"], f"Disc {disc['id']}", disc["line"], values))


def _outcome(discs: Sequence[Json], points: Mapping[str, tuple[int, int]], options: Options) -> RoundOutcome | None:
    if not 1 <= len(points) <= 3:
        return None
    sides = sides_of([*points])
    counts = [points[side] if side else (0, 0) for side in sides]
    twenties = [(side, count) for side, (_, count) in zip(sides, counts, strict=True)]
    doubt = _doubt(discs, twenties, scoring_of(sides, options), options)
    return outcome_of(sides, [board + 20 * count for board, count in counts], doubt, options)


def _doubt(
    discs: Sequence[Json], twenties: Sequence[tuple[str | None, int]], scoring: Scoring, options: Options
) -> RoundDoubt:
    """What can come of the round by discs that nobody has answered for. twenties : of each photo team."""
    lying = [
        [_values(disc) for disc in discs if disc["team"] == team and disc["place"] != "hole"] for team, _ in twenties
    ]
    return round_doubt(lying, [count for _, count in twenties], scoring, options.three_way_tie)


def _check_sides(ids: str, sent: Confirmation) -> None:
    named = {*sent.sides, *(sent.totals or {}), *(sent.twenties or {})}
    if named - set(ids):
        raise RuleViolation(f"there is no side {min(named - set(ids))!r}: the sides are {', '.join(ids)}")
    teams = [sent.sides.get(side, side) for side in ids]
    if len(set(teams)) != len(teams):
        raise RuleViolation("two sides cannot have the same discs")


def _of_side(counts: Mapping[str, int], side: str, what: str) -> int:
    if side not in counts:
        raise RuleViolation(f"side {side} has no {what}")
    return counts[side]


def _scored_by(document: Json | None, discs: Sequence[Json], sent: Confirmation) -> ScoredBy:
    if document is None:
        return "person"
    return "camera" if not is_corrected(document, discs, sent) else "camera+person"


def is_corrected(document: Json, discs: Sequence[Json], sent: Confirmation) -> bool:
    """Whether the person made anything else of it than the program: a disc, a team, a value, a count of 20s."""
    if sent.totals is not None or sent.answers:
        return True
    if [_essence(disc) for disc in discs] != [_essence(disc) for disc in document["discs"]]:
        return True
    seen = team_totals(document["discs"], [team["id"] for team in document["teams"]], {})
    return any(
        count != seen.get(sent.sides.get(side, side), (0, 0))[1] for side, count in (sent.twenties or {}).items()
    )


def _essence(disc: Json) -> tuple[object, ...]:
    return disc["team"], disc["place"], disc["value"], round(disc["x_mm"], 2), round(disc["y_mm"], 2)


def _values(disc: Json) -> Alternatives:
    if disc["other_value"] is None:
        return ((disc["value"], 1.0),)
    lower, higher = sorted((disc["value"], disc["other_value"]))
    return (lower, disc["p_touch"]), (higher, 1.0 - disc["p_touch"])
