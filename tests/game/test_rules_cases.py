"""The worked cases of the rulebooks: a test for each case, named by its id and what its answer rests on.

`pytest tests/game --rules-cases FILE` runs another file of the same form.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from game.events import RoundAwarded, RoundScored, StartChosen
from game.look_under import P_CLEAR, call_lines, value_probabilities
from game.match import Match, new_match, record
from game.options_json import options_with
from game.outcome import round_result
from game.placement import placement_fault
from game.points import (
    AtRest,
    Footprint,
    Line,
    contact_strip,
    expected_value,
    flat_base,
    measured_gaps,
    rest_off_surface,
    rest_on_surface,
)
from game.presets import preset
from game.round import Lying, count_round, counted_doubt, too_many_discs
from game.seating import Seating, Side, discs_each, shot_order
from game.shootout import shootout
from game.shot import CameBack, DiscBefore, FixedHit, Hit, Jolted, LineMet, Push, Shot
from game.standings import Entry, partner_points, standings, still_in
from game.state import Setup
from game.time_limit import call_time
from game.validity import rule_on
from game.zones import ZONE_VALUE

CASES = Path(__file__).resolve().parents[3] / "shared" / "design" / "rules_cases.json"
LISTS = ("disc_cases", "round_cases", "game_cases", "match_cases", "validity_cases")


def pytest_generate_tests(metafunc):
    path = metafunc.config.getoption("--rules-cases", CASES)
    if not path.exists():
        missing = pytest.param(None, None, id="absent", marks=pytest.mark.skip(f"no worked cases at {path}"))
        metafunc.parametrize(("case", "geometry"), [missing])
        return
    book = json.loads(path.read_text())
    cases = [(name, case) for name in LISTS for case in book.get(name, [])]
    metafunc.parametrize(
        ("case", "geometry"),
        [pytest.param((name, case), book["geometry"], id=f"{case['id']}-{case['basis']}") for name, case in cases],
    )


def test_case(case, geometry):
    name, given = case
    judges: dict[str, Callable[..., None]] = {
        "disc_cases": judge_disc,
        "round_cases": judge_round,
        "game_cases": judge_game,
        "match_cases": judge_match,
        "validity_cases": judge_validity,
    }
    judges[name](given, geometry)


def lines(board) -> list[Line]:
    return [
        Line(name=n, radius_mm=board["lines"][n]["R"], width_mm=board["lines"][n]["w"]) for n in ("15", "10", "outer")
    ]


def foot(disc) -> Footprint:
    if disc["pose"] in ("on_edge", "tilted"):
        return contact_strip(*disc["contact"])
    return flat_base(disc["d"], disc["r_b"])


def at_rest(disc, board) -> AtRest:
    if disc["pose"] in ("hole", "lip", "ditch"):
        return rest_off_surface(disc["pose"])
    return rest_on_surface(foot(disc), lines(board))


def judge_disc(case, geometry):
    board, expect = geometry[case["geometry"]], case["expect"]
    rest = at_rest(case["disc"], board)
    assert (rest.value, list(rest.touches)) == (expect["value"], expect["touches"])
    assert (rest.in_play, rest.free_shot_ok) == (expect["in_play"], expect["free_shot_ok"])
    if "sigma" in case:
        gaps = measured_gaps(foot(case["disc"]), lines(board), case["sigma"])
        chances = value_probabilities(gaps)
        for value, chance in expect["p"].items():
            assert dict(chances)[int(value)] == pytest.approx(chance, abs=1e-4)
        assert expected_value(chances) == pytest.approx(expect["expected_value"], abs=1e-4)
        assert call_lines(gaps).call == expect["call"]
        assert call_lines(gaps).value == expect["value"]


def lying(disc, board, sigma) -> Lying:
    if "at" in disc:
        return Lying(player=disc["side"], value=ZONE_VALUE[disc["at"]])
    chances: tuple[tuple[int, float], ...] = ()
    if sigma and disc["pose"] not in ("hole", "lip", "ditch"):
        found = value_probabilities(measured_gaps(foot(disc), lines(board), sigma))
        chances = tuple((value, chance) for value, chance in found if chance >= P_CLEAR)
    return Lying(player=disc["side"], value=at_rest(disc, board).value, alternatives=chances)


def seating(case) -> Seating:
    sides = tuple(Side(name=name, players=tuple(players)) for name, players in case["sides"].items())
    players = tuple(p for side in sides for p in side.players)
    if len(players) == 4 and "seats" not in case:
        players = (players[0], players[2], players[1], players[3])
    return Seating(seats=tuple(case.get("seats", players)), sides=sides)


def judge_round(case, geometry):
    table, expect = seating(case), case["expect"]
    names = [side.name for side in table.sides]
    discs = [lying(disc, geometry[case["geometry"]], case.get("sigma")) for disc in case["discs"]]
    said = case.get("hole_in_tally")
    count = count_round(table, discs, case["twenties"], said)
    assert dict(zip(names, count.board, strict=True)) == expect["board"]
    assert dict(zip(names, count.totals, strict=True)) == expect["totals"]
    if "twenties" in expect:
        assert dict(zip(names, count.twenties, strict=True)) == expect["twenties"]
    level = case.get("three_way_tie", "one_each")
    for scoring, paid in expect.get("results", {}).items():
        assert dict(zip(names, round_result(count.totals, scoring, level).points, strict=True)) == paid, scoring
    for scoring, due in expect.get("needs_review", {}).items():
        assert counted_doubt(table, discs, count, scoring, level).result_in_doubt == due, scoring
    for name, paid in expect.get("by_preset", {}).items():
        options = preset(name)
        scoring = options.scoring3 if len(names) == 3 else options.scoring
        result = round_result(count.totals, scoring, case.get("three_way_tie", options.three_way_tie))
        assert dict(zip(names, result.points, strict=True)) == paid, name
    for name, wrong in expect.get("disc_count_error", {}).items():
        assert bool(too_many_discs(discs, case["twenties"], discs_each(preset(name), table), said)) == wrong, name


def match_of(case, games: int = 1) -> Match:
    options = options_with(preset(case["preset"]), {"match": {"games": games}, **case.get("options", {})})
    setup = Setup(
        match_id="case", date="2026-01-01T00:00:00Z", options=options, seating=seating(case), first=case["first"]
    )
    return new_match(setup)


def judge_game(case, _geometry):
    match = match_of(case)
    names = match.table.names
    for number, totals in enumerate(case["rounds"]):
        match = record(match, RoundScored(totals=tuple(totals[name] for name in names)))
        takes = case.get("loser_starts", [None] * len(case["rounds"]))[number]
        due = match.state.due
        if takes is not None and due is not None and due.choices:
            match = record(match, StartChosen(player=match.table.ring[due.choices[0 if takes else 1]]))
    game, due, expect = match.state.game, match.state.due, case["expect"]
    assert [dict(zip(names, scores, strict=True)) for scores in game.running_scores] == expect["scores"]
    assert [played.starter for played in game.rounds] == expect["starters"]
    assert game.standing.status == expect["status"]
    assert [names[side] for side in game.standing.winners] == expect["winners"]
    starter = match.table.ring[due.place] if due and due.place is not None else None
    assert starter == expect["next_starter"]


def judge_match(case, _geometry):
    kinds: dict[str, Callable[..., None]] = {
        "starters": judge_starters,
        "shootout": judge_shootout,
        "time": judge_time,
        "order": judge_order,
        "match_points": judge_match_points,
        "partner_points": judge_partner_points,
        "elimination": judge_elimination,
        "standings": judge_standings,
    }
    kinds[case["type"]](case, case["expect"])


def judge_starters(case, expect):
    # Four rounds that leave the sides level end the game under any preset made to do so.
    options = {"end": {"type": "rounds", "n": case["rounds_per_game"], "tie": "draw"}, **case.get("options", {})}
    options["end3"] = options["end"]
    match = match_of({**case, "options": options}, games=case["games"])
    for game in range(case["games"]):
        chosen = case.get("partner_choice", [None] * case["games"])[game]
        if chosen:
            match = record(match, StartChosen(player=chosen))
        for _ in range(case["rounds_per_game"]):
            match = record(match, RoundScored(totals=(0,) * len(match.table.names)))
    assert [[played.starter for played in game.rounds] for game in match.state.games] == expect["starters"]


def judge_shootout(case, expect):
    sides = seating(case).sides
    result = shootout(sides, case["shots_each"], case["shots"])
    names = [side.name for side in sides]
    assert dict(zip(names, result.scores, strict=True)) == expect["scores"]
    assert result.status == expect["status"]
    assert [names[side] for side in result.winners] == expect["winners"]
    if "remain" in expect:
        assert [names[side] for side in result.remain] == expect["remain"]


def judge_time(case, expect):
    names = list(case["sides"])
    options = options_with(preset(case["preset"]), case.get("options", {}))
    call = call_time(options.time, [case["discs"][n] for n in names], [case["shots"][n] for n in names])
    assert [names[side] for side in call.extra] == expect["extra"]
    assert dict(zip(names, call.unplayed, strict=True)) == expect["unplayed"]


def judge_order(case, expect):
    players = case["seats"]
    sides = {player: [player] for player in players}
    if case["mode"] == "4":
        sides = {"X": [players[0], players[2]], "Y": [players[1], players[3]]}
    elif case["mode"] == "2v1":
        sides = {"T": [p for p in players if p != case["solo"]], "P": [case["solo"]]}
    table = seating({"sides": sides, "seats": players})
    options = options_with(preset(case["preset"]), case.get("options", {}))
    order = shot_order(table.ring, table.place_of(case["first"]), discs_each(options, table))
    assert (len(order), list(order[:8]), order[-1]) == (expect["count"], expect["first8"], expect["last"])


def judge_match_points(case, expect):
    names = list(expect["sum_points"])
    one_round = {"type": "rounds", "n": 1, "tie": "draw"}
    ends = {"end": one_round, "end3": one_round}
    agreed = {"preset": "nca", "sides": {n: [n] for n in names}, "first": names[0], "options": ends}
    match = match_of(agreed, games=len(case["games"]))
    for game in case["games"]:
        match = record(match, RoundAwarded(points=tuple(game[n] for n in names), reason="as given"))
    state = match.state
    assert dict(zip(names, state.sum_points, strict=True)) == expect["sum_points"]
    won = dict(zip(names, state.games_won, strict=True)) | {"drawn": state.games_drawn}
    assert won == expect["games_won"]


def judge_partner_points(case, expect):
    games = [[(tuple(players), points) for players, points in game] for game in case["games"]]
    assert dict(partner_points(games)) == expect["points"]


def judge_elimination(case, expect):
    losses = [(player, case["losses"][player]) for player in case["players"]]
    assert list(still_in(losses, 1)) == expect["single"]
    assert list(still_in(losses, 2)) == expect["double"]


def judge_standings(case, expect):
    rows = standings([Entry(name=r["name"], points=r["points"], twenties=r.get("twenties", 0)) for r in case["table"]])
    assert [row.entry.name for row in rows] == expect["order"]


def judge_validity(case, geometry):
    options = options_with(preset(case["preset"]), case["options"])
    if case["type"] == "placement":
        board, disc = geometry[case["geometry"]], case["disc"]
        centre = (disc["d"], disc["u"])
        fault = placement_fault(options.placement, lines(board)[2], board["quadrant_w"], disc["r_b"], centre)
        assert (fault is None) == case["expect"]["legal"]
        return
    ruling, expect = rule_on(shot_of(case), options), case["expect"]
    assert ruling.valid == expect["valid"]
    assert sorted(removal.disc for removal in ruling.removed) == sorted(expect["removed"])
    twenties = [case["discs"][name]["side"] for name in ruling.twenties]
    assert {side: twenties.count(side) for side in expect["twenties"]} == expect["twenties"]
    assert sorted(ruling.in_play) == sorted(expect["in_play_after"])
    assert all(removal.reason.text for removal in ruling.removed)


def shot_of(case) -> Shot:
    makers: dict[str, Callable[..., object]] = {
        "hit": lambda e: Hit(e["by"], e["on"]),
        "push": lambda e: Push(e["by"], e["on"]),
        "line": lambda e: LineMet(e["disc"], e["how"]),
        "fixed": lambda e: FixedHit(e["disc"], e["what"]),
        "back": lambda e: CameBack(e["disc"]),
        "moved": lambda e: Jolted(e["disc"]),
    }
    return Shot(
        side=case["shooter"],
        discs={name: DiscBefore(disc["side"], disc["at"]) for name, disc in case["discs"].items()},
        events=tuple(makers[event["t"]](event) for event in case["events"]),
        end=case["end"],
    )
