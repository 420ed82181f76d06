"""From a photo sent to its result received, over loopback: `python -m benchmarks.service [PHOTO]`.

A server of its own, once on SQLite, and the bare pipeline (file to document, in this process) take turns on the same
12 megapixel photo. Everything the service adds is in the ratio: upload, queue, worker, private data taken out, store.
"""

import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import cv2

from api.document import to_document
from api.photo import decode_photo
from api.score_photo import score_photo
from benchmarks.speed import ROOT, RUNS, large_photo, seconds


def main() -> None:
    """Print both medians and their ratio."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "sample_images" / "phone_04.jpg"
    bare, served = medians(path)
    print(f"bare pipeline        {1000 * bare:7.0f} ms")
    print(f"photo to result      {1000 * served:7.0f} ms {served / bare:6.2f} x bare")


def medians(path: Path) -> tuple[float, float]:
    """Seconds of the bare pipeline and of the service for a photo, made 12 megapixels large."""
    bgr = large_photo(path)
    photo = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = subprocess.Popen(
            [sys.executable, "-m", "api", "serve", "--port", str(port), "--data", folder],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
        )
        try:
            bare_s, served_s = take_turns(photo, f"http://127.0.0.1:{port}")
        finally:
            server.terminate()
            server.wait()
    return statistics.median(bare_s), statistics.median(served_s)


def take_turns(photo: bytes, url: str) -> tuple[list[float], list[float]]:
    """Seconds of the bare pipeline and of the service; the first round of each only warms up."""
    wait_until_up(url)
    bare_s, served_s = [], []
    for _ in range(RUNS + 2):
        bare_s.append(seconds(lambda: to_document(score_photo(decode_photo(photo, "round.jpg")))))
        served_s.append(seconds(lambda: send(photo, f"{url}/api/v1/photos")))
    return bare_s[2:], served_s[2:]


def send(photo: bytes, url: str) -> bytes:
    """The service's answer to a photo."""
    request = urllib.request.Request(url, photo, {"Content-Type": "image/jpeg"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return bytes(answer.read())


def wait_until_up(url: str) -> None:
    """Return when the server answers; its two workers load their libraries with the first photos."""
    for _ in range(200):
        try:
            urllib.request.urlopen(f"{url}/health", timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not start")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    main()
