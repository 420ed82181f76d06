"""Real photos altered in several ways at once: `python -m benchmarks.mixed_photos [COUNT] [--keep FOLDER]`.

What each of the other benchmarks does alone comes together in players' photos: a lamp over a disc, in a photo taken at
a slant, sent through a messenger. Every real photo with a known truth gives COUNT others, each altered in two or three
of those ways, drawn by lot. Printed is what `turned_cameras` prints; none may be wrong without a question.
"""

from pathlib import Path
from typing import Any

import numpy as np

from api.errors import UnreadablePhoto
from benchmarks.edited_photos import edit
from benchmarks.hands_over import reach_over
from benchmarks.mirrored_lamps import mirror_lamp
from benchmarks.reshaped_photos import reshape
from benchmarks.spoiled_photos import spoil
from benchmarks.turned_cameras import Take, main, photograph
from benchmarks.wide_lenses import bent

TAKES: tuple[Take, ...] = (edit, spoil, photograph, reach_over, mirror_lamp, reshape, bent)
# How many of them, and how many kinds of each there are to draw from.
LEAST, MOST, KINDS = 2, 3, 1000


def mix(path: Path, truth: dict[str, Any], number: int, folder: Path) -> tuple[Path, dict[str, Any]]:
    """One photo altered in several ways as a file in `folder`, beside what it was between them, and its truth."""
    rng = np.random.default_rng([number, sum(path.name.encode())])
    for way in rng.choice(len(TAKES), rng.integers(LEAST, MOST + 1), replace=False):
        try:
            path, truth = TAKES[way](path, truth, int(rng.integers(KINDS)), folder)
        except UnreadablePhoto:  # too small by now
            break
    return path, truth


if __name__ == "__main__":
    main(mix)
