"""A disc in the hole, or a bottom painted in its colour? `python -m benchmarks.painted_holes [COUNT]`.

Each seed is a board that nobody made, as in `wild_boards`, once with an empty hole painted in a team's colour, and once
with that team's disc in the hole, over the same paint or any other. A hole is right (without a question), asked about,
or wrong without a question, which must not happen; and boards that are not found at all. About 16 s of CPU for a pair.
"""

import math
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.wild_boards import wild_scene
from calibration.locate_board import locate_board
from calibration.view import BoardNotFound
from sample_images.render.photo import render
from sample_images.render.scene import Disc, Finish, Scene
from vision.read_board import read_board

# Boards other than those of `wild_boards`.
FIRST_SEED = 1000
# Paint is mixed to look like the discs, not measured: grey levels.
MIXED = 8.0
NEAR_HOLE_MM, MOST_PLAY_MM = 36.0, 1.2
OUTCOMES = ("right", "asked", "wrong", "no board")


def painted_hole(seed: int, *, full: bool) -> Scene:
    """A board whose hole is painted like the discs of one team.

    full : with one of these discs in it, in half of the cases over another paint.
    """
    scene = wild_scene(FIRST_SEED + seed)
    rng = np.random.default_rng(seed)
    standing = [d for d in scene.discs if d.place == "ditch" or math.hypot(d.x_mm, d.y_mm) >= NEAR_HOLE_MM]
    finishes = {disc.team: disc.finish for disc in standing}
    team = sorted(finishes)[int(rng.integers(len(finishes)))]
    red, green, blue = (float(np.clip(c + rng.normal(0, MIXED), 5, 250)) for c in finishes[team].colour)
    paint = Finish(colour=(red, green, blue), gloss=float(rng.uniform(0, 0.5)))
    azimuth, play_mm = rng.uniform(0, 2 * math.pi), rng.uniform(0, MOST_PLAY_MM)
    sunken = Disc(
        x_mm=play_mm * math.cos(azimuth), y_mm=play_mm * math.sin(azimuth), team=team, finish=finishes[team],
        place="hole", base_z_mm=-scene.board.hole_depth_mm,
    )  # fmt: skip
    floor = scene.board.hole_floor if full and rng.random() < 0.5 else paint
    board = replace(scene.board, hole_floor=floor)
    return replace(scene, board=board, discs=(*standing, sunken) if full else tuple(standing))


def outcome(seed: int, full: bool) -> str:
    """One of OUTCOMES for one hole."""
    bgr = render(painted_hole(seed, full=full), seed=seed)
    try:
        reading = read_board(bgr, locate_board(bgr))
    except BoardNotFound:
        return "no board"
    if any(doubt.code == "hole" for doubt in reading.doubts):
        return "asked"
    called = [disc.place for disc in reading.discs if disc.place in ("hole", "lip")]
    return "right" if called == (["hole"] if full else []) else "wrong"


def main() -> None:
    """Print how many holes of either kind were right, asked about, and wrong."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 48
    seeds = [seed for seed in range(count) for _ in (0, 1)]
    full = [False, True] * count
    with ProcessPoolExecutor() as processes:
        outcomes = processes.map(outcome, seeds, full)
        found = list(track(outcomes, "painted holes", total=len(seeds), console=Console(stderr=True)))
    table = Table("hole", *OUTCOMES)
    for name, kind in (("empty", False), ("with a disc", True)):
        counts = Counter(result for result, is_full in zip(found, full, strict=True) if is_full == kind)
        table.add_row(name, *(str(counts[result]) for result in OUTCOMES))
    Console().print(table)


if __name__ == "__main__":
    main()
