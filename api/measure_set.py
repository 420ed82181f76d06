"""Photos and caliper values -> a measured set, `crokinole.set/1`."""

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from api.board_in import board_in
from api.errors import BadCaliper, BadPhotos, BadSetFile
from api.one_thread import in_one_thread
from api.photo import read_photo
from api.set_file import SCHEMA, decode_set
from calibration.view import BoardNotFound
from vision.gaps import FLOOR_MM
from vision.read_board import read_board
from vision.several_photos.set_figures import (
    Caliper,
    Figure,
    PhotoLengths,
    SetFigures,
    combine,
    disagreement_mm,
    line_entries,
    slips,
)

# Off-centre lines and a lens's distortion move a ring by this much from photo to photo; another board by more.
SAME_BOARD_MM = 4.0
# How sure a disc's place is taken to be where no disc was seen.
NO_DISCS_MM = 0.2
Json = dict[str, Any]


@in_one_thread
def measure_set(paths: Sequence[Path], caliper: Caliper, done: Callable[[], None]) -> SetFigures:
    """Measure one set on all photos. done is called after each photo.

    Raises UnreadablePhoto, BadPhotos where a photo shows no board or the photos show different ones, and BadCaliper
    where a caliper value cannot be the photos'.
    """
    photos = []
    for path in paths:
        photos.append(_lengths(path))
        done()
    apart_mm = disagreement_mm(photos)
    if apart_mm > SAME_BOARD_MM:
        raise BadPhotos(
            f"The photos show different boards: the rings of one lie {apart_mm:.0f} mm off another's. "
            "Give photos of one table only."
        )
    wrong = [
        f"{slip.name} is {slip.by_hand_mm:.1f} mm by hand and {slip.on_photos_mm:.1f} mm on the photos"
        for slip in slips(photos, caliper)
    ]
    if wrong:
        raise BadCaliper(f"With the outer line as wide as given, {', '.join(wrong)}.")
    return combine(photos, caliper)


def _lengths(path: Path) -> PhotoLengths:
    photo = read_photo(path)
    try:
        view = board_in(photo)
    except BoardNotFound as error:
        raise BadPhotos(f"{photo.name}: {error}") from error
    reading = read_board(photo.bgr, view)
    view, discs = reading.view, [disc for disc in reading.discs if disc.place == "surface"]
    radii_mm, widths_mm = [line.radius_mm for line in view.lines], [line.width_mm for line in view.lines]
    return PhotoLengths(
        radii_mm=(radii_mm[0], radii_mm[1], radii_mm[2]),
        widths_mm=(widths_mm[0], widths_mm[1], widths_mm[2]),
        mm_per_px=view.middle_mm_per_px,
        tilt_deg=view.camera.tilt_deg,
        disc_radius_mm=discs[0].radius_mm if discs else None,
        discs=len(discs),
        place_sigma_mm=float(np.median([disc.sigma_mm for disc in discs])) if discs else NO_DISCS_MM,
    )


def set_document(figures: SetFigures, name: str) -> Json:
    """The set as the file that `--set` takes, each length with its standard deviation."""
    return {
        "schema": SCHEMA,
        "name": name,
        "lines": [
            {"name": line, **_entry("radius", radius), **_entry("width", width)}
            for line, radius, width in line_entries(figures)
        ],
        "disc": {
            **_entry("radius", figures.disc_radius),
            **_entry("base_radius", figures.base_radius),
            **_entry("thickness", figures.thickness),
        },
    }


def _entry(key: str, figure: Figure) -> dict[str, float]:
    return {f"{key}_mm": round(figure.mm, 3), f"{key}_sigma_mm": round(figure.sigma_mm, 3)}


def write_set(path: Path, document: Json) -> None:
    """Write the set file. Raises BadSetFile where a length is none that a board has, or where it cannot be written."""
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    decode_set(text, path.name)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadSetFile(f"{path} cannot be written: {error.strerror}.") from error


def in_use(document: Json) -> tuple[bool, bool]:
    """Whether line calls will take the lines' widths and the discs' base from this set, not from each photo."""
    measured = decode_set(json.dumps(document), document["name"])
    return measured.lines is not None, measured.disc is not None


# Parts of a call's sigma below this are lost beside the rest.
WORTH_MEASURING_MM = 0.05
# What would help, by what limits the calls.
ADVICE = {
    "the discs' base": "the diameter of the flat on which a disc stands (press it on an ink pad and on paper): "
    "--base-diameter",
    "the lines' width": "the width of the lines: --line-widths",
    "the discs' thickness": "the thickness of a disc: --disc-thickness",
    "the outer line's diameter": "the diameter of the three lines, from middle to middle of the line: --line-diameters",
}


def verdict(figures: SetFigures) -> list[str]:
    """What limits the line calls with this set, by how much, and what would help, in sentences."""
    first = figures.limits[0]
    photo_mm = math.hypot(FLOOR_MM, figures.place_sigma_mm)
    without = (figures.call_sigma_mm**2 - first.part_mm**2) ** 0.5
    lines = [f"Line calls on photos like these will be sure to ± {figures.call_sigma_mm:.2f} mm."]
    if first.part_mm > photo_mm:
        lines.append(
            f"{first.name[0].upper()}{first.name[1:]} limits them most: ± {first.part_mm:.2f} mm of it. "
            f"Known exactly, the rest would leave ± {without:.2f} mm."
        )
    else:
        lines.append(f"The photo limits them more than the set: ± {photo_mm:.2f} mm of it.")
    if first.part_mm > WORTH_MEASURING_MM:
        lines.append(f"What would help most: measure {ADVICE[first.name]}.")
    return lines
