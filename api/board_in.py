"""Where the board lies in a photo, by all that is known of the photo's camera."""

from api.photo import Photo
from calibration.board import MeasuredSet
from calibration.known_view import with_known_camera
from calibration.locate_board import locate_board
from calibration.locate_part import locate_part
from calibration.view import BoardView


def board_in(photo: Photo, measured: MeasuredSet | None = None) -> BoardView:
    """The whole board in a photo. Raises BoardNotFound."""
    return _with_camera(locate_board(photo.bgr, photo.focal_35mm, measured), photo)


def part_in(photo: Photo, whole: BoardView, measured: MeasuredSet | None = None) -> BoardView:
    """The board in a close-up; whole : the same board in another photo. Raises BoardNotFound."""
    return _with_camera(locate_part(photo.bgr, whole, photo.focal_35mm, measured), photo)


def _with_camera(view: BoardView, photo: Photo) -> BoardView:
    return with_known_camera(view, photo.camera) if photo.camera else view
