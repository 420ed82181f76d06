"""The drawn solid against points of its own surface, seen one by one."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import rendered, true_solids

from vision.placing.outline import NORMALS, outline_mm
from vision.shading.rounded_edge import lean_of, rounded_edge

# Along a meridian the camera sees heights through one slope, not through perspective's slight curve: off by the square
# of the disc's height over the camera's, times the distance from the board's middle (10 mm, 800 mm, 350 mm).
CURVE_MM = 350.0 * (10.0 / 800.0) ** 2
SLOPES = np.linspace(0.0, np.pi, 721)


def height_of(solids, disc):
    """Height above the board of the points of a meridian, by their slopes."""
    rounding, top = solids.rounding_mm[disc], solids.thickness_mm[disc]
    return np.where(np.pi / 2 >= SLOPES, top - rounding, rounding) + rounding * np.cos(SLOPES)


def meridian(solids, view, disc, normal):
    """Slope and offset from the outline of points from the face's rim down to the foot."""
    out = solids.radius_mm[disc] - solids.rounding_mm[disc] * (1.0 - np.sin(SLOPES))
    point = solids.xy_mm[disc] + out[:, None] * NORMALS[normal]
    seen = view.apparent_mm(point, height_of(solids, disc))
    return (seen - outline_mm(solids, view)[disc, normal]) @ NORMALS[normal]


@pytest.mark.parametrize("tilt_deg", [0.0, 25.0, 45.0])
def test_slopes_and_ends_are_those_of_the_points_that_the_camera_sees(tilt_deg):
    _, scene, view = rendered(tilt_deg, -80.0)
    solids = true_solids(scene, view)
    offsets_mm = np.linspace(-12.0, 2.0, 1401)
    step_mm = offsets_mm[1] - offsets_mm[0]
    edge = rounded_edge(solids, view, offsets_mm)
    for disc, normal in ((0, 0), (1, 15), (2, 30), (3, 45), (4, 52)):
        seen_mm = meridian(solids, view, disc, normal)
        assert edge.face_mm[disc, normal] == pytest.approx(seen_mm[0], abs=1e-9)
        assert edge.end_mm[disc, normal] == pytest.approx(seen_mm.max(), abs=CURVE_MM)
        slope = np.arctan2(edge.slope_sin[disc, normal], edge.slope_cos[disc, normal])
        # In front of the end, off the flat face, and off the upright side, which has one slope for many offsets: near
        # it an offset that is off by CURVE_MM is a slope that is off by this, seen aslant or from straight above.
        upper = int(np.searchsorted(SLOPES, np.pi / 2, side="right")) - 1
        rounding_mm = solids.rounding_mm[disc]
        lean = abs(seen_mm[upper + 1] - seen_mm[upper]) / (solids.thickness_mm[disc] - 2 * rounding_mm)
        upright = min(CURVE_MM / (rounding_mm * lean), np.sqrt(2 * CURVE_MM / rounding_mm))
        front = (np.arange(len(SLOPES)) < seen_mm.argmax()) & (SLOPES > 0.01) & (np.abs(SLOPES - np.pi / 2) > upright)
        ours_mm = np.interp(SLOPES[front], np.maximum.accumulate(slope), offsets_mm)
        assert np.abs(ours_mm - seen_mm[front]).max() < CURVE_MM + step_mm
        # Beside the side the sine rounds to 1 as well, the cosine does not to 0.
        on_side = edge.slope_cos[disc, normal] == 0.0
        # Seen along its normal's plane a side faces the camera by the sine of its lean.
        faces = np.sin(np.arctan(-lean_of(solids, view)[disc, normal]))
        np.testing.assert_allclose(edge.mirrored[disc, normal][on_side], (1.0 - faces) ** 5, atol=1e-5)
        assert (edge.mirrored[disc, normal][offsets_mm < edge.face_mm[disc, normal]] == 0.0).all()
        below = 1.0 - height_of(solids, disc)[front] / solids.thickness_mm[disc]
        shallower, deeper = (
            np.interp(seen_mm[front] + off_mm, offsets_mm, edge.depth[disc, normal])
            for off_mm in (-CURVE_MM - step_mm, CURVE_MM + step_mm)
        )
        assert ((below >= shallower - 1e-6) & (below <= deeper + 1e-6)).all()


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
