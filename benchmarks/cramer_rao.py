"""Errors beside what is possible at all: `python -m benchmarks.cramer_rao [FOLDER…]`.

For a straight edge of contrast C blurred by a Gaussian of s px, with noise of n grey levels in each pixel, no unbiased
estimate of its place along the normal has a variance under 2 sqrt(pi) s n^2 / (C^2 L) px^2 from L px of edge. Contrast,
blur and noise (with the wood's grain) are measured on the photo itself along each disc's outline; every normal counts
by how far it points along the radius of the board, where the gap is. Printed are the errors of the gaps with the set
given, so that the base and the line are known.

That edge has known light on either side. Beside it stands the bound of `unknown_light.py`, for whoever does not know
the light of the room.
"""

import math
import sys
from collections import defaultdict

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.read_discs import ReadDisc, ReadPhoto, read_folders
from benchmarks.unknown_light import bounds_mm, standing
from calibration.view import BoardView
from vision.placing.outline import ANGLES, NORMALS, OFFSETS_MM, STEP_MM, outline_mm, profiles

# Levels on either side are taken this far from the edge; the slope is the steepest this near to it.
SIDES_MM, EDGE_MM = (1.2, 3.0), 0.8
BESIDE_MM = (2.0, 6.0)
# An eight-bit picture rounds, which alone is a noise of 0.29 levels.
LEAST_NOISE = 0.29
# An edge weaker than this many times the noise tells nothing; a lens is not sharper than this.
LEAST_CONTRAST, SHARPEST_PX = 4.0, 0.4


def residual_of(grey: np.ndarray) -> np.ndarray:
    """(H, W) what no smooth picture has, its standard deviation the pixels' own noise: blind to planes."""
    # Immerkaer, Fast noise variance estimation, 1996.
    mask = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32) / 6.0
    return np.abs(cv2.filter2D(grey.astype(np.float32), -1, mask))


def noise_beside(residual: np.ndarray, view: BoardView, outline: np.ndarray) -> float:
    """Standard deviation of noise and grain on the board around an outline, grey levels."""
    around = outline[None] + np.linspace(*BESIDE_MM, 9)[:, None, None] * NORMALS[None]
    xy_px = view.px(around).astype(np.float32)
    values = cv2.remap(residual, xy_px[..., 0], xy_px[..., 1], cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    return max(LEAST_NOISE, math.sqrt(math.pi / 2) * float(values.mean()))


def bound_mm(photo: ReadPhoto, disc: ReadDisc, outline: np.ndarray, noise: float) -> float | None:
    """The Cramer-Rao bound on the gap of one disc, mm; None where its (1, ANGLES, 2) outline hardly shows."""
    view, xy_mm = photo.scored.view, np.array([[disc.disc.seen.x_mm, disc.disc.seen.y_mm]])
    assert view is not None
    grey = profiles(photo.photo.bgr, view, outline)[0].mean(axis=2)
    inside = (-SIDES_MM[1] < OFFSETS_MM) & (-SIDES_MM[0] > OFFSETS_MM)
    outside = (SIDES_MM[0] < OFFSETS_MM) & (SIDES_MM[1] > OFFSETS_MM)
    contrast = np.abs(np.median(grey[:, inside], axis=1) - np.median(grey[:, outside], axis=1))
    mm_per_px = float(view.mm_per_px(xy_mm)[0])
    slope = np.abs(np.gradient(grey, STEP_MM, axis=1))[:, np.abs(OFFSETS_MM) < EDGE_MM].max(axis=1) * mm_per_px
    # The steepest slope of a step blurred by a Gaussian is C / (sqrt(2 pi) s).
    blur_px = np.maximum(contrast / (math.sqrt(2 * math.pi) * np.maximum(slope, 1e-6)), SHARPEST_PX)
    outline_px = view.px(outline[0])
    length_px = np.linalg.norm(np.roll(outline_px, -1, axis=0) - outline_px, axis=1)
    outward = xy_mm[0] / np.linalg.norm(xy_mm[0])
    information = contrast**2 * length_px * (NORMALS @ outward) ** 2 / (2 * math.sqrt(math.pi) * blur_px * noise**2)
    clear = contrast > LEAST_CONTRAST * noise
    if clear.sum() < ANGLES / 4:
        return None
    return float(information[clear].sum() ** -0.5) * mm_per_px


def main() -> None:
    """Print errors, bounds and their ratio for each kind of photo."""
    rows: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for photo in read_folders(sys.argv[1:]):
        view = photo.scored.view
        if not photo.given or view is None or not photo.discs:
            continue
        residual = residual_of(photo.photo.bgr.mean(axis=2))
        outlines = outline_mm(standing([disc.disc.seen for disc in photo.discs]), view)
        noise = np.array([noise_beside(residual, view, outline) for outline in outlines])
        in_unknown_light = bounds_mm(photo, noise)
        for disc, outline, beside, unknown in zip(photo.discs, outlines, noise, in_unknown_light, strict=True):
            if bound := bound_mm(photo, disc, outline[None], beside):
                rows[photo.kind].append((disc.gap_mm - disc.true_gap_mm, bound, unknown))
    table = Table("kind", "discs", "RMS mm", "median mm", title="set given")
    for column in ("bound mm", "RMS / bound", "median / bound", "unknown light mm", "RMS / bound"):
        table.add_column(column)
    for kind in sorted(rows):
        found = np.array(rows[kind])
        rms, bound, unknown = np.sqrt(np.mean(found**2, axis=0))
        # The median of a Gaussian's absolute values is 0.6745 of its standard deviation.
        median = float(np.median(np.abs(found[:, 0]))) / 0.6745
        figures = (f"{rms:.3f}", f"{median:.3f}", f"{bound:.4f}", f"{rms / bound:.0f}", f"{median / bound:.0f}")
        table.add_row(kind, str(len(found)), *figures, f"{unknown:.3f}", f"{rms / unknown:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
