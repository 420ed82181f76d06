"""Real photos as turned cameras would have taken them: `python -m benchmarks.turned_cameras [COUNT] [--keep FOLDER]`.

A camera that is turned about its lens gets the same light from the same places, so that its photo follows from the one
that was taken by a homography, whatever lies there. The focal length is drawn by lot: where it is not the true one, the
photo is as of a camera whose axis does not meet the middle of its picture, as where a photo was cut. Every real photo
with a known truth thus gives COUNT others: rolled any way, the board off centre, tilted and smaller, in other light,
softer, noisier, compressed again. Printed is, for each kind of photo, how many are right, asked about or refused; none
may be wrong without a question. With --keep the pictures and their truths stay in a folder, to look at those that
failed.
"""

import json
import math
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from api.errors import UnreadablePhoto
from api.photo import read_photo
from api.score_photo import score_photo, unreadable_photo
from api.scored import ScoredPhoto
from benchmarks.judge import Verdict, judge

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT.parent / "shared/data/real"
COUNT = 4
# Phones' main cameras: focal length over the longer side of the picture.
FOCAL = (0.7, 1.3)
# Either way, as a roughly aimed phone may point; and the smallest scale beside the photo's own.
TURN_DEG = 14.0
SMALLEST = 0.6
# No turned photo is larger, for that takes long.
LONGEST_PX = 2400
# What lies beyond the edge of the photo is not known: a dark grey, as a table might be.
BEYOND = (60, 70, 80)
# Stored levels are about this power of the light.
GAMMA = 2.2
# Guesses at how rooms and phones differ. Light: stops; white balance, share of a channel, one sigma; fall across the
# picture. A slightly missed focus, px, in this share of the photos; most noise, share of white; quality of the JPEG.
STOPS, TINT, FALL = (-1.0, 0.6), 0.12, 0.4
BLURRED, BLUR_PX = 0.3, (0.5, 1.2)
NOISE, QUALITY = 0.012, (45, 96)
# Makes one photo of a real one, its truth and a number, as a file in a folder, and its truth.
Take = Callable[[Path, dict[str, Any], int, Path], tuple[Path, dict[str, Any]]]
OUTCOMES = ("exact", "exact, asked", "wrong, asked", "refused", "silent wrong")


def turn(size_px: tuple[int, int], rng: np.random.Generator) -> tuple[NDArray[np.float64], tuple[int, int]]:
    """Homography (3, 3) from a photo of (width, height) to a turned camera's, and that one's size; all of it shows."""
    focal_px = max(size_px) * rng.uniform(*FOCAL)
    up, aside = np.radians(rng.uniform(-TURN_DEG, TURN_DEG, 2))
    rolled, _ = cv2.Rodrigues(np.array([0.0, 0.0, rng.uniform(-math.pi, math.pi)]))
    aimed, _ = cv2.Rodrigues(np.array([up, aside, 0.0]))
    homography, whole_px = view_of(size_px, focal_px, rolled @ aimed)
    scale = rng.uniform(SMALLEST, 1.0) * min(1.0, LONGEST_PX / max(whole_px))
    across_px, down_px = (math.ceil(scale * side) for side in whole_px)
    return np.diag([scale, scale, 1.0]) @ homography, (across_px, down_px)


def view_of(
    size_px: tuple[int, int], focal_px: float, rotation: NDArray[np.float64]
) -> tuple[NDArray[np.float64], tuple[int, int]]:
    """Homography (3, 3) from a photo of (width, height) to the same camera's turned by a rotation (3, 3), on a sensor
    large enough, and that one's size.
    """
    width, height = size_px
    camera = np.array([[focal_px, 0, width / 2], [0, focal_px, height / 2], [0, 0, 1.0]])
    homography = camera @ rotation @ np.linalg.inv(camera)
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    seen = cv2.perspectiveTransform(corners, homography)[0]
    x_px, y_px = -seen.min(axis=0)
    across_px, down_px = np.ceil(np.ptp(seen, axis=0)).astype(int)
    return np.array([[1, 0, x_px], [0, 1, y_px], [0, 0, 1.0]]) @ homography, (int(across_px), int(down_px))


def moved(truth: dict[str, Any], homography: NDArray[np.float64]) -> dict[str, Any]:
    """The truth of the turned photo: discs where it shows them, their radii as areas grow or shrink there."""
    discs = []
    for disc in truth.get("discs", []):
        x, y, w = homography @ np.array([*disc["px"], 1.0])
        growth = math.sqrt(abs(np.linalg.det(homography) / w**3))
        discs.append(disc | {"px": [x / w, y / w], "r_px": disc["r_px"] * growth})
    return truth | {"discs": discs}


def developed(bgr: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The photo in other light, softer and noisier."""
    height, width = bgr.shape[:2]
    gains = 2.0 ** rng.uniform(*STOPS) * np.exp(rng.normal(0, TINT, 3))
    light = (bgr / np.float32(255.0)) ** GAMMA * gains.astype(np.float32)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    towards = rng.uniform(0, 2 * math.pi)
    falls = rng.uniform(0, FALL) * ((x / width - 0.5) * math.cos(towards) + (y / height - 0.5) * math.sin(towards))
    light *= 1 + falls[..., None].astype(np.float32)
    if rng.random() < BLURRED:
        light = cv2.GaussianBlur(light, (0, 0), rng.uniform(*BLUR_PX))
    noise = rng.uniform(0, NOISE) * rng.standard_normal(light.shape, np.float32)
    light += noise * np.sqrt(np.clip(light, 0.01, 1))
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / GAMMA), np.uint8)


def photograph(path: Path, truth: dict[str, Any], number: int, folder: Path) -> tuple[Path, dict[str, Any]]:
    """One turned photo as a file in `folder`, and its truth."""
    rng = np.random.default_rng([number, sum(path.name.encode())])
    bgr = read_photo(path).bgr
    homography, size_px = turn((bgr.shape[1], bgr.shape[0]), rng)
    seen = cv2.warpPerspective(bgr, homography, size_px, flags=cv2.INTER_AREA, borderValue=BEYOND)
    name = f"{path.stem}_{number}.jpg"
    quality = int(rng.integers(*QUALITY))
    cv2.imwrite(str(folder / name), developed(np.asarray(seen, np.uint8), rng), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return folder / name, moved(truth, homography) | {"image": name, "size": list(size_px)}


def sent(bgr: NDArray[np.uint8], longest_px: float) -> tuple[NDArray[np.uint8], float]:
    """A photo no larger than that, as messengers make it, and how many times as large it then is."""
    scale = min(1.0, longest_px / max(bgr.shape[:2]))
    return np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8), scale


def outcome_of(verdict: Verdict) -> str:
    """One of OUTCOMES, for a photo with a board."""
    if verdict.silent_wrong:
        return "silent wrong"
    if verdict.status in ("no_board", "unreadable"):
        return "refused"
    asked = ", asked" if verdict.status == "needs_review" else ""
    return f"{'exact' if verdict.exact else 'wrong'}{asked}"


def _scored(path: Path) -> ScoredPhoto:
    try:
        return score_photo(read_photo(path))
    except UnreadablePhoto as error:
        return unreadable_photo(error, "nca")


def main(take: Take = photograph) -> None:
    """Make the photos, score them, and print a table by kind and what is not exact."""
    arguments = sys.argv[1:]
    keep = arguments.index("--keep") if "--keep" in arguments else len(arguments)
    count = int(arguments[0]) if keep else COUNT
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(arguments[keep + 1] if keep < len(arguments) else scratch)
        folder.mkdir(parents=True, exist_ok=True)
        score_taken(folder, count, take)


def score_taken(folder: Path, count: int, take: Take) -> None:
    """Make `count` photos of each real one in a folder, score them, and print the outcomes."""
    console = Console()
    truths = [json.loads(line) for line in (FOLDER / "truth.jsonl").read_text().splitlines()]
    jobs = [(truth, number) for truth in truths if truth.get("scoreable", True) for number in range(count)]
    outcomes: dict[str, Counter[str]] = {}
    with (folder / "truth.jsonl").open("w") as kept:
        for truth, number in track(jobs, description="photos", console=Console(stderr=True)):
            path, taken = take(FOLDER / truth["image"], truth, number, folder)
            kept.write(json.dumps(taken) + "\n")
            outcome = outcome_of(judge(taken, _scored(path)))
            outcomes.setdefault(truth["kind"], Counter())[outcome] += 1
            if not outcome.startswith("exact"):
                console.print(f"{path.name}: {outcome}")
    table = Table("kind", "photos", *OUTCOMES)
    total = sum(outcomes.values(), Counter())
    for kind, counted in [*sorted(outcomes.items()), ("all", total)]:
        table.add_row(kind, str(counted.total()), *(str(counted[outcome]) for outcome in OUTCOMES))
    console.print(table)


if __name__ == "__main__":
    main()
