"""The cameras that were calibrated once, kept by model in the user's data folder."""

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

from api.data_folder import default_data_folder
from api.errors import BadCamera
from api.whole_file import write_whole
from calibration.learned.known_camera import KnownCamera

SCHEMA = "crokinole.cameras/1"
MAX_BYTES = 1_000_000
# One model has several lenses: a photo is of the calibrated one if its focal length, 35 mm equivalent, is this near.
SAME_LENS_MM = 1.0
Json = dict[str, Any]


def cameras_file() -> Path:
    """Where the calibrated cameras are kept."""
    return default_data_folder() / "cameras.json"


def find_camera(model: str | None, focal_35mm: float | None) -> KnownCamera | None:
    """The calibrated camera of a model and lens; None where it was not calibrated.

    A file that cannot be read is taken for none: photos are scored all the same.
    """
    if model is None:
        return None
    try:
        entries = _read()
    except BadCamera:
        return None
    return next((_camera(entry) for entry in reversed(entries) if _is_of(entry, model, focal_35mm)), None)


def named_camera(name: str) -> KnownCamera:
    """A calibrated camera by its name, of several lenses the one calibrated last. Raises BadCamera."""
    entries = _read()
    named = [entry for entry in entries if entry["name"] == name]
    if named:
        return _camera(named[-1])
    known = ", ".join(sorted({entry["name"] for entry in entries})) or "none yet"
    raise BadCamera(f"No camera {name[:60]!r} was calibrated; there are: {known}.")


def keep_camera(camera: KnownCamera, focal_35mm: float | None) -> Path:
    """Keep a camera, in place of one of its name and lens. Returns the file. Raises BadCamera."""
    path = cameras_file()
    try:
        entries = _read()
    except BadCamera as error:
        raise BadCamera(f"{error} Move it away and calibrate again.") from error
    new = {**asdict(camera), "focal_35mm": focal_35mm}
    kept = [entry for entry in entries if not _is_of(entry, camera.name, focal_35mm)]
    text = json.dumps({"schema": SCHEMA, "cameras": [*kept, new]}, indent=1, ensure_ascii=False) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    except OSError as error:
        raise BadCamera(f"{path} cannot be written: {error.strerror}.") from error
    return path


def _is_of(entry: Json, model: str, focal_35mm: float | None) -> bool:
    """Whether it is of this model and lens; photos that tell no focal length are of one lens."""
    kept_mm = entry["focal_35mm"]
    if kept_mm is None or focal_35mm is None:
        same_lens = kept_mm is focal_35mm
    else:
        same_lens = abs(kept_mm - focal_35mm) < SAME_LENS_MM
    return entry["name"] == model and same_lens


def _camera(entry: Json) -> KnownCamera:
    return KnownCamera(**{key: entry[key] for key in KnownCamera.__dataclass_fields__})


def _read() -> list[Json]:
    """The kept cameras. Raises BadCamera where the file is none of this program's."""
    path = cameras_file()
    try:
        with path.open("rb") as file:
            document = json.loads(file.read(MAX_BYTES))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, RecursionError) as error:
        raise BadCamera(f"{path} cannot be read.") from error
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise BadCamera(f"{path} is no list of calibrated cameras.")
    entries = document.get("cameras")
    if not isinstance(entries, list) or not all(map(_is_entry, entries)):
        raise BadCamera(f"{path} is damaged.")
    return entries


def _is_entry(entry: Any) -> bool:
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        return False
    numbers = [entry.get(key) for key in ("focal", "focal_sigma", "k1", "k2")]
    focal_35mm = entry.get("focal_35mm", "")
    if focal_35mm is not None:
        numbers.append(focal_35mm)
    sound = all(isinstance(one, int | float) and not isinstance(one, bool) and math.isfinite(one) for one in numbers)
    return sound and 0.1 < entry["focal"] < 50.0
