"""Several photos of one round against one: `python -m benchmarks.same_round`.

Scenes of the project's own renderer, each seen from three sides; about ten minutes of CPU.
"""

import math

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from api.photo import Photo
from api.same_round import score_same_round
from api.score_photo import score_photo
from api.scored import ScoredPhoto
from benchmarks.scenes import Conditions, misses, photo_of, scene_of, set_of
from calibration.board import MeasuredSet
from sample_images.render.scene import Scene

SEEDS = range(1, 17)
SIDES = (
    Conditions(tilt_deg=20.0, heading_deg=-90.0),
    Conditions(tilt_deg=35.0, heading_deg=60.0),
    Conditions(tilt_deg=8.0, heading_deg=-150.0),
)


def errors_of(scene: Scene, scored: ScoredPhoto) -> dict[int, tuple[float, float]]:
    """Error and stated sigma of the gap that decides, by the number of the true disc; scene : of the photo's pixels."""
    return {miss.number: (miss.gap_error_mm, miss.gap_sigma_mm) for miss in misses(scene, scored)}


def measure(scenes: list[Scene], measured: MeasuredSet | None, photos: list[Photo]) -> list[list[tuple[float, float]]]:
    """For one, two and three photos of as many scenes the errors of the discs that all of them read."""
    by_count = [errors_of(scenes[0], score_photo(photos[0], measured=measured))]
    for count in (2, 3):
        result = score_same_round(photos[:count], measured=measured)
        by_count.append(errors_of(scenes[photos.index(result.photo)], result.scored))
    common = set(by_count[0]) & set(by_count[1]) & set(by_count[2])
    return [[found[number] for number in sorted(common)] for found in by_count]


def main() -> None:
    """Print RMS and promise by number of photos, with the set given and not."""
    found: dict[bool, list[list[tuple[float, float]]]] = {True: [[], [], []], False: [[], [], []]}
    for seed in track(SEEDS, description="Scenes", console=Console(stderr=True)):
        scenes = [scene_of(seed, side) for side in SIDES]
        photos = [photo_of(scene, seed=seed) for scene in scenes]
        for given, by_count in found.items():
            measured = set_of(scenes[0]) if given else None
            for into, errors in zip(by_count, measure(scenes, measured, photos), strict=True):
                into += errors
    table = Table("", "photos", "discs", "RMS mm", "over one", "sigma mm", "in 1 sigma", "in 2 sigma")
    for given, by_count in found.items():
        alone = math.sqrt(np.mean([error**2 for error, _ in by_count[0]]))
        for count, errors in enumerate(by_count, start=1):
            error, sigma = np.array(errors).T
            rms = math.sqrt(np.mean(error**2))
            table.add_row(
                "set" if given else "no set",
                str(count),
                str(len(errors)),
                f"{rms:.3f}",
                f"{rms / alone:.2f}",
                f"{sigma.mean():.3f}",
                f"{np.mean(np.abs(error) < sigma):.2f}",
                f"{np.mean(np.abs(error) < 2 * sigma):.2f}",
            )
    Console().print(table)


if __name__ == "__main__":
    main()
