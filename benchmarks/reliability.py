"""Whether stated probabilities come true: `python -m benchmarks.reliability [FOLDER…] [--out PICTURE.png]`.

Two views of the same promise. The calls as they were made, in bins of p_touch: of those said to touch with 30 % about
30 % should. And since an error of a gap does not know where the line runs, every disc also tells what would have been
said had the line run elsewhere: the share of discs that would touch where p_touch says p is the share of errors up to
the p-quantile of their stated distribution. That uses every disc at every p.
"""

import math
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.read_discs import ReadDisc, read_folders
from vision.drawing.lettering import BOLD, write

BINS = (0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1.0)
NORMAL = NormalDist()
SIZE, MARGIN, STEP = 900, 110, 0.1
PAPER, INK, MUTED, GRID = (243, 248, 251), (34, 30, 28), (118, 110, 104), (222, 226, 228)
# Blue and orange stay apart for every kind of colour blindness (Okabe and Ito, 2008). BGR.
COLOURS = {True: (178, 114, 0), False: (0, 159, 230)}
NAMES = {True: "set given", False: "set not given"}


def p_touch(disc: ReadDisc) -> float:
    """The stated probability that the base reaches the line that decides."""
    return NORMAL.cdf(-disc.gap_mm / disc.sigma_mm)


def as_if_elsewhere(discs: list[ReadDisc], p: float) -> float:
    """Share of discs that would touch, had the line run where the program says p."""
    quantile = NORMAL.inv_cdf(p)
    return float(np.mean([disc.score <= quantile for disc in discs])) if p < 1 else 1.0


def table_of(discs: list[ReadDisc], title: str) -> Table:
    """Stated against observed, bin by bin; the observed with what chance allows (one standard deviation)."""
    table = Table("p_touch", "calls", "stated", "touching", "by chance", "line elsewhere", title=title)
    for low, high in pairwise(BINS):
        inside = [disc for disc in discs if low <= p_touch(disc) < high or (high == 1.0 and p_touch(disc) == 1.0)]
        middle = (low + high) / 2
        cells = ["", "", ""]
        if inside:
            stated = float(np.mean([p_touch(disc) for disc in inside]))
            seen = float(np.mean([disc.true_gap_mm <= 0 for disc in inside]))
            cells = [f"{stated:.3f}", f"{seen:.3f}", f"± {math.sqrt(max(stated * (1 - stated), 0) / len(inside)):.3f}"]
        elsewhere = f"{as_if_elsewhere(discs, middle):.3f} at {middle:.2f}"
        table.add_row(f"{low:g} to {high:g}", str(len(inside)), *cells, elsewhere)
    return table


def summary_of(discs: list[ReadDisc]) -> str:
    """How often errors lie within one and two of their sigma, and what the calls cost."""
    score = np.abs([disc.score for disc in discs])
    wrong = sum(
        (p_touch(disc) > 0.98) != (disc.true_gap_mm <= 0) for disc in discs if not 0.02 <= p_touch(disc) <= 0.98
    )
    brier = float(np.mean([(p_touch(disc) - (disc.true_gap_mm <= 0)) ** 2 for disc in discs]))
    return (
        f"{len(discs)} discs: within one sigma {np.mean(score < 1):.2f} (0.68), within two {np.mean(score < 2):.2f} "
        f"(0.95); confidently wrong {wrong}; Brier score {brier:.3f}"
    )


def at_px(p: float, share: float) -> tuple[int, int]:
    """Place of a point on the diagram."""
    span = SIZE - 2 * MARGIN
    return MARGIN + round(p * span), SIZE - MARGIN - round(share * span)


def draw(groups: dict[bool, list[ReadDisc]]) -> np.ndarray:
    """The diagram: stated along, observed up; honest probabilities lie on the diagonal."""
    canvas = np.full((SIZE, SIZE, 3), PAPER, np.uint8)
    for k in range(11):
        p = k * STEP
        cv2.line(canvas, at_px(p, 0), at_px(p, 1), GRID, 1)
        cv2.line(canvas, at_px(0, p), at_px(1, p), GRID, 1)
        if k % 2 == 0:
            x, y = at_px(p, 0)
            write(canvas, f"{100 * p:.0f}", (x - 12, y + 34), 22, MUTED)
            x, y = at_px(0, p)
            write(canvas, f"{100 * p:.0f}", (x - 50, y + 8), 22, MUTED)
    cv2.line(canvas, at_px(0, 0), at_px(1, 1), INK, 2, cv2.LINE_AA)
    grid = np.linspace(0.005, 0.995, 199)
    for row, (given, discs) in enumerate(sorted(groups.items(), reverse=True)):
        curve = np.array([at_px(p, as_if_elsewhere(discs, p)) for p in grid], np.int32)
        cv2.polylines(canvas, [curve], False, COLOURS[given], 4, cv2.LINE_AA)
        for low, high in pairwise(BINS):
            inside = [disc for disc in discs if low <= p_touch(disc) < high]
            if len(inside) < 4:
                continue
            stated = float(np.mean([p_touch(disc) for disc in inside]))
            seen = float(np.mean([disc.true_gap_mm <= 0 for disc in inside]))
            spread = math.sqrt(stated * (1 - stated) / len(inside))
            x, y = at_px(stated, seen)
            ends = [at_px(stated, min(1, seen + spread)), at_px(stated, max(0, seen - spread))]
            cv2.line(canvas, ends[0], ends[1], COLOURS[given], 3, cv2.LINE_AA)
            cv2.circle(canvas, (x, y), 9, COLOURS[given], -1, cv2.LINE_AA)
            cv2.circle(canvas, (x, y), 9, PAPER, 2, cv2.LINE_AA)
        y = MARGIN + 40 + 40 * row
        cv2.line(canvas, (MARGIN + 24, y - 8), (MARGIN + 70, y - 8), COLOURS[given], 5, cv2.LINE_AA)
        write(canvas, f"{NAMES[given]}, {len(discs)} discs", (MARGIN + 84, y), 24, INK)
    write(canvas, "Of discs said to touch with p %, how many do", (MARGIN, 60), 30, INK, BOLD)
    write(canvas, "p said, %", (SIZE - MARGIN - 100, SIZE - 36), 24, INK)
    write(canvas, "touching, %", (MARGIN - 84, MARGIN - 18), 24, INK)
    write(canvas, "on the diagonal: as said", (SIZE - MARGIN - 270, SIZE - MARGIN - 20), 24, INK)
    return canvas


def main() -> None:
    """Print the tables and write the diagram."""
    arguments = sys.argv[1:]
    out = None
    if "--out" in arguments:
        at = arguments.index("--out")
        out = Path(arguments[at + 1])
        del arguments[at : at + 2]
    groups: dict[bool, list[ReadDisc]] = defaultdict(list)
    kinds: dict[tuple[str, bool], list[ReadDisc]] = defaultdict(list)
    for photo in read_folders(arguments):
        groups[photo.given] += photo.discs
        kinds[photo.kind, photo.given] += photo.discs
    console = Console()
    for given, discs in groups.items():
        console.print(table_of(discs, f"all photos, {NAMES[given]}"))
    for (kind, given), discs in sorted(kinds.items()):
        if discs:
            console.print(f"{kind}, {NAMES[given]}: {summary_of(discs)}", soft_wrap=True)
    if out:
        cv2.imwrite(str(out), draw(dict(groups)))
        console.print(f"Drawn in {out}.")


if __name__ == "__main__":
    main()
