"""Where overlays are written, and writing them."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from api.errors import BadOverlayPath

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")


def overlay_targets(photos: list[Path], out: Path | None, *, of_one_round: bool = False) -> list[Path | None]:
    """One file for each photo, in their order: `out` itself for one photo, else in the folder `out`, which is made.

    of_one_round : whether only one of the photos gets a picture, so that `out` may be a file for any number. Raises
    BadOverlayPath, before anything is scored, where the folder cannot be made, the kind of picture is unknown, or a
    photo would be overwritten.
    """
    if out is None:
        return [None] * len(photos)
    if (of_one_round or len(photos) == 1) and out.suffix and not out.is_dir():
        if out.suffix.lower() not in PICTURE_SUFFIXES:
            raise BadOverlayPath(f"{out} names no kind of picture: it should end in {', '.join(PICTURE_SUFFIXES)}.")
        if not out.parent.is_dir():
            raise BadOverlayPath(f"There is no folder {out.parent}.")
        targets = [out] * len(photos)
    else:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadOverlayPath(f"{out} cannot be made a folder: {error.strerror}.") from error
        targets = [out / f"{stem}.jpg" for stem in distinct_stems(photos)]
    check_photos_stay(photos, targets)
    return list(targets)


def write_overlay(target: Path, bgr: NDArray[np.uint8]) -> None:
    """Write a picture in the form that the target's ending names. Raises BadOverlayPath where that fails."""
    encoded, data = cv2.imencode(target.suffix.lower(), bgr)
    if not encoded:
        raise BadOverlayPath(f"{target} cannot be written as a picture.")
    try:
        target.write_bytes(data.tobytes())
    except OSError as error:
        raise BadOverlayPath(f"{target} cannot be written: {error.strerror}.") from error


def distinct_stems(photos: list[Path]) -> list[str]:
    """The photos' names without endings; those of one name from two folders get a number behind it."""
    stems: list[str] = []
    taken: set[str] = set()
    for path in photos:
        stem, number = path.stem, 2
        while stem.lower() in taken:  # some file systems do not tell a.jpg from A.jpg
            stem, number = f"{path.stem}-{number}", number + 1
        taken.add(stem.lower())
        stems.append(stem)
    return stems


def check_photos_stay(photos: list[Path], targets: list[Path]) -> None:
    """Raise BadOverlayPath where what is written would take the place of a photo."""
    originals = {_identity(path) for path in photos} - {None}
    for target in targets:
        if _identity(target) in originals:
            raise BadOverlayPath(f"{target} is one of the photos, which would be overwritten.")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino
