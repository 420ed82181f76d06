"""Where the board lies in a photo, by all that is known of the photo's camera."""

from collections.abc import Sequence

from api.photo import Photo
from calibration.board import MeasuredSet
from calibration.board_from_handles import board_from_handles
from calibration.learned.known_view import with_known_camera
from calibration.locate_board import locate_board
from calibration.locate_part import locate_part
from calibration.view import BoardView


def board_in(photo: Photo, measured: MeasuredSet | None = None) -> BoardView:
    """The whole board in a photo. Raises BoardNotFound."""
    return _with_camera(locate_board(photo.bgr, photo.focal_35mm, measured), photo, measured)


def placed_board_in(
    photo: Photo, handles_px: Sequence[tuple[float, float]], measured: MeasuredSet | None = None
) -> BoardView:
    """The board whose quadrant lines end on the outer line at four (x, y). Raises BoardNotFound."""
    view = board_from_handles(photo.bgr, handles_px, photo.focal_35mm, measured)
    # Where no line shows there is nothing to be seen through another lens.
    return _with_camera(view, photo, measured) if any(view.ring_share) else view


def part_in(photo: Photo, whole: BoardView, measured: MeasuredSet | None = None) -> BoardView:
    """The board in a close-up; whole : the same board in another photo. Raises BoardNotFound."""
    return _with_camera(locate_part(photo.bgr, whole, photo.focal_35mm, measured), photo, measured)


def _with_camera(view: BoardView, photo: Photo, measured: MeasuredSet | None) -> BoardView:
    if photo.camera is None:
        return view
    radii_known = bool(measured and measured.lines and view.set_fits)
    return with_known_camera(view, photo.camera, radii_known=radii_known)
