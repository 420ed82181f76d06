"""Time and memory of one 12 megapixel photo: `python -m benchmarks.speed [PHOTO]`.

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


def main() -> None:
    """Print medians of several runs, each stage over the decoding of the JPEG."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "sample_images" / "phone_04.jpg"
    bgr = large_photo(path)
    jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
    photo = Photo(name=path.name, bgr=cv2.imdecode(jpeg, cv2.IMREAD_COLOR))
    view = locate_board(photo.bgr)
    stages: dict[str, Callable[[], object]] = {
        "decode": lambda: cv2.imdecode(np.asarray(jpeg), cv2.IMREAD_COLOR),
        "locate the board": lambda: locate_board(photo.bgr),
        "read the discs": lambda: read_board(photo.bgr, view),
        "score (all of it)": lambda: score_photo(photo),
    }
    times = {name: [] for name in stages}
    for _ in range(RUNS):
        for name, task in stages.items():
            times[name].append(seconds(task))
    decode = statistics.median(times["decode"])
    for name, values in times.items():
        median = statistics.median(values)
        print(f"{name:20} {1000 * median:7.0f} ms {median / decode:6.1f} x decode")
    print(f"peak memory          {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:7.0f} MB")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "api", "--help"], check=True, capture_output=True, cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"crokinole --help     {after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime:7.2f} s of CPU")


if __name__ == "__main__":
    main()
