"""What was found -> the values of a reading: discs with their gaps, and teams."""

import numpy as np
from numpy.typing import NDArray

from calibration.board import TOURNAMENT_DISC, MeasuredSet
from calibration.view import BoardView
from vision.colour.names import name_teams, rgb_of
from vision.gaps import line_distances
from vision.hole.read_hole import HoleReading
from vision.placing.disc_position import Placed, along_mm2
from vision.reading import TEAM_IDS, Disc, Place, Team
from vision.shading.placing_doubts import by_thickness_mm

FloatArray = NDArray[np.float64]

# Told roughly, for no line is near the hole.
HOLE_SIGMA_MM = 0.5


def surface_discs(
    view: BoardView,
    placed: Placed,
    team: NDArray[np.intp],
    radius_mm: float,
    measured: MeasuredSet | None,
    shared_mm: float,
) -> list[Disc]:
    """The discs on the surface and in the ditch.

    placed : where they stand. team : (N,) theirs. radius_mm : of all. shared_mm : what their gaps' errors have in
    common.
    """
    disc = measured.disc if measured else None
    thicker_mm = by_thickness_mm(placed.solids, view, (disc or TOURNAMENT_DISC).thickness_sigma_mm)
    covariance_mm2 = placed.covariance_mm2 + along_mm2(thicker_mm)
    places_mm = placed.solids.xy_mm
    discs = []
    for i, (xy_mm, px) in enumerate(zip(places_mm, view.px(places_mm), strict=True)):
        place: Place = "ditch" if np.hypot(*xy_mm) > view.surface_radius_mm else "surface"
        gaps = line_distances(view, xy_mm, covariance_mm2[i], radius_mm, disc, shared_mm)
        discs.append(
            Disc(
                team=TEAM_IDS[team[i]],
                place=place,
                x_mm=float(xy_mm[0]),
                y_mm=float(xy_mm[1]),
                px=(float(px[0]), float(px[1])),
                radius_mm=radius_mm,
                sigma_mm=float(np.sqrt(np.trace(covariance_mm2[i]) / 2)),
                gaps=gaps if place == "surface" else (),
                by_thickness_mm=(float(thicker_mm[i, 0]), float(thicker_mm[i, 1])),
            )
        )
    return discs


def hole_disc(view: BoardView, hole: HoleReading) -> Disc:
    """The disc in the hole, or leaning on its lip."""
    x_mm, y_mm, z_mm = (float(v) for v in hole.base_mm)
    px = view.px(np.array([x_mm, y_mm]), z_mm)
    return Disc(
        team=TEAM_IDS[hole.team],
        place="hole" if hole.content == "hole" else "lip",
        x_mm=x_mm,
        y_mm=y_mm,
        px=(float(px[0]), float(px[1])),
        radius_mm=hole.radius_mm,
        sigma_mm=HOLE_SIGMA_MM,
        gaps=(),
    )


def named_teams(team_lab: FloatArray) -> tuple[Team, ...]:
    """The teams, (T, 3) L*a*b*, with their names."""
    names = name_teams(team_lab)
    return tuple(Team(id=TEAM_IDS[i], name=names[i], rgb=rgb_of(lab)) for i, lab in enumerate(team_lab))
