"""What may be a board's three lines: ring patterns found in the photo or in its hues, and fitted there."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.board import LINE_RADII_MM
from calibration.camera.lens import straight_lens
from calibration.lines.fit_rings import BEND, HOMOGRAPHY, RADII, RingFit, farthest_mm, fit_rings, scaled
from calibration.lines.hue_picture import hue_picture
from calibration.lines.line_inside import outer_line_inside_mm
from calibration.lines.line_samples import sample_across
from calibration.lines.ring_centres import own_mixture
from calibration.lines.rings import has_usual_ratios
from calibration.lines.search import Find, Search, find_again, find_usual
from calibration.shrink import copy_from_px, shrink, with_even_sides

FloatArray = NDArray[np.float64]

# The pattern is good to a few mm, each fit to a fraction of the one before; the lens's bend is small beside the first.
SLACKS_MM = (6.0, 2.0, 0.0)
# A line that was mistaken for what JPEG draws beside it is followed after one to four looks at its colours.
LOOKS = 4
BEND_BELOW_MM = 4.0
# Fits that settle on the same lines from several starts mostly agree to a tenth of this; one that moves farther in its
# last round has not.
SAME_MM = 0.5
# Discs and hands hide at most two thirds of a line.
MIN_SHARE = 0.34
# Of two lines less may be chance: where a third was enough, a pattern that showed along 0.58 and 0.55 of its lines was
# taken for a board before the board's own, which showed along 0.91.
MOST_SHOWS = 0.75


@dataclass(frozen=True, eq=False, kw_only=True)
class FittedLines:
    """picture : (H, W, 3) that shows the lines: the photo, its hues, or the mixture in which they stand out.

    find : the pattern there. fit : the lines. mixtures : (3, 3) of the picture's stored colours in which they were
    measured, a row for each line.
    """

    picture: NDArray[np.uint8]
    find: Find
    mixtures: FloatArray
    fit: RingFit

    @property
    def drawn(self) -> bool:
        """Whether all three lines show along enough of their round."""
        return min(self.fit.share) >= MIN_SHARE and bool(np.isfinite(self.fit.rms_px))

    @property
    def plane_shows(self) -> bool:
        """Whether a line shows along enough of its round: the fit to noise alone may have shrunk to a point."""
        return max(self.fit.share) >= MIN_SHARE


def find_lines(search: Search) -> Iterator[FittedLines]:
    """What may be a board's lines in a photo, the quickest found first, and each once."""
    tried: list[FittedLines] = []
    for lines in _find_lines(search):
        if not any(_are_one(lines, other) for other in tried):
            tried.append(lines)
            yield lines


def _find_lines(search: Search) -> Iterator[FittedLines]:
    """The same, some of them found in several ways."""
    for find in search.by_votes():
        lines = fit_pattern(search.bgr, find)
        yield from _drawn(lines)
        # Where the surface's edge was taken for the outer line, the others were sought too far out.
        yield from _found_again(search.bgr, lines)
    in_hues = Search(hue_picture(search.bgr))
    yield from _in_hues(search.bgr, in_hues.bgr, in_hues.by_votes())
    yield from _fitted(search.bgr, search.by_ellipses())
    yield from _fitted(search.bgr, search.in_windows())
    yield from _in_hues(search.bgr, in_hues.bgr, in_hues.by_ellipses())


def find_lines_in_part(search: Search, is_in_part: Callable[[FloatArray], NDArray[np.bool_]]) -> Iterator[FittedLines]:
    """What may be a board's lines in a part of a photo. is_in_part : of (..., 2) photo px, (...,) whether they are."""
    find = search.in_part(is_in_part)
    yield from _fitted(search.bgr, [find] if find else [])


def fit_pattern(picture: NDArray[np.uint8], find: Find, slacks_mm: tuple[float, ...] = SLACKS_MM) -> FittedLines:
    """From the pattern to the joint fit, with ever narrower windows; the outer line sets the scale.

    slacks_mm : how far the lines may lie from where they are expected, round by round.
    """
    unit_mm = LINE_RADII_MM[2] / find.pattern.radii[2]
    r15, r10, outer = (r * unit_mm for r in find.pattern.radii)
    fit = RingFit(
        px_from_mm=find.px_from_plane @ np.diag([1 / unit_mm, 1 / unit_mm, 1.0]),
        lens=straight_lens(picture.shape[1], picture.shape[0]),
        radii_mm=(r15, r10, outer),
        rms_px=float("inf"),
        share=(0.0, 0.0, 0.0),
    )
    mixtures = np.tile(find.pattern.mixture, (3, 1))
    refined = _refined(picture, mixtures, fit, slacks_mm)
    lines = FittedLines(picture=picture, find=find, mixtures=mixtures, fit=refined)
    return lines if lines.drawn else _lost_line_again(lines, fit.radii_mm)


def _lost_line_again(lines: FittedLines, expected_mm: tuple[float, float, float]) -> FittedLines:
    """The same lines, with an inner one that is not drawn looked for where the pattern has it, if the others show well
    enough to give the plane: in the wide windows of the first rounds discs, pegs and numerals may lead it away.
    """
    (r15, r10, outer), (show15, show10, show_outer) = lines.fit.radii_mm, (s >= MOST_SHOWS for s in lines.fit.share)
    if not (show_outer and (show15 or show10)):
        return lines
    start = (r15 if show15 else expected_mm[0], r10 if show10 else expected_mm[1], outer)
    expected = replace(lines.fit, radii_mm=start)
    again = replace(lines, fit=_refined(lines.picture, lines.mixtures, expected, SLACKS_MM[-1:]))
    return again if again.drawn else lines


def on_the_outer_line(lines: FittedLines) -> FittedLines:
    """The same lines, the outer one fitted where it runs, if the edge of the surface was taken for it."""
    outer_mm = outer_line_inside_mm(lines.picture, lines.fit)
    if outer_mm is None:
        return lines
    r15, r10, _ = lines.fit.radii_mm
    fit = scaled(replace(lines.fit, radii_mm=(r15, r10, outer_mm)), LINE_RADII_MM[2])
    moved = replace(lines, fit=_refined(lines.picture, lines.mixtures, fit, SLACKS_MM[1:]))
    return moved if moved.drawn else lines


def fit_in_own_colours(lines: FittedLines) -> FittedLines:
    """The lines each in its own colour, where it stands out far better in that, as long as they are rounder so.

    One that is followed too badly to show its own may have that of the line that shows best.
    """
    looks = _looks_in_colours_seen(lines)
    fit, mixtures = looks[-1].fit, looks[-1].mixtures
    clearest = mixtures[np.argmax(fit.share)]
    if (mixtures != clearest).any():
        all_alike = np.tile(clearest, (3, 1))
        fit = _refined(lines.picture, all_alike, fit, SLACKS_MM[1:])
        looks += _looks_in_colours_seen(replace(lines, mixtures=all_alike, fit=fit))
    return min(looks, key=lambda look: look.fit.rms_px)


def _looks_in_colours_seen(lines: FittedLines) -> list[FittedLines]:
    """Colours are the clearer the better a line is followed: it is looked at again where it then is, even if one look
    follows it worse.
    """
    looks = [lines]
    for _ in range(LOOKS):
        looks.append(_in_colours_seen(looks[-1]))
        if looks[-1] is looks[-2]:
            break
    return looks


def _in_colours_seen(lines: FittedLines) -> FittedLines:
    """The lines fitted as in the last rounds, in the colours that are seen where they are now."""
    picture, fit, slacks_mm = lines.picture, lines.fit, SLACKS_MM[1:]
    profiles = [sample_across(picture, fit.px_from_mm, fit.lens, radius_mm, slacks_mm[0]) for radius_mm in fit.radii_mm]
    mixtures = np.array([own_mixture(seen, usual) for seen, usual in zip(profiles, lines.mixtures, strict=True)])
    if np.array_equal(mixtures, lines.mixtures):
        return lines
    return replace(lines, mixtures=mixtures, fit=_refined(picture, mixtures, fit, slacks_mm))


def _refined(picture: NDArray[np.uint8], mixtures: FloatArray, fit: RingFit, slacks_mm: tuple[float, ...]) -> RingFit:
    """The fit after a round for each slack, and one more like the last if that still moved lines that show."""
    before = fit
    for slack_mm in slacks_mm:
        before, fit = fit, _after_round(picture, mixtures, fit, slack_mm)
    if min(fit.share) >= MIN_SHARE and farthest_mm(fit, before) > SAME_MM:
        fit = _after_round(picture, mixtures, fit, slacks_mm[-1])
    return fit


def _after_round(picture: NDArray[np.uint8], mixtures: FloatArray, fit: RingFit, slack_mm: float) -> RingFit:
    """The fit to what is seen within a slack of where it puts the lines."""
    bend = (BEND,) if slack_mm < BEND_BELOW_MM else ()
    return fit_rings(picture, mixtures, fit, slack_mm, fitted=(HOMOGRAPHY, RADII, *bend))


def fit_in_copies(found: Iterable[FittedLines], scale: float) -> Iterator[FittedLines]:
    """The same patterns, fitted in copies of their pictures that are so many times as large."""
    copies: dict[int, NDArray[np.uint8]] = {}
    for lines in found:
        if id(lines.picture) not in copies:
            copies[id(lines.picture)] = shrink(with_even_sides(lines.picture), scale)
        find = replace(lines.find, px_from_plane=copy_from_px(scale) @ lines.find.px_from_plane)
        again = fit_pattern(copies[id(lines.picture)], find)
        if again.drawn:
            yield again


def _in_hues(bgr: NDArray[np.uint8], hues: NDArray[np.uint8], finds: Iterable[Find]) -> Iterator[FittedLines]:
    """Finds of the hues. Where these tell the plane, fainter lines show in the photo as well, and sharper there."""
    for lines in _fitted(hues, finds):
        yield from _found_again(bgr, lines)
        yield lines


def _found_again(bgr: NDArray[np.uint8], lines: FittedLines) -> Iterator[FittedLines]:
    """The clearest lines of the photo on the plane of others, now that it is known well."""
    again = find_again(bgr, _plane(lines.fit)) if lines.plane_shows else None
    yield from _fitted(bgr, [again] if again else [])


def _fitted(picture: NDArray[np.uint8], finds: Iterable[Find]) -> Iterator[FittedLines]:
    """The finds whose lines are drawn."""
    for find in finds:
        yield from _drawn(fit_pattern(picture, find))


def _drawn(lines: FittedLines) -> Iterator[FittedLines]:
    """The lines if they are drawn, after those of the usual ratios on their plane if they have others themselves."""
    if lines.plane_shows and not has_usual_ratios(lines.fit.radii_mm):
        usual = find_usual(lines.picture, _plane(lines.fit))
        as_usual = fit_pattern(lines.picture, usual) if usual else None
        if as_usual and as_usual.drawn:
            yield as_usual
    if lines.drawn:
        yield lines


def _are_one(lines: FittedLines, other: FittedLines) -> bool:
    """Whether two fits follow the same lines in the same colours of a picture."""
    pattern, others = lines.find.pattern, other.find.pattern
    alike = lines.picture is other.picture and pattern.channel == others.channel and pattern.dark == others.dark
    return alike and farthest_mm(lines.fit, other.fit) < SAME_MM


def _plane(fit: RingFit) -> FloatArray:
    """(3, 3) from the fitted plane, the outer line's radius as its unit, to the photo."""
    outer_mm = fit.radii_mm[2]
    return np.asarray(fit.px_from_mm @ np.diag([outer_mm, outer_mm, 1.0]))
