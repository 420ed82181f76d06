"""Whether errors lean to one side: `python -m benchmarks.bias [FOLDER…]`.

Mean errors of the gaps, sets given, by groups of discs that some mistake of the model would push together: how high the
camera stood, on which side of the board the disc lies as the camera sees it, whether its gap faces the lamp, how light
it is beside the board, which line decides, where in the picture it lies. A mean is beside its own standard error: below
two of them it is chance.
"""

import math
import sys
from collections import defaultdict

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from benchmarks.read_discs import ReadDisc, ReadPhoto, read_folders
from benchmarks.unknown_light import standing
from vision.placing.neighbours import pegs_as_solids
from vision.shading.lamp import room_light

# Means up to this share of the RMS are allowed.
ALLOWED = 0.25
LEVELS = (60.0, 150.0)
# Cosine from which a disc's outward side faces the lamp.
FACING = 0.5


def towards_lamp(photo: ReadPhoto) -> NDArray[np.float64]:
    """(2,) unit vector on the board, by the discs' shadows; 0 without any."""
    assert photo.scored.view is not None
    solids = standing([disc.disc.seen for disc in photo.discs])
    others = solids.joined(pegs_as_solids(photo.scored.view))
    return room_light(photo.photo.bgr, photo.scored.view, solids, others).towards_lamp


def groups_of(photo: ReadPhoto, disc: ReadDisc, lamp: NDArray[np.float64]) -> list[tuple[str, str]]:
    """The groups that a disc belongs to: what is told apart, and which one. lamp : (2,) unit vector towards it."""
    view, seen = photo.scored.view, disc.disc.seen
    assert view is not None
    to_camera = view.camera.centre_mm[:2]
    tilt = view.camera.tilt_deg
    turn = math.degrees(math.atan2(seen.y_mm, seen.x_mm) - math.atan2(to_camera[1], to_camera[0]))
    side = abs((turn + 180) % 360 - 180)
    rgb = next(entry.team.rgb for entry in photo.scored.teams if entry.team.id == seen.team)
    level = float(np.dot(rgb, (0.299, 0.587, 0.114)))
    width, height = view.size_px
    off_middle = math.dist(seen.px, (width / 2, height / 2)) / math.hypot(width / 2, height / 2)
    found = [
        ("kind", photo.kind),
        ("tilt", "under 15°" if tilt < 15 else "15° to 30°" if tilt < 30 else "over 30°"),
        ("disc", "dark" if level < LEVELS[0] else "light" if level > LEVELS[1] else "between"),
        ("line", disc.disc.call.line if disc.disc.call else ""),
        ("in the picture", "middle" if off_middle < 0.35 else "outer part"),
    ]
    facing = float(np.dot((seen.x_mm, seen.y_mm), lamp)) / math.hypot(seen.x_mm, seen.y_mm)
    if lamp.any():
        found.append(("light", "gap faces it" if facing > FACING else "averted" if facing < -FACING else "across"))
    if tilt >= 15:
        found.append(("board's side", "near" if side < 45 else "far" if side > 135 else "beside"))
    return found


def main() -> None:
    """Print the mean error of each group."""
    errors: dict[tuple[str, str], list[float]] = defaultdict(list)
    for photo in read_folders(sys.argv[1:]):
        if photo.given and photo.discs:
            lamp = towards_lamp(photo)
            for disc in photo.discs:
                for group in groups_of(photo, disc, lamp):
                    errors[group].append(disc.gap_mm - disc.true_gap_mm)
    table = Table("by", "", "discs", "mean mm", "± mm", "RMS mm", "mean / RMS", "", title="set given")
    for (name, which), of_group in sorted(errors.items()):
        found = np.array(of_group)
        mean, rms = float(found.mean()), float(np.sqrt(np.mean(found**2)))
        chance = rms / math.sqrt(len(found))
        leans = abs(mean) > ALLOWED * rms and abs(mean) > 2 * chance
        figures = (f"{mean:+.3f}", f"{chance:.3f}", f"{rms:.3f}", f"{mean / rms:+.2f}")
        table.add_row(name, which, str(len(found)), *figures, "leans" if leans else "")
    Console().print(table)


if __name__ == "__main__":
    main()
