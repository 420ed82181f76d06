"""Time and memory of 12 megapixel photos: `python -m benchmarks.speed [PHOTO…]`.

Times are given over the time that decoding the photo's JPEG takes in the same run: machines are noisy.
"""

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from api.one_thread import in_one_thread
from api.photo import Photo
from api.score_photo import score_photo
from calibration.locate_board import locate_board
from vision.read_board import read_board

ROOT = Path(__file__).resolve().parents[1]
RUNS = 7
PIXELS = 12_000_000


def seconds(task: Callable[[], object]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def large_photo(path: Path) -> NDArray[np.uint8]:
    """A picture (H, W, 3) as a camera of 12 megapixels would have taken it."""
    picture = cv2.imread(str(path))
    scale = (PIXELS / (picture.shape[0] * picture.shape[1])) ** 0.5
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)


@in_one_thread
def stages_over_decoding(path: Path) -> dict[str, float]:
    """Median times of a photo's stages, over that of decoding its JPEG, which stands first, in milliseconds."""
    bgr = large_photo(path)
    jpeg = np.asarray(cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])[1])
    photo = Photo(name=path.name, bgr=cv2.imdecode(jpeg, cv2.IMREAD_COLOR))
    view = locate_board(photo.bgr)
    stages: dict[str, Callable[[], object]] = {
        "decode, ms": lambda: cv2.imdecode(jpeg, cv2.IMREAD_COLOR),
        "locate": lambda: locate_board(photo.bgr),
        "read": lambda: read_board(photo.bgr, view),
        "score": lambda: score_photo(photo),
    }
    times = {name: [] for name in stages}
    for _ in range(RUNS):
        for name, task in stages.items():
            times[name].append(seconds(task))
    decode_s, *others_s = (statistics.median(values) for values in times.values())
    return dict(zip(stages, [1000 * decode_s, *(other_s / decode_s for other_s in others_s)], strict=True))


def main() -> None:
    """Print medians of several runs: of locating the board, reading the discs and all of it, over decoding."""
    paths = [Path(name) for name in sys.argv[1:]] or [ROOT / "sample_images" / "phone_04.jpg"]
    rows = []
    for path in paths:
        rows.append(stages_over_decoding(path))
        print(f"{path.stem:20}", *(f"{name} {value:5.1f}" for name, value in rows[-1].items()), flush=True)
    print(f"median of all scores {statistics.median(row['score'] for row in rows):5.1f} x decode")
    print(f"peak memory          {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:7.0f} MB")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "api", "--help"], check=True, capture_output=True, cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"crokinole --help     {after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime:7.2f} s of CPU")


if __name__ == "__main__":
    main()
