"""Make the gallery: `python -m sample_images.gallery` draws what the program reads in each sample picture."""

import json
from pathlib import Path

import cv2
import numpy as np

from api.photo import read_photo
from api.score_photo import draw_overlay, score_photo
from api.scored import ScoredPhoto
from sample_images.make import FOLDER, SAMPLES

DOCS = FOLDER.parent / "docs"
OVERLAY_SIDE_PX, QUALITY = 900, 80
CELL_PX, COLUMNS, GAP_PX = (400, 330), 4, 8


def shrink(bgr: "cv2.typing.MatLike", box_px: tuple[int, int]) -> "cv2.typing.MatLike":
    """The picture made to fit a box (width, height), never enlarged."""
    scale = min(1.0, box_px[0] / bgr.shape[1], box_px[1] / bgr.shape[0])
    return cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def contact_sheet(pictures: "list[cv2.typing.MatLike]") -> "cv2.typing.MatLike":
    """All pictures in rows, each in the middle of its cell."""
    width, height = CELL_PX
    rows = -(-len(pictures) // COLUMNS)
    sheet = np.full((rows * (height + GAP_PX) + GAP_PX, COLUMNS * (width + GAP_PX) + GAP_PX, 3), 32, np.uint8)
    for i, picture in enumerate(pictures):
        small = shrink(picture, CELL_PX)
        high, wide = small.shape[:2]
        y = GAP_PX + i // COLUMNS * (height + GAP_PX) + (height - high) // 2
        x = GAP_PX + i % COLUMNS * (width + GAP_PX) + (width - wide) // 2
        sheet[y : y + high, x : x + wide] = small
    return sheet


def entry(name: str, scored: ScoredPhoto) -> str:
    """The gallery's paragraph of one picture: read totals beside the true ones, and what the player is asked."""
    truth = json.loads((FOLDER / f"{name}.json").read_text())
    read = ", ".join(f"{team.team.name} {team.total}" for team in scored.teams)
    true = ", ".join(f"{team} {total}" for team, total in truth["totals"].items())
    asked = "".join(f"\n* {reason.message}" for reason in scored.reasons)
    return (
        f"## {name}\n\nSeen at {truth['tilt_deg']:.0f}°. Read: **{read}**. True: {true}.\n{asked}\n\n"
        f"![{name}](../sample_images/overlays/{name}.jpg)\n"
    ).replace("\n\n\n", "\n\n")


def main() -> None:
    """Write sample_images/overlays/*.jpg, docs/gallery.jpg and docs/gallery.md."""
    overlays: Path = FOLDER / "overlays"
    overlays.mkdir(exist_ok=True)
    pictures, entries = [], []
    for name, _, _ in SAMPLES:
        photo = read_photo(FOLDER / f"{name}.jpg")
        scored = score_photo(photo)
        picture = shrink(draw_overlay(photo, scored), (OVERLAY_SIDE_PX, OVERLAY_SIDE_PX))
        cv2.imwrite(str(overlays / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        pictures.append(picture)
        entries.append(entry(name, scored))
    cv2.imwrite(str(DOCS / "gallery.jpg"), contact_sheet(pictures), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    head = (
        "# Gallery\n\nThe twelve samples as the program reads them, no set given: rings and pegs as found in blue, "
        "the value\non every disc, yellow where it asks. `python -m sample_images.gallery` makes this page again.\n\n"
        "![All sample pictures](gallery.jpg)\n\n"
    )
    (DOCS / "gallery.md").write_text(head + "\n".join(entries))


if __name__ == "__main__":
    main()
