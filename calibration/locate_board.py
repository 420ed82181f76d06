"""Photo -> BoardView: the order of the steps."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import tee

import numpy as np
from numpy.typing import NDArray

from calibration.board import MeasuredSet
from calibration.board_from_lines import board_from_lines
from calibration.boards_beside import has_room_beside, larger_one, lies_beside
from calibration.lines.find_lines import (
    FittedLines,
    find_lines,
    find_lines_in_part,
    fit_in_copies,
    fit_in_own_colours,
    fit_pattern,
    on_the_outer_line,
)
from calibration.lines.line_inside import outer_line_inside_mm
from calibration.lines.line_picture import line_picture
from calibration.lines.rings import has_usual_ratios
from calibration.lines.search import Search
from calibration.recognise import has_quadrants, is_crokinole, may_be_round
from calibration.shrink import shrink, with_even_sides
from calibration.view import BoardNotFound, BoardView

# Lines that are out of focus, moved or lost in noise show better in a smaller copy, and are as round there as others
# are: of 36 boards drawn by lot that were refused without it 19 are found. To search the copy anew finds no more: of
# 124 made soft and noisy the same 96, in twice the time. Half a pixel is more there, so that models and prints of
# boards pass for round as well: those that did had up to six pegs, or 4.2 mm a pixel of the copy. Boards had all eight
# and up to 3.4 mm; one with two pegs behind discs is refused.
COARSE, MIN_PEGS_COARSE, COARSEST_MM_PER_PX = 0.5, 7, 3.5
ADVICE = (
    "No whole crokinole board was found: photograph it from above or at a slant, with the whole rail in the picture."
)


def locate_board(
    bgr: NDArray[np.uint8], focal_35mm: float | None = None, measured: MeasuredSet | None = None
) -> BoardView:
    """Find the board in a photo.

    bgr : (H, W, 3) uint8. focal_35mm : from EXIF, where there. Raises BoardNotFound with advice for the player.
    """
    photo = _Picture(bgr=bgr, focal_35mm=focal_35mm, measured=measured)
    search = Search(bgr)
    found, again = tee(find_lines(search))
    view = photo.first_board(found) or photo.first_board_in_copy(again)
    if view is None:
        raise BoardNotFound(ADVICE)
    return photo.largest(view, search)


@dataclass(frozen=True, eq=False, kw_only=True)
class _Picture:
    """A photo (H, W, 3), or a smaller copy of it, and what is known beside it."""

    bgr: NDArray[np.uint8]
    focal_35mm: float | None
    measured: MeasuredSet | None

    def first_board(self, found: Iterable[FittedLines]) -> BoardView | None:
        """The first of the lines that are a board's. Lines that do not stand out of grain and shadows may still do so
        by their hue, on the plane of another circle, or in the mixture of colours that they themselves differ in.
        """
        tried: list[FittedLines] = []
        for lines in found:
            view = self._board_of(lines)
            if view:
                return view
            tried.append(lines)
        return self._by_line_colour(max(tried, key=lambda lines: lines.find.pattern.score)) if tried else None

    def first_board_in_copy(self, found: Iterable[FittedLines]) -> BoardView | None:
        """The board in a photo whose lines show better in a smaller copy of it."""
        copy = replace(self, bgr=shrink(with_even_sides(self.bgr), COARSE))
        view = copy.first_board(fit_in_copies(found, COARSE))
        if view is None or view.pegs < MIN_PEGS_COARSE or view.middle_mm_per_px > COARSEST_MM_PER_PX:
            return None
        return replace(view.scaled(1 / COARSE), size_px=(self.bgr.shape[1], self.bgr.shape[0]))

    def largest(self, view: BoardView, search: Search) -> BoardView:
        """The board that was found, or another beside it that looks larger: it is meant, the other lies behind."""
        if not has_room_beside(view):
            return view
        others = (self._board_of(lines) for lines in find_lines_in_part(search, partial(lies_beside, view)))
        another = next((other for other in others if other), None)
        return larger_one(view, another) if another else view

    def _board_of(self, lines: FittedLines) -> BoardView | None:
        """The board of which these are the lines, if they are a board's."""
        if not may_be_round(lines.fit):
            return None
        lines = on_the_outer_line(lines)
        view = self._from_lines(lines)
        return self._by_own_colours(lines, view) if is_crokinole(view) else None

    def _by_own_colours(self, lines: FittedLines, view: BoardView) -> BoardView:
        """A board that was found, by its lines' own colours where these show them far better and it is still one."""
        own = fit_in_own_colours(lines)
        # The outer line's own colour may show the edge of the surface better than it.
        if own is lines or outer_line_inside_mm(own.picture, own.fit) is not None:
            return view
        better = self._from_lines(own)
        return better if is_crokinole(better) else view

    def _by_line_colour(self, roughly: FittedLines) -> BoardView | None:
        """The board by lines too faint for any one colour channel, if its quadrant lines show in their colour as well,
        and they lie where nearly all boards have them.
        """
        pattern = replace(roughly.find.pattern, channel=0, dark=False)
        lines = fit_pattern(line_picture(self.bgr, roughly.fit), replace(roughly.find, pattern=pattern))
        if not (lines.drawn and has_usual_ratios(lines.fit.radii_mm)):
            return None
        view = self._from_lines(lines, lines_alone=True)
        return view if has_quadrants(view) and is_crokinole(view) else None

    def _from_lines(self, lines: FittedLines, *, lines_alone: bool = False) -> BoardView:
        return board_from_lines(lines, self.bgr, self.focal_35mm, self.measured, lines_alone=lines_alone)
