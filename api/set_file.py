"""The measured board and disc set of a club, `crokinole.set/1`."""

import json
import math
from pathlib import Path
from typing import Any

from api.errors import BadSetFile
from calibration.board import LINE_NAMES, TOURNAMENT_DISC, DiscSpec, Line, MeasuredSet

SCHEMA = "crokinole.set/1"
MAX_BYTES = 100_000  # a set takes under one kilobyte
# Lengths in mm that a board or disc can have: none much larger than a tournament's is looked for. Wide enough for home
# boards, too narrow for a diameter in a radius's place (a disc of 31.75, a hole of 35, an outer line of 610) or for
# inches.
_RANGES_MM: dict[str, tuple[float, float]] = {
    "15": (45.0, 150.0),
    "10": (90.0, 300.0),
    "outer": (150.0, 330.0),
    "width_mm": (0.2, 6.0),
    "surface_radius_mm": (160.0, 360.0),
    "hole_radius_mm": (8.0, 25.0),
    "peg_radius_mm": (1.0, 12.0),
    "peg_height_mm": (4.0, 40.0),
    "radius_mm": (8.0, 22.0),
    "base_radius_mm": (6.0, 22.0),
    "thickness_mm": (3.0, 20.0),
}
# A length that is less sure than this is left to be measured on each photo: line calls take a set's for known.
KNOWN_MM = 0.1
_SIGMAS_MM = (0.0, 20.0)
_BOARD_LENGTHS = ("surface_radius_mm", "hole_radius_mm", "peg_radius_mm", "peg_height_mm")
_DISC_LENGTHS = ("radius_mm", "base_radius_mm", "thickness_mm")


def read_set(path: Path) -> MeasuredSet:
    """Read a set file. Raises BadSetFile with what is wrong and where."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadSetFile(f"{path} cannot be opened: {error.strerror}.") from error
    return decode_set(data, path.name)


def decode_set(data: bytes | str, name: str) -> MeasuredSet:
    """Decode the text of a set file; fields left out stay None. Raises BadSetFile with what is wrong and where."""
    if len(data) > MAX_BYTES:
        raise BadSetFile(f"{name} is too long for a measured set.")
    try:
        document = json.loads(data)
    # Beside plain syntax errors: bytes that are no UTF-8, brackets nested without end, integers of 5000 digits.
    except (ValueError, RecursionError) as error:
        raise BadSetFile(f"{name} is not JSON: {error}.") from error
    return _parse(document, name)


def _parse(document: Any, name: str) -> MeasuredSet:
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise BadSetFile(f"{name} is no measured set: it must be an object with schema {SCHEMA!r}.")
    _only_known(document, ("schema", "name", "lines", "disc", *_BOARD_LENGTHS), name)
    board = {key: _length(document, key, key) for key in _BOARD_LENGTHS}
    lines, width_sigma_mm, scale_sigma = None, 0.0, 0.0
    if document.get("lines") is not None:
        lines, width_sigma_mm, scale_sigma = _lines(document["lines"])
    disc = None if document.get("disc") is None else _disc(document["disc"], scale_sigma)
    surface_mm = board["surface_radius_mm"]
    if lines and surface_mm and surface_mm < lines[2].radius_mm:
        raise BadSetFile("The surface_radius_mm must be at least the outer line's radius_mm.")
    measured = MeasuredSet(name=_name(document.get("name", name)), lines=lines, disc=disc, **board)
    return measured if width_sigma_mm <= KNOWN_MM else measured.without_lines()


def _name(value: Any) -> str:
    # Half of a surrogate pair can be written in JSON, and nowhere else.
    if not isinstance(value, str) or not value.isprintable():
        raise BadSetFile("The name must be a line of text.")
    return value


def _lines(entries: Any) -> tuple[tuple[Line, Line, Line], float, float]:
    """The lines, the standard deviation of the least sure width, mm, and that of the board's size, a share."""
    if not isinstance(entries, list) or [isinstance(e, dict) and e.get("name") for e in entries] != list(LINE_NAMES):
        raise BadSetFile(f"The lines must be {', '.join(LINE_NAMES)}, in this order.")
    lines = [_line(entry) for entry in entries]
    if not lines[0].radius_mm < lines[1].radius_mm < lines[2].radius_mm:
        raise BadSetFile("The lines' radii must grow from the 15 to the outer line.")
    widths = max(_sigma(entry, "width_sigma_mm") for entry in entries)
    size = _sigma(entries[2], "radius_sigma_mm") / lines[2].radius_mm
    return (lines[0], lines[1], lines[2]), widths, size


def _line(entry: dict[str, Any]) -> Line:
    name = entry["name"]
    _only_known(entry, ("name", "radius_mm", "width_mm", "radius_sigma_mm", "width_sigma_mm"), f"The line {name}")
    radius_mm, width_mm = _length(entry, "radius_mm", name), _length(entry, "width_mm", "width_mm")
    if radius_mm is None or width_mm is None:
        raise BadSetFile(f"The line {name} must have both radius_mm and width_mm.")
    return Line(name=name, radius_mm=radius_mm, width_mm=width_mm)


def _disc(entry: Any, scale_sigma: float) -> DiscSpec | None:
    """The disc, or None where it was measured in part only, or its base is not sure beside the board's size.

    Line calls take a measured disc's base for known to a few hundredths: one that was not must not pass for it.
    """
    if not isinstance(entry, dict):
        raise BadSetFile("The disc must be an object with radius_mm and base_radius_mm.")
    sigmas = {key: _sigma(entry, key) for key in (key.replace("_mm", "_sigma_mm") for key in _DISC_LENGTHS)}
    _only_known(entry, (*_DISC_LENGTHS, *sigmas), "The disc")
    radius_mm, base_mm, thickness_mm = (_length(entry, key, key) for key in _DISC_LENGTHS)
    if radius_mm is None or base_mm is None:
        return None
    if math.hypot(sigmas["base_radius_sigma_mm"], base_mm * scale_sigma) > KNOWN_MM:
        return None
    if base_mm > radius_mm:
        raise BadSetFile("The disc's base_radius_mm must be at most its radius_mm.")
    thickness_sigma_mm = sigmas["thickness_sigma_mm"]
    if thickness_mm is None:
        thickness_mm, thickness_sigma_mm = TOURNAMENT_DISC.thickness_mm, TOURNAMENT_DISC.thickness_sigma_mm
    return DiscSpec(
        radius_mm=radius_mm,
        base_radius_mm=base_mm,
        thickness_mm=thickness_mm,
        thickness_sigma_mm=thickness_sigma_mm,
    )


def _length(entry: dict[str, Any], key: str, range_of: str) -> float | None:
    value = entry.get(key)
    return None if value is None else checked_length(value, range_of, key)


def checked_length(value: Any, range_of: str, told_as: str, times: int = 1) -> float:
    """A length in mm that boards and discs can have. Raises BadSetFile, which calls it as the user did.

    range_of : its key among the ranges. times : 2 for a diameter, whose radius has that range.
    """
    low, high = (times * limit for limit in _RANGES_MM[range_of])
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not low <= value <= high:
        shown = json.dumps(value)[:40]
        raise BadSetFile(f"{told_as} must be a length from {low:g} to {high:g} mm, not {shown}.")
    return float(value)


def _sigma(entry: dict[str, Any], key: str) -> float:
    """A standard deviation, mm; 0 where none is given: measured by hand."""
    value = entry.get(key, 0.0)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not _SIGMAS_MM[0] <= value <= _SIGMAS_MM[1]:
        raise BadSetFile(f"{key} must be a length from 0 to {_SIGMAS_MM[1]:g} mm, not {json.dumps(value)[:40]}.")
    return float(value)


def _only_known(entry: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    """A misspelt field would be left out silently, and measured from the photo instead."""
    if unknown := [key for key in entry if key not in known]:
        raise BadSetFile(f"{where} has a field {unknown[0][:40]!r}; known are {', '.join(known)}.")
