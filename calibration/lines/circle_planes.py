"""The planes on which an ellipse in the picture is a circle: the board's is among them."""

import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import apply_homography
from calibration.lines.edges import EdgePoints
from calibration.lines.ellipses import Ellipse, as_ellipse
from calibration.lines.rectifier import Rectifier, miss_angle

FloatArray = NDArray[np.float64]

# The picture's longer side over the focal length: phones 0.8 to 1.4, wide webcams more, cameras of streams and pictures
# that were cut out less. From one to the next the middle of a board that fills half of the picture, seen at 45 degrees,
# moves by a fiftieth of its radius.
WIDENESS = np.arange(2, 21) / 10
# Edges within the circle say which plane it is: those whose normals meet its middle on the plane, to this sine. Too
# near to the middle none says anything.
MEETS, INSIDE = 0.05, (0.2, 0.95)


def circle_planes(ellipse: Ellipse, edges: EdgePoints, size_px: tuple[int, int], keep: int) -> list[Rectifier]:
    """The `keep` planes on which an ellipse is a circle that most of the edges within are concentric with.

    size_px : (width, height) of the picture. Each focal length leaves two planes. Source: Forsyth et al., Invariant
    descriptors for 3D object recognition and pose, 1991.
    """
    planes = [
        plane
        for wideness in WIDENESS
        for horizon in _horizons(ellipse.conic, max(size_px) / wideness, size_px)
        if (plane := _rectifier(ellipse.conic, horizon)) is not None
    ]
    return sorted(planes, key=lambda plane: -_concentric(ellipse, plane, edges))[:keep]


def _horizons(conic: FloatArray, focal_px: float, size_px: tuple[int, int]) -> list[FloatArray]:
    """The two lines (3,) in which a plane may vanish on which the ellipse is a circle."""
    camera = np.diag([focal_px, focal_px, 1.0])
    camera[:2, 2] = np.divide(size_px, 2)
    cone = camera.T @ conic @ camera
    value, axes = np.linalg.eigh(cone / np.linalg.norm(cone))
    # A cone is open along the axis of its one negative value; planes that cut it in circles hold the middle axis.
    along, across = np.sqrt([value[1] - value[0], max(value[2] - value[1], 0.0)])
    normals = [along * axes[:, 0] + sign * across * axes[:, 2] for sign in (1.0, -1.0)]
    return [np.linalg.solve(camera.T, normal) for normal in normals]


def _rectifier(conic: FloatArray, horizon: FloatArray) -> Rectifier | None:
    """The plane with this horizon, its origin in the middle of the circle."""
    # The middle's polar line is the horizon.
    middle = np.linalg.solve(conic, horizon)
    if abs(middle[2]) < 1e-12 or abs(horizon @ middle) < 1e-12:
        return None
    middle = middle / middle[2]
    ahead = horizon / (horizon @ middle)
    # With the horizon sent to infinity the circle is an ellipse still, but its middle is the circle's.
    sent_back = np.linalg.inv(np.array([[1.0, 0, -middle[0]], [0, 1.0, -middle[1]], ahead]))
    ellipse = as_ellipse(sent_back.T @ conic @ sent_back)
    if ellipse is None:
        return None
    longer, shorter = ellipse.semi_axes
    squeeze = ellipse.directions[:, 1]
    across = np.array([-squeeze[1], squeeze[0]])
    return Rectifier(
        x_px=float(middle[0]),
        y_px=float(middle[1]),
        aspect=float(shorter / longer),
        azimuth_rad=float(np.arctan2(squeeze[1], squeeze[0])),
        perspective_per_px=(float(ahead[:2] @ squeeze), float(ahead[:2] @ across)),
    )


def _concentric(ellipse: Ellipse, plane: Rectifier, edges: EdgePoints) -> float:
    """How many of the edges within the circle are concentric with it, on a plane."""
    xy = apply_homography(plane.plane_from_px(), edges.xy_px)
    on_rim_px = ellipse.centre + ellipse.semi_axes[0] * ellipse.directions[:, 0]
    rim = apply_homography(plane.plane_from_px(), on_rim_px)
    share = np.hypot(*xy.T) / np.linalg.norm(rim)
    within = (share > INSIDE[0]) & (share < INSIDE[1])
    miss = miss_angle(edges, plane)[within]
    return float(np.sum(1 / (1 + (miss / MEETS) ** 2)))
