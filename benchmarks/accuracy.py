"""How often the totals are right: `python -m benchmarks.accuracy [FOLDER…] [--sets]`.

A folder holds photos, truth.jsonl and, for --sets, sets/NAME.json. Without a folder: the sample pictures, and the
shared photos where they lie beside the repository.
"""

import json
import math
import statistics
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from api.errors import UnreadablePhoto
from api.photo import read_photo
from api.score_photo import score_photo, unreadable_photo
from api.set_file import read_set
from benchmarks.judge import Verdict, judge

ROOT = Path(__file__).resolve().parents[1]
# Of the tables, also where nothing tells how wide the terminal is.
WIDTH = 120
FOLDERS = (ROOT / "sample_images", ROOT.parent / "shared/data/real", ROOT.parent / "shared/data/rendered")


def judge_folder(folder: Path, *, sets: bool) -> dict[str, list[Verdict]]:
    """Verdicts of a folder's photos by kind."""
    verdicts: dict[str, list[Verdict]] = {}
    truths = [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]
    for truth in track(truths, description=folder.name, console=Console(stderr=True)):
        path = folder / truth["image"]
        measured = read_set(folder / "sets" / f"{path.stem}.json") if sets else None
        try:
            scored = score_photo(read_photo(path), measured=measured)
        except UnreadablePhoto as error:
            scored = unreadable_photo(error, "nca")
        verdicts.setdefault(truth["kind"], []).append(judge(truth, scored))
    return verdicts


def row(kind: str, verdicts: list[Verdict]) -> list[str]:
    """One line of the table."""
    gaps = [gap for verdict in verdicts for gap in verdict.gaps]
    errors = [found - true for true, found, _ in gaps]
    within = [abs(found - true) <= sigma for true, found, sigma in gaps]
    return [
        kind,
        str(len(verdicts)),
        str(sum(v.exact for v in verdicts)),
        str(sum(v.silent_wrong for v in verdicts)),
        str(sum(v.status == "needs_review" for v in verdicts)),
        str(sum(v.needless for v in verdicts)),
        str(sum(v.status in ("no_board", "unreadable") for v in verdicts)),
        f"{sum(v.missed for v in verdicts)} + {sum(v.ghosts for v in verdicts)}",
        f"{math.sqrt(statistics.fmean(e * e for e in errors)):.2f}" if errors else "",
        f"{statistics.median(map(abs, errors)):.2f}" if errors else "",
        f"{statistics.fmean(within):.2f}" if within else "",
    ]


def main() -> None:
    """Print a table per folder."""
    sets = "--sets" in sys.argv
    named = [Path(argument) for argument in sys.argv[1:] if not argument.startswith("--")]
    for folder in named or [folder for folder in FOLDERS if folder.exists()]:
        if sets and not (folder / "sets").exists():
            continue
        table = Table(
            "kind", "photos", "exact", "silent wrong", "review", "needless", "refused", "missed + ghosts", "gap RMS mm",
            "median", "in 1 sigma",
            title=f"{folder.name}{', sets given' if sets else ''}",
        )  # fmt: skip
        verdicts = judge_folder(folder, sets=sets)
        for kind, of_kind in sorted(verdicts.items()):
            table.add_row(*row(kind, of_kind))
        table.add_row(*row("all", [v for of_kind in verdicts.values() for v in of_kind]))
        Console(width=WIDTH).print(table)


if __name__ == "__main__":
    main()
