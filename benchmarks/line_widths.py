"""How well the lines' width is told: `python -m benchmarks.line_widths FOLDER…`, folders of photos with truth.jsonl.

By pixel size, the error of half a width, which is that of every gap, and how often it lies within its sigma. Boards of
which a line was mistaken are left out.
"""

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from api.board_in import board_in
from api.photo import read_photo
from calibration.view import BoardNotFound

MM_PER_PX = (0.0, 0.7, 1.0, 1.3, 9.0)
# Lines farther from where they are than this are others.
SAME_LINE_MM = 1.5


def half_errors(folder: Path) -> Iterator[tuple[float, float, float]]:
    """Of each photo the scale, mm a pixel, the error of half a line's width, all three together, and its sigma, mm."""
    lines = (folder / "truth.jsonl").read_text().splitlines()
    for line in track(lines, description=folder.name, console=Console(stderr=True)):
        truth = json.loads(line)
        path = folder / truth["image"]
        if "board" not in truth or not path.exists():
            continue
        try:
            view = board_in(read_photo(path))
        except BoardNotFound:
            continue
        true = truth["board"]["lines"]
        unit = view.radii_mm[2] / true[2]["radius_mm"]
        off_mm = [one["radius_mm"] * unit - radius_mm for one, radius_mm in zip(true, view.radii_mm, strict=True)]
        if max(map(abs, off_mm)) < SAME_LINE_MM:
            wider_mm = [one.width_mm - by["width_mm"] * unit for one, by in zip(view.lines, true, strict=True)]
            yield view.middle_mm_per_px, float(np.mean(wider_mm)) / 2, view.half_width_sigma_mm


def main(folders: list[str]) -> None:
    """Print the table."""
    found = np.array([row for folder in folders for row in half_errors(Path(folder))]).reshape(-1, 3)
    table = Table("mm a pixel", "boards", "RMS mm", "sigma mm, median", "in 1 sigma", "in 2 sigma")
    for low, high in [*pairwise(MM_PER_PX), (MM_PER_PX[0], MM_PER_PX[-1])]:
        _, error, sigma = found[(found[:, 0] > low) & (found[:, 0] <= high)].T
        if len(error):
            within = [f"{np.mean(np.abs(error) < k * sigma):.0%}" for k in (1, 2)]
            rms = f"{np.sqrt(np.mean(error**2)):.3f}"
            table.add_row(f"{low} to {high}", str(len(error)), rms, f"{np.median(sigma):.3f}", *within)
    Console().print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
