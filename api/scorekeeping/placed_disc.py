"""Discs as people put them, valued by the lines of the photo's board."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from api.scorekeeping.board_px import board_px
from calibration.board import LINE_NAMES, LINE_RADII_MM, LINE_WIDTH_MM, TOURNAMENT_DISC
from game.look_under import WORTH_INSIDE, LineGap, Place, call_lines, place_value

Json = dict[str, Any]
# A finger or a mouse puts a disc on a phone's picture to about this; nearer to a line people have to say.
BY_HAND_SIGMA_MM = 1.0
# A document rounds positions to 0.001 mm.
SAME_PLACE_MM = 0.01


@dataclass(frozen=True, kw_only=True)
class PlacedDisc:
    """A disc as a person put it. value : what the person says it counts; None leaves that to the lines."""

    team: str
    place: Place
    x_mm: float
    y_mm: float
    value: int | None = None


def disc_entries(document: Json | None, placed: Sequence[PlacedDisc]) -> list[Json]:
    """Discs as `crokinole.score/1` lists them. One that lies where the program saw it keeps what was measured there."""
    seen = document["discs"] if document else []
    board = document["board"] if document else None
    base_mm = _base_radius_mm(seen, _line_sizes(board))
    entries = []
    for number, disc in enumerate(placed, start=1):
        known = next((entry for entry in seen if _same(entry, disc)), None)
        entry = dict(known) if known else _valued(disc, _line_sizes(board), base_mm)
        entry |= {"id": number, "team": disc.team}
        if known is None:
            entry["px"] = _px(document, disc) if document and board else None
        entries.append(entry if disc.value is None else answered(entry, disc.value))
    return entries


def answered(entry: Json, value: int) -> Json:
    """The same disc after a person has said what it counts: nothing about it is in doubt any more."""
    place = entry["place"]
    if value == 20:
        place = "hole"
    elif place == "hole" and value == 15:
        place = "lip"
    elif place != "surface" and value != place_value(place):
        place = "surface"
    call = entry["call"]
    if entry["line"] is not None and place == "surface":
        call = "clear" if value >= WORTH_INSIDE[entry["line"]] else "touching"
    return entry | {"place": place, "value": value, "call": call, "other_value": None, "answered": True}


def _same(entry: Json, disc: PlacedDisc) -> bool:
    apart = math.hypot(entry["x_mm"] - disc.x_mm, entry["y_mm"] - disc.y_mm)
    return entry["place"] == disc.place and apart <= SAME_PLACE_MM


def _valued(disc: PlacedDisc, lines: Mapping[str, tuple[float, float]], base_mm: float) -> Json:
    entry: Json = {
        "id": 0,
        "team": disc.team,
        "place": disc.place,
        "px": None,
        "x_mm": round(disc.x_mm, 3),
        "y_mm": round(disc.y_mm, 3),
        "sigma_mm": BY_HAND_SIGMA_MM,
    }
    if disc.place != "surface":
        unmeasured = dict.fromkeys(("line", "gap_mm", "gap_sigma_mm", "p_touch", "call", "other_value"))
        return entry | {"value": place_value(disc.place)} | unmeasured
    reach_mm = math.hypot(disc.x_mm, disc.y_mm) + base_mm
    call = call_lines(
        [LineGap(name, radius - width / 2 - reach_mm, BY_HAND_SIGMA_MM) for name, (radius, width) in lines.items()]
    )
    return entry | {
        "value": call.value,
        "line": call.line,
        "gap_mm": round(call.gap_mm, 3),
        "gap_sigma_mm": call.sigma_mm,
        "p_touch": round(call.p_touch, 5),
        "call": call.call,
        "other_value": call.other_value,
    }


def _line_sizes(board: Json | None) -> dict[str, tuple[float, float]]:
    """Radius and width of each line, mm; the tournament's where no board was read."""
    if board is None:
        return {name: (radius, LINE_WIDTH_MM) for name, radius in zip(LINE_NAMES, LINE_RADII_MM, strict=True)}
    return {line["name"]: (line["radius_mm"], line["width_mm"]) for line in board["lines"]}


def _base_radius_mm(seen: Sequence[Json], lines: Mapping[str, tuple[float, float]]) -> float:
    """The radius that the program used for this photo's discs, out of the gaps it gave."""
    radii = [
        lines[entry["line"]][0]
        - lines[entry["line"]][1] / 2
        - math.hypot(entry["x_mm"], entry["y_mm"])
        - entry["gap_mm"]
        for entry in seen
        if entry["line"] is not None
    ]
    return median(radii) if radii else TOURNAMENT_DISC.base_radius_mm


def _px(document: Json, disc: PlacedDisc) -> list[float]:
    px = board_px(document, np.array([[disc.x_mm, disc.y_mm]]))[0]
    return [round(float(px[0]), 2), round(float(px[1]), 2)]
