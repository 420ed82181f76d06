"""What is in the hole: a painted bottom, a disc, or one that leans? `python -m benchmarks.holes [COUNT] [--alone]`.

Each seed is a board that nobody made, as in `wild_scene`, once with an empty hole painted in a team's colour, once
with that team's disc in the hole, over the same paint or any other, once with the disc leaning on the hole's lip, and
once with it flat on the surface and its middle over the hole, as far as it does not tip. A hole is right (without a
question), asked about, or wrong without a question, which must not happen; and boards that are not found at all. With
--alone no other disc lies on the board, or in its ditch. About 47 s of CPU for a seed.
"""

import math
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import repeat
from typing import Literal

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.wild_scene import wild_scene
from calibration.locate_board import locate_board
from calibration.view import BoardNotFound
from sample_images.render.photo import render
from sample_images.render.scene import Board, Disc, DiscShape, Finish, Scene
from vision.read_board import read_board

Content = Literal["empty", "hole", "lip", "edge"]
CONTENTS: tuple[Content, ...] = ("empty", "hole", "lip", "edge")

# Boards other than those of `wild_boards`.
FIRST_SEED = 1000
# Paint is mixed to look like the discs, not measured: grey levels.
MIXED = 8.0
# Others are taken off where they lie nearer than the first, so that what is read nearer than the second is what was put
# there. How far a level disc lies off the middle.
NEAR_HOLE_MM, AT_HOLE_MM, MOST_PLAY_MM = 36.0, 26.0, 1.2
# Of 12 wooden boards photographed from above: holes are drilled where the lines' middle is, but not quite there, and
# wider than regular ones.
DECENTRED_MM, HOLE_RADIUS_MM = 2.9, (17.0, 19.0)
# How far a leaning disc's base stands off the hole's centre: slopes of 20 to 35 degrees.
OFF_MM = (3.5, 9.0)
OUTCOMES = ("right", "asked", "wrong", "no board")


def hole_scene(seed: int, content: Content, *, alone: bool = False) -> Scene:
    """A board whose hole is painted like the discs of one team.

    With one of these discs in it, or leaning on its lip, the hole has another paint in half of the cases. alone :
    whether no other disc is there.
    """
    scene = wild_scene(FIRST_SEED + seed)
    scene = replace(scene, board=_drilled(scene.board, np.random.default_rng([seed, FIRST_SEED])))
    rng = np.random.default_rng(seed)
    standing = [d for d in scene.discs if d.place == "ditch" or math.hypot(d.x_mm, d.y_mm) >= NEAR_HOLE_MM]
    finishes = {disc.team: disc.finish for disc in standing}
    team = sorted(finishes)[int(rng.integers(len(finishes)))]
    red, green, blue = (float(np.clip(c + rng.normal(0, MIXED), 5, 250)) for c in finishes[team].colour)
    paint = Finish(colour=(red, green, blue), gloss=float(rng.uniform(0, 0.5)))
    azimuth, play_mm = rng.uniform(0, 2 * math.pi), rng.uniform(0, MOST_PLAY_MM)
    standing = [] if alone else standing
    if content == "empty":
        return replace(scene, board=replace(scene.board, hole_floor=paint), discs=tuple(standing))
    board = replace(scene.board, hole_floor=scene.board.hole_floor if rng.random() < 0.5 else paint)
    disc = Disc(
        x_mm=play_mm * math.cos(azimuth), y_mm=play_mm * math.sin(azimuth), team=team, finish=finishes[team],
        place="hole", base_z_mm=-board.hole_depth_mm,
    )  # fmt: skip
    if content == "lip":
        disc = leaning(disc, board, scene.shape, azimuth, rng.uniform(*OFF_MM))
    elif content == "edge":
        disc = overhanging(disc, board, scene.shape, azimuth, rng.random())
    return replace(scene, board=board, discs=(*standing, disc))


def _drilled(board: Board, rng: np.random.Generator) -> Board:
    """The board with a hole of any width, and its lines about another middle."""
    off_mm, azimuth = DECENTRED_MM * math.sqrt(rng.random()), rng.uniform(0, 2 * math.pi)
    offset_mm = off_mm * math.cos(azimuth), off_mm * math.sin(azimuth)
    lines = tuple(replace(line, offset_mm=offset_mm) for line in board.lines)
    return replace(board, lines=lines, hole_radius_mm=float(rng.uniform(*HOLE_RADIUS_MM)))


def leaning(disc: Disc, board: Board, shape: DiscShape, azimuth: float, off_mm: float) -> Disc:
    """The disc with one side of its base on the hole's bottom and the other on the rim, as it can lean.

    azimuth : radians, towards the side on the rim. off_mm : from the hole's centre to the base's. Its plane lies on the
    rim where the base's circle, seen from above, crosses it.
    """
    crossing_mm = (board.hole_radius_mm**2 - shape.base_radius_mm**2 + off_mm**2) / (2 * off_mm)
    slope = 0.0
    for _ in range(20):
        slope = math.atan2(board.hole_depth_mm, crossing_mm - off_mm + shape.base_radius_mm * math.cos(slope))
    towards = math.cos(azimuth), math.sin(azimuth)
    return replace(
        disc,
        x_mm=off_mm * towards[0],
        y_mm=off_mm * towards[1],
        base_z_mm=shape.base_radius_mm * math.sin(slope) - board.hole_depth_mm,
        axis=(-math.sin(slope) * towards[0], -math.sin(slope) * towards[1], math.cos(slope)),
        place="lip",
    )


def overhanging(disc: Disc, board: Board, shape: DiscShape, azimuth: float, share: float) -> Disc:
    """The disc flat on the surface, its middle over the hole: at a share of the way from where it tips to the rim."""
    least_mm = tips_mm(board, shape)
    off_mm = least_mm + share * (board.hole_radius_mm - least_mm)
    return replace(
        disc, x_mm=off_mm * math.cos(azimuth), y_mm=off_mm * math.sin(azimuth), base_z_mm=0.0, place="surface"
    )


def tips_mm(board: Board, shape: DiscShape) -> float:
    """How near to the hole's middle that of a disc's base is when it tips: on the chord between the two points at which
    its circle crosses the rim.
    """
    return math.sqrt(board.hole_radius_mm**2 - shape.base_radius_mm**2)


def outcome(seed: int, content: Content, alone: bool = False) -> str:
    """One of OUTCOMES for one hole."""
    bgr = render(hole_scene(seed, content, alone=alone), seed=seed)
    try:
        reading = read_board(bgr, locate_board(bgr))
    except BoardNotFound:
        return "no board"
    if any(doubt.code == "hole" or (doubt.xy_mm and math.hypot(*doubt.xy_mm) < AT_HOLE_MM) for doubt in reading.doubts):
        return "asked"
    called = [disc.place for disc in reading.discs if math.hypot(disc.x_mm, disc.y_mm) < AT_HOLE_MM]
    # What leans on the lip is worth as much as what lies over the edge.
    worth_15 = [["lip"], ["surface"]]
    true = {"empty": [[]], "hole": [["hole"]], "lip": worth_15, "edge": worth_15}
    return "right" if called in true[content] else "wrong"


def main() -> None:
    """Print how many holes of each kind were right, asked about, and wrong."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 48
    seeds = [seed for seed in range(count) for _ in CONTENTS]
    contents = list(CONTENTS) * count
    with ProcessPoolExecutor() as processes:
        outcomes = processes.map(outcome, seeds, contents, repeat("--alone" in sys.argv))
        found = list(track(outcomes, "holes", total=len(seeds), console=Console(stderr=True)))
    table = Table("hole", *OUTCOMES)
    names = {"empty": "painted, empty", "hole": "with a disc", "lip": "one on its lip", "edge": "one over its edge"}
    for content in CONTENTS:
        counts = Counter(result for result, true in zip(found, contents, strict=True) if true == content)
        table.add_row(names[content], *(str(counts[result]) for result in OUTCOMES))
    Console().print(table)


if __name__ == "__main__":
    main()
