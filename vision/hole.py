"""What is in the twenty hole: nothing, a bottom painted like a disc, a disc lying flat in it, or one leaning on its lip.

A flat disc is as wide as the other discs and leaves a slit to the hole's rim; a painted bottom reaches the rim. A disc
whose axis stands over the hole cannot lie flat on the surface: it is in the hole or it leans.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from calibration.board import HOLE_DEPTH_MM, TOURNAMENT_DISC
from calibration.view import BoardView
from vision.colours import face_colours, lab
from vision.disc_fit import fit_solids
from vision.outline import ANGLES, NORMALS, Solids, sample
from vision.teams import TEAM_SPREAD, weigh

FloatArray = NDArray[np.float64]
Content = Literal["empty", "hole", "lip"]

# The slit between disc and rim is 1.6 mm on tournament boards: a disc in the hole can lie this far off centre.
SLACK_MM = 2.3
# A lean of less than this beyond the slack is within the fit's error.
LEAN_MM = 1.0
# Outline of a disc in the hole or on its lip: most of it is in view.
SUPPORT = 0.55
# What leans or lies there is as wide as the other discs; a lean foreshortens it a little.
SIZE_MM = 1.3
# Radii are told apart when they differ by more than this.
RADIUS_MARGIN_MM = 0.5
PROFILE_MM = np.arange(11.0, 21.0, 0.25)


@dataclass(frozen=True, eq=False, kw_only=True)
class HoleReading:
    """content: the likelier reading. doubtful: whether the photo leaves another one open. team: colour group, or -1.

    xy_mm (2,), radius_mm, support: of the disc, if there is one. face_lab (3,): colour of what is seen there.
    """

    content: Content
    doubtful: bool
    team: int
    xy_mm: FloatArray
    radius_mm: float
    support: float
    face_lab: FloatArray


def read_hole(
    bgr: NDArray[np.uint8], view: BoardView, starts_mm: FloatArray, team_lab: FloatArray, disc_radius_mm: float
) -> HoleReading:
    """Decide what the hole holds.

    starts_mm : (K, 2) candidates near the hole. team_lab : (T, 3) colours of the teams seen elsewhere, T may be 0.
    disc_radius_mm : of the discs seen elsewhere.
    """
    best = _fit_in_hole(bgr, view, np.vstack([np.zeros((1, 2)), starts_mm]), disc_radius_mm)
    xy_mm, radius_mm, support, face_lab = best
    distance = np.linalg.norm(weigh(team_lab) - weigh(face_lab), axis=1)
    team = int(distance.argmin()) if len(team_lab) and distance.min() < 0.8 * TEAM_SPREAD else -1
    offset_mm = float(np.hypot(*xy_mm))
    content: Content = "empty"
    doubtful = False
    sized = abs(radius_mm - disc_radius_mm) < SIZE_MM
    if support >= SUPPORT and sized and offset_mm > SLACK_MM + LEAN_MM and (team >= 0 or not len(team_lab)):
        content, doubtful = "lip", team < 0
    elif team >= 0 and abs(radius_mm - disc_radius_mm) < 2 * SIZE_MM:
        rim_mm = _colour_radius(bgr, view, xy_mm)
        slit = view.hole_radius_mm - disc_radius_mm
        middle = disc_radius_mm + 0.5 * slit
        disc_like = (rim_mm < middle) + (radius_mm < middle)
        content = "hole" if disc_like == 2 or (disc_like == 1 and rim_mm + radius_mm < 2 * middle) else "empty"
        apart = abs(0.5 * (rim_mm + radius_mm) - middle)
        doubtful = disc_like == 1 or apart < RADIUS_MARGIN_MM or offset_mm > SLACK_MM
    return HoleReading(
        content=content,
        doubtful=doubtful,
        team=team,
        xy_mm=xy_mm,
        radius_mm=radius_mm,
        support=support,
        face_lab=face_lab,
    )


def _fit_in_hole(
    bgr: NDArray[np.uint8], view: BoardView, starts_mm: FloatArray, disc_radius_mm: float
) -> tuple[FloatArray, float, float, FloatArray]:
    """The best-supported circle at the height of the upper shoulder of a disc that lies in the hole."""
    count = len(starts_mm)
    spec = TOURNAMENT_DISC
    shoulder_mm = spec.thickness_mm - spec.rounding_mm - HOLE_DEPTH_MM
    solids = Solids(
        xy_mm=starts_mm,
        radius_mm=np.full(count, disc_radius_mm),
        # Both shoulders at one height: the lower one is hidden in the hole.
        rounding_mm=np.full(count, spec.thickness_mm / 2),
        thickness_mm=np.full(count, spec.thickness_mm),
        height_mm=np.full(count, shoulder_mm - spec.thickness_mm / 2),
    )
    fits = fit_solids(bgr, view, solids, radius_free=True)
    near = np.hypot(*fits.solids.xy_mm.T) < view.hole_radius_mm
    best = int(np.where(near, fits.support, -1.0).argmax())
    flat = Solids(
        xy_mm=fits.solids.xy_mm[best : best + 1],
        radius_mm=fits.solids.radius_mm[best : best + 1],
        rounding_mm=np.array([spec.rounding_mm]),
        thickness_mm=np.array([spec.thickness_mm]),
        height_mm=np.array([-HOLE_DEPTH_MM]),
    )
    face_lab, _ = face_colours(bgr, view, flat)
    return flat.xy_mm[0], float(flat.radius_mm[0]), float(fits.support[best]), face_lab[0]


def _colour_radius(bgr: NDArray[np.uint8], view: BoardView, xy_mm: FloatArray) -> float:
    """Radius at which the colour of the middle ends, across the line of sight, where parallax changes nothing."""
    middle = lab(sample(bgr, view.px(xy_mm + 8.0 * NORMALS[::6])))
    centre_lab = np.median(middle, axis=0)
    rays = lab(sample(bgr, view.px(xy_mm + PROFILE_MM[:, None, None] * NORMALS)))
    distance = np.linalg.norm(weigh(rays - centre_lab), axis=2)
    level = 0.5 * np.maximum(distance.max(axis=0), 2 * 5.0)
    beyond = distance > level
    radius = np.where(beyond.any(axis=0), PROFILE_MM[beyond.argmax(axis=0)], PROFILE_MM[-1])
    half = ANGLES // 2
    diameters = 0.5 * (radius[:half] + radius[half:])
    away = -view.camera.centre_mm[:2]
    away = away / (np.linalg.norm(away) + 1e-9)
    across = np.abs(NORMALS[:half] @ away) < (0.6 if view.camera.tilt_deg > 10 else 1.1)
    return float(np.median(diameters[across]))
