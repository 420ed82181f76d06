"""How the program fares on boards that nobody made: `python -m benchmarks.wild_boards [COUNT] [KIND] [OPTIONS]`.

What is counted is what must not happen, a wrong total without a question, what costs the player work, and how many of
the gaps lie within one, two and three of their sigmas. With --odd the boards are painted, the discs of two colours, the
light tinted, the photos soft; with --cropped the photos were cropped about the board; with --few one to five discs lie
on it; with --close discs touch pegs and one another, and lie over the edge of the hole; with --sized boards and discs
are not of the tournament's sizes; with --wide the camera has a wide lens; with --straightened the picture was made to
look as from straight above; with --stacked one disc leans on another. With --from NUMBER the first board is that one,
for a look at boards that had no say in anything; with --keep FOLDER the pictures and their truths stay there, to look
at those that failed.
"""

import json
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.progress import track

from api.photo import read_photo
from api.score_photo import score_photo
from benchmarks.close_scene import close_scene
from benchmarks.cropped_scene import cropped_scene
from benchmarks.few_scene import few_scene
from benchmarks.judge import Verdict, judge
from benchmarks.odd_scene import odd_scene
from benchmarks.sized_scene import sized_scene
from benchmarks.stacked_scene import stacked_scene
from benchmarks.straightened_scene import straightened_scene
from benchmarks.wide_scene import wide_scene
from benchmarks.wild_scene import wild_scene
from sample_images.render.photo import render
from sample_images.render.scene import Scene
from sample_images.render.truth import truth

KINDS = {
    "--odd": odd_scene,
    "--cropped": cropped_scene,
    "--few": few_scene,
    "--close": close_scene,
    "--sized": sized_scene,
    "--stacked": stacked_scene,
    "--wide": wide_scene,
    "--straightened": straightened_scene,
}


def read_wild(scene: Scene, seed: int, folder: Path) -> tuple[Verdict, dict[str, object]]:
    """Draw, photograph and score the board of a scene."""
    path = folder / f"{scene.name}.jpg"
    if not path.exists():
        quality = scene.camera.sensor.jpeg_quality or 90
        cv2.imwrite(str(path), render(scene, seed=seed), [cv2.IMWRITE_JPEG_QUALITY, quality])
    true = truth(scene)
    return judge(true, score_photo(read_photo(path))), true


def main() -> None:
    """Print the counts and the names of pictures that were not read exactly."""
    keep = sys.argv[sys.argv.index("--keep") + 1] if "--keep" in sys.argv else None
    first = int(sys.argv[sys.argv.index("--from") + 1]) if "--from" in sys.argv else 0
    scene_of = next((drawn for kind, drawn in KINDS.items() if kind in sys.argv), wild_scene)
    count = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 40
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        seeds = track(range(first, first + count), "wild boards", console=Console(stderr=True))
        found = [read_wild(scene_of(seed), seed, folder) for seed in seeds]
        (folder / "truth.jsonl").write_text("".join(json.dumps(true) + "\n" for _, true in found))
    verdicts = [verdict for verdict, _ in found]
    for verdict, true in found:
        if not verdict.exact:
            print(f"{true['image']}: {verdict.status}")
    statuses = {status: sum(v.status == status for v in verdicts) for status in ("scored", "needs_review", "no_board")}
    print(f"exact {sum(v.exact for v in verdicts)} of {count}, silently wrong {sum(v.silent_wrong for v in verdicts)}")
    print(", ".join(f"{status} {number}" for status, number in statuses.items()))
    # Many of both together: the picture is not of the board that it is held against.
    print(f"{sum(v.missed for v in verdicts)} discs missed, {sum(v.ghosts for v in verdicts)} things taken for discs")
    over_sigma = np.array([abs(found - true) / sigma for v in verdicts for true, found, sigma in v.gaps])
    within = ", ".join(f"{100 * float(np.mean(over_sigma <= times)):.0f} %" for times in (1, 2, 3))
    print(f"{len(over_sigma)} gaps, within one, two and three sigma: {within}")


if __name__ == "__main__":
    main()
