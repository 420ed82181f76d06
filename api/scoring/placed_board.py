"""Scoring a photo in which a player has shown where the board is."""

from collections.abc import Sequence

from api.photo import Photo
from api.score_photo import photo_without_board, score_photo
from api.scored import ScoredPhoto
from calibration.board import MeasuredSet
from calibration.board_from_handles import board_from_handles
from calibration.view import BoardNotFound


def score_placed(
    photo: Photo, handles_px: Sequence[tuple[float, float]], ruleset: str, measured: MeasuredSet | None
) -> ScoredPhoto:
    """Score with the ends of the quadrant lines at the outer line given, (4, 2) px, clockwise from the top."""
    try:
        view = board_from_handles(photo.bgr, handles_px, photo.focal_35mm, measured)
    except BoardNotFound as error:
        return photo_without_board(photo, error, ruleset)
    return score_photo(photo, ruleset=ruleset, view=view, measured=measured)
