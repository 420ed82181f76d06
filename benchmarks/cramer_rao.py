"""Errors beside what is possible at all: `python -m benchmarks.cramer_rao [FOLDER…]`.

For a straight edge of contrast C blurred by a Gaussian of s px, with noise of n grey levels in each pixel, no unbiased
estimate of its place along the normal has a variance under 2 sqrt(pi) s n^2 / (C^2 L) px^2 from L px of edge. Contrast,
blur and noise (with the wood's grain) are measured on the photo itself along each disc's outline; every normal counts
by how far it points along the radius of the board, where the gap is. Printed are the errors of the gaps with the set
given, so that the base and the line are known.
"""

import math
import sys
from collections import defaultdict

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.read_discs import ReadDisc, ReadPhoto, read_folders
from calibration.board import TOURNAMENT_DISC
from calibration.view import BoardView
from vision.outline import ANGLES, NORMALS, OFFSETS_MM, STEP_MM, Solids, outline_mm, profiles

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


def bound_mm(photo: ReadPhoto, disc: ReadDisc, residual: np.ndarray) -> float | None:
    """The Cramer-Rao bound on the gap of one disc, mm; None where its outline hardly shows."""
    view = photo.scored.view
    seen = disc.disc.seen
    assert view is not None
    xy_mm = np.array([[seen.x_mm, seen.y_mm]])
    one = np.ones(1)
    solids = Solids(
        xy_mm=xy_mm,
        radius_mm=one * seen.radius_mm,
        rounding_mm=one * TOURNAMENT_DISC.rounding_mm,
        thickness_mm=one * TOURNAMENT_DISC.thickness_mm,
        height_mm=0.0 * one,
    )
    outline = outline_mm(solids, view)
    grey = profiles(photo.photo.bgr, view, outline)[0].mean(axis=2)
    inside = (-SIDES_MM[1] < OFFSETS_MM) & (-SIDES_MM[0] > OFFSETS_MM)
    outside = (SIDES_MM[0] < OFFSETS_MM) & (SIDES_MM[1] > OFFSETS_MM)
    contrast = np.abs(np.median(grey[:, inside], axis=1) - np.median(grey[:, outside], axis=1))
    mm_per_px = float(view.mm_per_px(xy_mm)[0])
    slope = np.abs(np.gradient(grey, STEP_MM, axis=1))[:, np.abs(OFFSETS_MM) < EDGE_MM].max(axis=1) * mm_per_px
    # The steepest slope of a step blurred by a Gaussian is C / (sqrt(2 pi) s).
    blur_px = np.maximum(contrast / (math.sqrt(2 * math.pi) * np.maximum(slope, 1e-6)), SHARPEST_PX)
    noise = noise_beside(residual, view, outline[0])
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
    errors: dict[str, list[float]] = defaultdict(list)
    bounds: dict[str, list[float]] = defaultdict(list)
    for photo in read_folders(sys.argv[1:]):
        if not photo.given:
            continue
        residual = residual_of(photo.photo.bgr.mean(axis=2))
        for disc in photo.discs:
            if bound := bound_mm(photo, disc, residual):
                errors[photo.kind].append(disc.gap_mm - disc.true_gap_mm)
                bounds[photo.kind].append(bound)
    table = Table(
        "kind", "discs", "RMS mm", "median mm", "bound mm", "RMS / bound", "median / bound", title="set given"
    )
    for kind in sorted(errors):
        found, least = np.array(errors[kind]), np.array(bounds[kind])
        rms, bound = float(np.sqrt(np.mean(found**2))), float(np.sqrt(np.mean(least**2)))
        # The median of a Gaussian's absolute values is 0.6745 of its standard deviation.
        median = float(np.median(np.abs(found))) / 0.6745
        figures = (f"{rms:.3f}", f"{median:.3f}", f"{bound:.4f}", f"{rms / bound:.0f}", f"{median / bound:.0f}")
        table.add_row(kind, str(len(found)), *figures)
    Console().print(table)


if __name__ == "__main__":
    main()
