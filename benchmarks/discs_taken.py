"""Real photos with most of their discs taken away: `python -m benchmarks.discs_taken [COUNT] [--keep FOLDER]`.

A round may end with one disc on the board, of which nothing else tells how wide discs are, what colours play, or how
the light falls. Every real photo with a known truth gives COUNT others on which at most three discs are left, and those
at the hole. Where one lay the board is filled in as it is a quarter, half or three quarters of a turn farther round,
where its lines are the same. Printed is what `turned_cameras` prints; none may be wrong without a question.
"""

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from api.photo import read_photo
from benchmarks.turned_cameras import main

# How many discs are left on the board; those in the ditch stay in half of the photos.
MOST_LEFT, DITCH_STAYS = 3, 0.5
# A disc and its shadow reach so many times as far as its outline; the board just beyond tells which turn fits.
REACH, BESIDE = 2.2, 2.6
# What stays of a disc beside, with its soft edge, in radii.
WHOLE = 1.1
# The hole, with what is printed at it, in radii of discs.
HOLE_REACH = 1.3
# What is left of a shadow is drawn over from so far around, px, where nothing on the board fits.
INPAINT_PX = 5
QUARTERS = (1, 2, 3)
QUALITY = 92
Picture = NDArray[np.uint8]


def take_discs(path: Path, truth: dict[str, Any], number: int, folder: Path) -> tuple[Path, dict[str, Any]]:
    """One photo with few discs, as a file in `folder`, and its truth."""
    rng = np.random.default_rng([number, sum(path.name.encode())])
    left = _left(truth, rng)
    name = f"{path.stem}_{number}.jpg"
    bgr = without_discs(read_photo(path).bgr, truth, left)
    cv2.imwrite(str(folder / name), bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return folder / name, truth | {"image": name, "discs": left}


def _left(truth: dict[str, Any], rng: np.random.Generator) -> list[dict[str, Any]]:
    """Those that stay: a few on the surface, perhaps those in the ditch, and all so near the hole that no other place
    looks like theirs.
    """
    outer = truth["lines"]["outer"]
    discs, middle_px = truth["discs"], (outer["cx"], outer["cy"])
    away = [i for i, d in enumerate(discs) if math.dist(d["px"], middle_px) > (REACH + HOLE_REACH) * d["r_px"]]
    on_surface = rng.permutation([i for i in away if discs[i]["place"] == "surface"])
    taken = on_surface[int(rng.integers(1, MOST_LEFT + 1)) :].tolist()
    if rng.random() > DITCH_STAYS:
        taken += [i for i in away if discs[i]["place"] == "ditch"]
    return [disc for i, disc in enumerate(discs) if i not in taken]


def without_discs(bgr: Picture, truth: dict[str, Any], left: list[dict[str, Any]]) -> Picture:
    """(H, W, 3) with bare board where all other discs lay."""
    turned = [_turned(bgr, truth["lines"]["outer"], quarters) for quarters in QUARTERS]
    covered = [_turned(_covered(bgr, truth["discs"]), truth["lines"]["outer"], quarters) for quarters in QUARTERS]
    bare = bgr.copy()
    for disc in truth["discs"]:
        if disc not in left:
            bare = _filled_in(bare, disc, left, turned, covered)
    return bare


def _turned(picture: Picture, outer: dict[str, float], quarters: int) -> Picture:
    """The picture with the board turned about its middle, whose outer line is drawn as an ellipse."""
    turn = np.radians(outer["angle_deg"])
    axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * (outer["a"], outer["b"])
    quarter = np.linalg.matrix_power(np.array([[0.0, -1.0], [1.0, 0.0]]), quarters)
    linear = axes @ quarter @ np.linalg.inv(axes)
    middle = np.array([outer["cx"], outer["cy"]])
    size_px = (picture.shape[1], picture.shape[0])
    affine = np.column_stack([linear, middle - linear @ middle])
    return np.asarray(cv2.warpAffine(picture, affine, size_px, flags=cv2.INTER_CUBIC, borderValue=(255,) * 3), np.uint8)


def _covered(bgr: Picture, discs: list[dict[str, Any]]) -> Picture:
    """(H, W) 255 where discs and their shadows are."""
    covered = np.zeros(bgr.shape[:2], np.uint8)
    for disc in discs:
        covered |= _circle(covered, disc, REACH)
    return covered


def _circle(like: Picture, disc: dict[str, Any], reach: float) -> Picture:
    """(H, W) 255 about a disc, as far as so many times its radius."""
    drawn = np.zeros(like.shape[:2], np.uint8)
    x, y = (round(at) for at in disc["px"])
    return np.asarray(cv2.circle(drawn, (x, y), round(reach * disc["r_px"]), 255, -1), np.uint8)


def _filled_in(
    bgr: Picture, disc: dict[str, Any], left: list[dict[str, Any]], turned: list[Picture], covered: list[Picture]
) -> Picture:
    """The picture without a disc. turned : with the board turned, covered : (H, W) 255 where discs lie on those."""
    place = _circle(bgr, disc, REACH)
    for other in left:
        place &= ~_circle(bgr, other, WHOLE)
    beside = (_circle(bgr, disc, BESIDE) > 0) & (place == 0)
    free = [i for i, discs in enumerate(covered) if not discs[place > 0].any()]
    rows, columns = np.nonzero(place)
    inside = min(rows.min(), columns.min()) > 1 and rows.max() < len(bgr) - 2 and columns.max() < bgr.shape[1] - 2
    if not free or not inside:
        return np.asarray(cv2.inpaint(bgr, place, INPAINT_PX, cv2.INPAINT_TELEA), np.uint8)
    best = min(free, key=lambda i: float(np.abs(turned[i][beside].astype(float) - bgr[beside]).mean()))
    middle = (int(columns.min() + columns.max()) // 2, int(rows.min() + rows.max()) // 2)
    return np.asarray(cv2.seamlessClone(turned[best], bgr, place, middle, cv2.NORMAL_CLONE), np.uint8)


if __name__ == "__main__":
    main(take_discs)
