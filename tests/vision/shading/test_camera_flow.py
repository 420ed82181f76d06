"""What another focal length or axis would move, against the same points seen by the camera that had it."""

import numpy as np
import pytest
from synthetic import rendered, true_solids

from vision.placing.outline import NORMALS, outline_mm
from vision.shading.camera_flow import camera_flows
from vision.shading.rounded_edge import rounded_edge

# Of the focal length's logarithm, or of the axis in focal lengths.
CHANGE = 0.01


def seen_mm(solids, view, middles_mm, height_mm):
    """(M, ANGLES) offset along the normals, from a fixed place, of the discs' rims at a height."""
    half_mm = solids.thickness_mm / 2
    axis = view.stand_mm(middles_mm, half_mm)
    rim = axis[:, None, :] + solids.radius_mm[:, None, None] * NORMALS
    return np.einsum("mkj,kj->mk", view.apparent_mm(rim, height_mm[:, None]) - middles_mm[:, None, :], NORMALS)


@pytest.mark.parametrize("way", np.eye(3))
@pytest.mark.parametrize("tilt_deg", [0.0, 25.0])
def test_faces_move_one_way_and_feet_the_other(tilt_deg, way):
    _, scene, view = rendered(tilt_deg, -80.0)
    solids = true_solids(scene, view)
    middles_mm = view.apparent_mm(solids.xy_mm, solids.thickness_mm / 2)
    edge = rounded_edge(solids, view, np.array([-12.0, 2.0]))
    (flow,) = camera_flows(solids, view, way[None], np.array([-12.0, 2.0]), edge.face_mm, edge.end_mm)
    other = view.with_camera(CHANGE * way, view.camera.covariance)
    reach = np.einsum("mkj,kj->mk", outline_mm(solids, view) - middles_mm[:, None, :], NORMALS)
    side_seen = reach - seen_mm(solids, view, middles_mm, solids.thickness_mm) > 3.0
    for column, height_mm in ((0, solids.thickness_mm), (1, solids.rounding_mm)):
        moved_mm = seen_mm(solids, other, middles_mm, height_mm) - seen_mm(solids, view, middles_mm, height_mm)
        # Left out: what stands higher is also seen larger, by its height over the camera's.
        larger_mm = solids.radius_mm[0] * solids.thickness_mm[0] / view.camera.centre_mm[2]
        assert larger_mm < np.abs(moved_mm).max() / CHANGE / 5
        compared = side_seen if column else np.ones_like(side_seen)
        np.testing.assert_allclose(flow[..., column][compared], (moved_mm / CHANGE)[compared], atol=larger_mm)
    assert side_seen.any() == (tilt_deg > 0)


def test_a_view_with_another_focal_length_is_the_same_picture_from_another_distance():
    _, _, view = rendered(0.0, -80.0)
    longer = view.with_camera(np.array([np.log(1.2), 0.0, 0.0]), view.camera.covariance)
    on_board = np.array([[0.0, 0.0], [-150.0, 70.0], [220.0, 120.0]])
    np.testing.assert_allclose(longer.px(on_board), view.px(on_board), atol=1e-9)
    assert longer.camera.centre_mm[2] == pytest.approx(1.2 * view.camera.centre_mm[2], rel=1e-3)
    np.testing.assert_allclose(longer.stand_mm(longer.apparent_mm(on_board, 9.5), 9.5), on_board, atol=1e-9)
