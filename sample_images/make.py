"""Make the sample pictures: `python -m sample_images.make`. Each is given by its name, kind and seed alone."""

import json
import sys
from pathlib import Path

import cv2
from PIL import Image

from sample_images.arrange import arrange
from sample_images.render.photo import render
from sample_images.render.scene import Scene
from sample_images.render.truth import measured_set, truth

FOLDER = Path(__file__).parent
SAMPLES = [(f"phone_{i + 1:02d}", "phone", 11 + i) for i in range(8)] + [
    (f"overhead_{i + 1:02d}", "overhead", 31 + i) for i in range(4)
]
FOCAL_35MM, MODEL = 0xA405, 0x0110


def make(name: str, kind: str, seed: int, folder: Path) -> None:
    """Write NAME.jpg, NAME.json (its truth) and sets/NAME.json (its measured set)."""
    scene = arrange(name, kind, seed)
    _save(scene, render(scene, seed=seed), folder / f"{name}.jpg")
    (folder / f"{name}.json").write_text(json.dumps(truth(scene), indent=1) + "\n")
    (folder / "sets").mkdir(exist_ok=True)
    (folder / "sets" / f"{name}.json").write_text(json.dumps(measured_set(scene), indent=1) + "\n")


def _save(scene: Scene, bgr: "cv2.typing.MatLike", path: Path) -> None:
    """As JPEG; a phone also notes its 35 mm-equivalent focal length."""
    image = Image.fromarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB))
    exif = Image.Exif()
    if scene.kind == "phone":
        camera = scene.camera
        diagonal_px = float((camera.width_px**2 + camera.height_px**2) ** 0.5)
        exif[MODEL] = "Rendered phone"
        exif.get_ifd(0x8769)[FOCAL_35MM] = round(43.267 * camera.focal_px / diagonal_px)
    image.save(path, quality=scene.camera.sensor.jpeg_quality or 95, exif=exif)


def main() -> None:
    """Make all samples, or those named on the command line, and the list of their truths."""
    wanted = set(sys.argv[1:])
    for name, kind, seed in SAMPLES:
        if not wanted or name in wanted:
            print(f"rendering {name}", file=sys.stderr, flush=True)
            make(name, kind, seed, FOLDER)
    truths = [json.loads((FOLDER / f"{name}.json").read_text()) for name, _, _ in SAMPLES]
    (FOLDER / "truth.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in truths))


if __name__ == "__main__":
    main()
