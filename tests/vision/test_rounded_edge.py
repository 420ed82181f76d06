"""The drawn solid against points of its own surface, seen one by one."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import rendered, true_solids

from vision.outline import NORMALS, outline_mm
from vision.rounded_edge import rounded_edge

# Along a meridian the camera sees heights through one slope, not through perspective's slight curve: off by the square
# of the disc's height over the camera's, times the distance from the board's middle (10 mm, 800 mm, 350 mm).
CURVE_MM = 350.0 * (10.0 / 800.0) ** 2
SLOPES = np.linspace(0.0, np.pi, 721)


def meridian(solids, view, disc, normal):
    """Slope and offset from the outline of points from the face's rim down to the foot."""
    radius, rounding, top = (getattr(solids, name)[disc] for name in ("radius_mm", "rounding_mm", "thickness_mm"))
    middle = np.where(np.pi / 2 >= SLOPES, top - rounding, rounding)
    out = radius - rounding + rounding * np.sin(SLOPES)
    point = solids.xy_mm[disc] + out[:, None] * NORMALS[normal]
    seen = view.shadow_mm(point, middle + rounding * np.cos(SLOPES))
    return (seen - outline_mm(solids, view)[disc, normal]) @ NORMALS[normal]


@pytest.mark.parametrize("tilt_deg", [0.0, 25.0, 45.0])
def test_slopes_and_ends_are_those_of_the_points_that_the_camera_sees(tilt_deg):
    _, scene, view = rendered(tilt_deg, -80.0)
    solids = true_solids(scene, view)
    offsets_mm = np.linspace(-12.0, 2.0, 281)
    edge = rounded_edge(solids, view, offsets_mm)
    for disc, normal in ((0, 0), (1, 15), (2, 30), (3, 45), (4, 52)):
        seen_mm = meridian(solids, view, disc, normal)
        assert edge.face_mm[disc, normal] == pytest.approx(seen_mm[0], abs=1e-9)
        assert edge.end_mm[disc, normal] == pytest.approx(seen_mm.max(), abs=CURVE_MM)
        # The part that is not hidden behind the rest: offsets rise up to the end.
        front = slice(0, int(seen_mm.argmax()))
        sine = np.interp(seen_mm[front], offsets_mm, edge.slope_sin[disc, normal])
        # Where the surface turns edge-on a small offset is a large slope: compare offsets, not slopes.
        falls_mm = solids.rounding_mm[disc] * np.abs(sine - np.sin(SLOPES[front]))
        off_mm = np.minimum(falls_mm, np.abs(seen_mm[front] - seen_mm.max()))
        assert off_mm.max() < CURVE_MM + 0.05 + (offsets_mm[1] - offsets_mm[0])


@pytest.mark.parametrize("rounding_mm", [0.0, 4.75, 6.0])
def test_a_sharp_edge_and_one_rounded_all_over_have_finite_slopes(rounding_mm):
    """A set file may say that a disc's base is as wide as the disc, or that its edge is half as thick as itself."""
    _, scene, view = rendered(25.0, -80.0)
    solids = true_solids(scene, view)
    every = np.ones(len(solids.xy_mm))
    solids = replace(solids, rounding_mm=rounding_mm * every, thickness_mm=9.5 * every)
    with np.errstate(all="raise"):
        edge = rounded_edge(solids, view, np.linspace(-6.0, 6.0, 241))
    assert all(np.isfinite(part).all() for part in (edge.slope_sin, edge.slope_cos, edge.face_mm, edge.end_mm))


def test_a_place_is_covered_up_to_the_end_and_not_beyond():
    _, scene, view = rendered(25.0, -80.0)
    solids = true_solids(scene, view)
    offsets_mm = np.linspace(-6.0, 6.0, 241)
    edge = rounded_edge(solids, view, offsets_mm)
    step_mm = offsets_mm[1] - offsets_mm[0]
    covered_mm = edge.covered.sum(axis=2) * step_mm
    np.testing.assert_allclose(covered_mm, edge.end_mm - offsets_mm[0] + step_mm / 2, atol=1e-4)
