"""One reading out of several of the same position: places and gaps by their weights, doubts that no photo resolves."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.board import MeasuredSet
from calibration.view import BoardView
from vision.doubts import whose_doubt
from vision.gaps import shared_sigma_mm
from vision.reading import BoardReading, Disc, Doubt, LineDistance
from vision.several_photos.same_round import SAME_PLACE_MM, Match, SeenBoard, may_be_none, team_names
from vision.several_photos.weighted_mean import weighted_mean

FloatArray = NDArray[np.float64]

# Farther apart than this and this many standard deviations, a disc may have been moved between the photos.
APART_MM, APART_SIGMAS = 2.0, 4.0
# What is left of chance in a gap is at least this: a photo's own part of its sigma can be all but hidden by the rest.
LEAST_OWN_MM = 0.03


@dataclass(frozen=True, eq=False, kw_only=True)
class _Part:
    """A disc as one further photo shows it. xy_mm, by_thickness_mm : (2,), in the first photo's frame. sure: that it is
    one. doubts: about it.
    """

    disc: Disc
    xy_mm: FloatArray
    by_thickness_mm: FloatArray
    team: str
    sure: bool
    doubts: tuple[Doubt, ...]


def combine_round(
    first: SeenBoard, others: Sequence[tuple[SeenBoard, Match]], measured: MeasuredSet | None
) -> BoardReading:
    """The first photo's reading, surer by the others.

    Errors of one photo average out, the discs' widest radius among them; those that all photos share stay. A disc that
    the first photo does not show, but has doubts about, counts if another does, and is asked about if that is not sure.
    """
    # A width is told by each photo anew: what all have in common is no more than the surest leaves open.
    half_width_mm = min(board.view.half_width_sigma_mm for board in (first, *(other for other, _ in others)))
    common_mm = shared_sigma_mm(measured, radius_sigma_mm=0.0, half_width_sigma_mm=half_width_mm)
    parts, added = _parts(first, others), _added(first, others)
    discs = [_combined(first, disc, parts[i], common_mm) for i, disc in enumerate(first.reading.discs)]
    doubts = [doubt for doubt in first.reading.doubts if all(_shared(doubt, board, match) for board, match in others)]
    doubts += [
        Doubt(
            code="photos_differ",
            message=f"The photos do not agree on disc {i + 1}: {_differs(disc, parts[i])}",
            disc=i,
        )
        for i, disc in enumerate(first.reading.discs)
        if _differs(disc, parts[i])
    ]
    for shown in added:
        sure = [part for part in shown if part.sure and part.team]
        if sure:
            doubts += _still_asked(sure, len(discs))
            discs.append(_combined(first, _in_frame(sure[0], first.view), sure[1:], common_mm))
        else:
            x_mm, y_mm = (float(mm) for mm in shown[0].xy_mm)
            message = "Only another photo shows a disc here: is there one?"
            doubts.append(Doubt(code="photos_differ", message=message, xy_mm=(x_mm, y_mm)))
    shared_mm = common_mm if others else first.reading.shared_gap_sigma_mm
    return replace(first.reading, discs=tuple(discs), doubts=tuple(doubts), shared_gap_sigma_mm=shared_mm)


def _parts(first: SeenBoard, others: Sequence[tuple[SeenBoard, Match]]) -> list[list[_Part]]:
    """For each disc of the first photo, how the others show it."""
    parts: list[list[_Part]] = [[] for _ in first.reading.discs]
    for board, match in others:
        teams = team_names(first, board, match.pairs)
        for i, j in match.pairs:
            parts[i].append(_part(board, int(j), match, teams))
    return parts


def _added(first: SeenBoard, others: Sequence[tuple[SeenBoard, Match]]) -> list[list[_Part]]:
    """For each disc that the first photo does not show, how the others do."""
    added: list[list[_Part]] = []
    for board, match in others:
        teams = team_names(first, board, match.pairs)
        for j in match.added:
            part = _part(board, int(j), match, teams)
            same = [shown for shown in added if np.hypot(*(shown[0].xy_mm - part.xy_mm)) < SAME_PLACE_MM]
            if same:
                same[0].append(part)
            else:
                added.append([part])
    return added


def _part(board: SeenBoard, j: int, match: Match, teams: dict[str, str]) -> _Part:
    disc = board.reading.discs[j]
    at_mm = match.turn @ np.array([disc.x_mm, disc.y_mm])
    return _Part(
        disc=disc,
        xy_mm=at_mm,
        by_thickness_mm=match.turn @ np.array(disc.by_thickness_mm),
        team=teams[disc.team],
        sure=not may_be_none(board, j),
        doubts=tuple(doubt for doubt in board.reading.doubts if doubt.disc == j),
    )


def _still_asked(parts: list[_Part], disc: int) -> list[Doubt]:
    """What all photos that show a disc ask about it; disc : its index among those of the round."""
    first, *others = parts
    asked = [doubt for doubt in first.doubts if all(any(o.code == doubt.code for o in part.doubts) for part in others)]
    return [whose_doubt(disc) if doubt.code == "team" else replace(doubt, disc=disc) for doubt in asked]


def _in_frame(part: _Part, view: BoardView) -> Disc:
    """The disc as the first photo would show it."""
    x_mm, y_mm = (float(mm) for mm in part.xy_mm)
    x_px, y_px = (float(px) for px in view.px(part.xy_mm))
    aside_mm = (float(part.by_thickness_mm[0]), float(part.by_thickness_mm[1]))
    return replace(part.disc, team=part.team, x_mm=x_mm, y_mm=y_mm, px=(x_px, y_px), by_thickness_mm=aside_mm)


def _combined(first: SeenBoard, disc: Disc, parts: list[_Part], common_mm: float) -> Disc:
    alike = [part for part in parts if part.disc.place == disc.place]
    if not alike or disc.place in ("hole", "lip"):  # where no line is near, and the base not on the surface
        return disc
    sigma = np.array([disc.sigma_mm, *(part.disc.sigma_mm for part in alike)])
    places = np.vstack([[disc.x_mm, disc.y_mm], *(part.xy_mm for part in alike)])
    thicker = np.vstack([disc.by_thickness_mm, *(part.by_thickness_mm for part in alike)])
    # The discs' thickness is the same in all photos.
    x_mm, x_sigma = weighted_mean(places[:, 0], sigma, thicker[:, 0])
    y_mm, y_sigma = weighted_mean(places[:, 1], sigma, thicker[:, 1])
    px = first.view.px(np.array([x_mm, y_mm]))
    away_mm = thicker @ np.array([x_mm, y_mm]) / max(math.hypot(x_mm, y_mm), 1e-9)
    return replace(
        disc,
        x_mm=x_mm,
        y_mm=y_mm,
        px=(float(px[0]), float(px[1])),
        sigma_mm=math.sqrt((x_sigma**2 + y_sigma**2) / 2),
        gaps=tuple(
            _gap(gap, [part.disc.gaps[k] for part in alike], common_mm, away_mm) for k, gap in enumerate(disc.gaps)
        ),
    )


def _gap(first: LineDistance, others: list[LineDistance], common_mm: float, away_mm: FloatArray) -> LineDistance:
    """A gap by all photos. away_mm : (N,) how far off the middle each of them has the disc if it is thicker."""
    gaps = [first, *others]
    own = np.array([math.sqrt(max(gap.sigma_mm**2 - common_mm**2, LEAST_OWN_MM**2)) for gap in gaps])
    gap_mm, own_mm = weighted_mean(np.array([gap.gap_mm for gap in gaps]), own, away_mm)
    return replace(first, gap_mm=gap_mm, sigma_mm=math.hypot(own_mm, common_mm))


def _shared(doubt: Doubt, board: SeenBoard, match: Match) -> bool:
    """Whether another photo has the same doubt, or cannot say: a close-up that does not show the disc, or one that has
    such doubts of its own: what an arm hides in one photo may be cut off in another.
    """
    if doubt.disc is None:
        return not board.whole or any(other.disc is None for other in board.reading.doubts)
    partners = [int(j) for i, j in match.pairs if i == doubt.disc]
    return not partners or any(other.code == doubt.code and other.disc in partners for other in board.reading.doubts)


def _differs(disc: Disc, parts: list[_Part]) -> str:
    """What to ask where as many photos show the disc otherwise as show it so; "" where they agree."""
    elsewhere = sum(part.disc.place != disc.place for part in parts)
    if 2 * elsewhere > len(parts):
        return "does it lie in the hole, lean on its edge, or lie on the board?"
    otherwise = sum(part.team != disc.team for part in parts)
    if 2 * otherwise > len(parts):
        return "which team's is it?"
    for part in parts:
        apart_mm = float(np.hypot(*(part.xy_mm - (disc.x_mm, disc.y_mm))))
        if apart_mm > max(APART_MM, APART_SIGMAS * math.hypot(part.disc.sigma_mm, disc.sigma_mm)):
            return f"it lies {apart_mm:.0f} mm off in another photo. Was it moved?"
    return ""
