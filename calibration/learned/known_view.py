"""A board found by a photo's own means, seen again through a camera that was calibrated."""

from dataclasses import replace

from calibration.camera.camera import camera_of, focal_alone, may_be_whole_picture
from calibration.camera.pinhole import pinhole_matrix
from calibration.learned.known_camera import KnownCamera
from calibration.through_lens import through_lens
from calibration.view import BoardView


def with_known_camera(view: BoardView, known: KnownCamera, *, radii_known: bool = False) -> BoardView:
    """The board as found, with the camera's own distortion and focal length in place of the photo's; as it was found
    where its rings are not round in a whole picture of that camera: it is a part of one, or another's.

    radii_known : whether its lines' radii were measured, and are to stay.
    """
    focal_px = known.focal_px(view.size_px)
    matrix = pinhole_matrix(focal_px, view.size_px)
    there = through_lens(view, known.lens(view.size_px), radii_known=radii_known)
    if not may_be_whole_picture(there.px_from_mm, view.size_px, focal_px, known.focal_sigma):
        return view
    camera = camera_of(there.px_from_mm, matrix, focal_alone(known.focal_sigma**2), "calibrated")
    return replace(there, camera=camera)
