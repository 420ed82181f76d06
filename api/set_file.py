"""The measured board and disc set of a club, `crokinole.set/1`."""

import json
import math
from pathlib import Path
from typing import Any

from api.errors import BadSetFile
from calibration.board import LINE_NAMES, TOURNAMENT_DISC, DiscSpec, Line, MeasuredSet

SCHEMA = "crokinole.set/1"


def read_set(path: Path) -> MeasuredSet:
    """Read a set file. Raises BadSetFile with what is wrong and where."""
    try:
        return parse_set(json.loads(path.read_text(encoding="utf-8")), path.name)
    except OSError as error:
        raise BadSetFile(f"{path} cannot be opened: {error.strerror}.") from error
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadSetFile(f"{path} is not JSON: {error}.") from error


def parse_set(document: Any, name: str) -> MeasuredSet:
    """A decoded set document as a MeasuredSet; fields left out stay None. Raises BadSetFile."""
    if not isinstance(document, dict) or document.get("schema", SCHEMA) != SCHEMA:
        raise BadSetFile(f"{name} is no measured set: it must be an object with schema {SCHEMA!r}.")
    return MeasuredSet(
        name=str(document.get("name", name)),
        lines=_lines(document["lines"]) if "lines" in document else None,
        surface_radius_mm=_length(document, "surface_radius_mm"),
        hole_radius_mm=_length(document, "hole_radius_mm"),
        peg_radius_mm=_length(document, "peg_radius_mm"),
        peg_height_mm=_length(document, "peg_height_mm"),
        disc=_disc(document["disc"]) if "disc" in document else None,
    )


def _lines(entries: Any) -> tuple[Line, Line, Line]:
    if not isinstance(entries, list) or [isinstance(e, dict) and e.get("name") for e in entries] != list(LINE_NAMES):
        raise BadSetFile(f"The lines must be {', '.join(LINE_NAMES)}, in this order.")
    lines = [Line(name=e["name"], radius_mm=_needed(e, "radius_mm"), width_mm=_needed(e, "width_mm")) for e in entries]
    if not lines[0].radius_mm < lines[1].radius_mm < lines[2].radius_mm:
        raise BadSetFile("The lines' radii must grow from the 15 to the outer line.")
    return lines[0], lines[1], lines[2]


def _disc(entry: Any) -> DiscSpec:
    if not isinstance(entry, dict):
        raise BadSetFile("The disc must be an object with radius_mm.")
    radius_mm = _needed(entry, "radius_mm")
    base_mm = _length(entry, "base_radius_mm") or radius_mm - TOURNAMENT_DISC.rounding_mm
    if not 0 < base_mm <= radius_mm:
        raise BadSetFile("The disc's base_radius_mm must be above zero and at most its radius_mm.")
    thickness_mm = _length(entry, "thickness_mm") or TOURNAMENT_DISC.thickness_mm
    return DiscSpec(radius_mm=radius_mm, base_radius_mm=base_mm, thickness_mm=thickness_mm)


def _length(entry: dict[str, Any], key: str) -> float | None:
    value = entry.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not (math.isfinite(value) and value > 0):
        raise BadSetFile(f"{key} must be a length in mm above zero, not {value!r}.")
    return float(value)


def _needed(entry: dict[str, Any], key: str) -> float:
    value = _length(entry, key)
    if value is None:
        raise BadSetFile(f"{key} is missing.")
    return value
