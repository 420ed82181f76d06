"""Discs of photos with known truth, as they are read: what the benchmarks of line calls share."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from api.photo import Photo, read_photo
from api.score_photo import score_photo
from api.scored import ScoredDisc, ScoredPhoto
from api.set_file import read_set

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = (ROOT / "sample_images", ROOT.parent / "shared/data/rendered")
# A found disc is a true one when it is this near, in radii of the true disc.
NEAR = 0.8


@dataclass(frozen=True, eq=False, kw_only=True)
class ReadDisc:
    """One disc: the gap to the line that decides in truth, and as read, mm."""

    true_gap_mm: float
    gap_mm: float
    sigma_mm: float
    disc: ScoredDisc

    @property
    def score(self) -> float:
        """Error over the stated standard deviation."""
        return (self.gap_mm - self.true_gap_mm) / self.sigma_mm


@dataclass(frozen=True, eq=False, kw_only=True)
class ReadPhoto:
    """One photo of a kind and its discs by a line. given : whether its measured set was."""

    kind: str
    given: bool
    photo: Photo
    scored: ScoredPhoto
    discs: tuple[ReadDisc, ...]


def read_folders(named: list[str]) -> Iterator[ReadPhoto]:
    """Every photo of the folders (or of the known ones that are there), without and with its measured set."""
    for folder in [Path(name) for name in named] or [folder for folder in FOLDERS if folder.exists()]:
        lines = (folder / "truth.jsonl").read_text().splitlines()
        for line in track(lines, description=folder.name, console=Console(stderr=True)):
            truth = json.loads(line)
            path = folder / truth["image"]
            photo = read_photo(path)
            for given in (False, True):
                if given and not (folder / "sets" / f"{path.stem}.json").exists():
                    continue
                measured = read_set(folder / "sets" / f"{path.stem}.json") if given else None
                scored = score_photo(photo, measured=measured)
                discs = tuple(_matched(truth["discs"], scored))
                yield ReadPhoto(kind=truth["kind"], given=given, photo=photo, scored=scored, discs=discs)


def _matched(truths: list[dict[str, Any]], scored: ScoredPhoto) -> Iterator[ReadDisc]:
    for true in truths:
        gap_mm, line = true.get("gap_mm"), true.get("line")
        if gap_mm is None:
            continue
        near = [
            disc for disc in scored.discs if disc.call and math.dist(disc.seen.px, true["px"]) < NEAR * true["r_px"]
        ]
        if not near:
            continue
        disc = min(near, key=lambda one: math.dist(one.seen.px, true["px"]))
        gap = next(gap for gap in disc.seen.gaps if gap.line == line)
        yield ReadDisc(true_gap_mm=float(gap_mm), gap_mm=gap.gap_mm, sigma_mm=gap.sigma_mm, disc=disc)
