"""Views of a board in which no disc is sure, from too low or too far away, or none of the board's own colour."""

from calibration.board import TOURNAMENT_DISC
from calibration.view import BoardView

# Seen lower than this a disc hides much of what lies behind it, and its near edge is all that tells where it stands.
LOW_VIEW_DEG = 55.0
# A disc less wide than this hides among its blurred edges. Measured on real photos made smaller: discs up to 11 px wide
# were lost without another question, at 13 none.
LEAST_DISC_PX = 14.0
# Width at half its height of a blur, in standard deviations.
HALF_WIDTH = 2.355


def seen_low(view: BoardView) -> bool:
    """Whether the camera is too low to be sure of every disc."""
    return view.camera.slant_deg > LOW_VIEW_DEG


def seen_small(view: BoardView) -> bool:
    """Whether the board is so small in the picture that discs may be missed."""
    return bool(2 * TOURNAMENT_DISC.radius_mm < LEAST_DISC_PX * view.middle_mm_per_px)


def hides_board_coloured(view: BoardView) -> bool:
    """Whether the photo is so soft that no disc of the board's own colour need show: only their rounding draws them,
    and their shadow, and the blur is as wide. Of 63 boards drawn by lot with such discs alone 27 showed none, 25 of
    these in so soft a photo.
    """
    blur_mm = view.blur_px * view.middle_mm_per_px
    return bool(HALF_WIDTH * blur_mm > TOURNAMENT_DISC.rounding_mm)
