"""One reading out of several of the same position: places and gaps by their weights, doubts that no photo resolves."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from calibration.board import MeasuredSet
from vision.gaps import shared_sigma_mm
from vision.reading import BoardReading, Disc, Doubt, LineDistance
from vision.same_round import Match, SeenBoard

FloatArray = NDArray[np.float64]

# Farther apart than this and this many standard deviations, a disc may have been moved between the photos.
APART_MM, APART_SIGMAS = 2.0, 4.0
# What is left of chance in a gap is at least this: a photo's own part of its sigma can be all but hidden by the rest.
LEAST_OWN_MM = 0.03


@dataclass(frozen=True, eq=False, kw_only=True)
class _Part:
    """A disc as one further photo shows it, in the first photo's frame."""

    disc: Disc
    xy_mm: FloatArray
    team: str


def combine_round(
    first: SeenBoard, others: Sequence[tuple[SeenBoard, Match]], measured: MeasuredSet | None
) -> BoardReading:
    """The first photo's reading, surer by the others.

    Errors of one photo average out, the discs' widest radius among them; those that all photos share stay.
    """
    common_mm = shared_sigma_mm(measured, radius_sigma_mm=0.0)
    parts = _parts(first, others)
    discs = tuple(_combined(first, i, parts[i], common_mm) for i in range(len(first.reading.discs)))
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
    return replace(first.reading, discs=discs, doubts=tuple(doubts))


def _parts(first: SeenBoard, others: Sequence[tuple[SeenBoard, Match]]) -> list[list[_Part]]:
    """For each disc of the first photo, how the others show it."""
    parts: list[list[_Part]] = [[] for _ in first.reading.discs]
    for board, match in others:
        teams = _team_names(first, board, match)
        for i, j in match.pairs:
            disc = board.reading.discs[j]
            at_mm = match.turn @ np.array([disc.x_mm, disc.y_mm])
            parts[i].append(_Part(disc=disc, xy_mm=at_mm, team=teams[disc.team]))
    return parts


def _team_names(first: SeenBoard, other: SeenBoard, match: Match) -> dict[str, str]:
    """The other photo's team ids -> the first one's: each photo numbers its colours by itself."""
    ours, theirs = [team.id for team in first.reading.teams], [team.id for team in other.reading.teams]
    votes = np.zeros((len(theirs), len(ours)))
    for i, j in match.pairs:
        votes[theirs.index(other.reading.discs[j].team), ours.index(first.reading.discs[i].team)] += 1
    rows, columns = linear_sum_assignment(-votes)
    # A team that only the other photo has keeps no name here.
    return dict.fromkeys(theirs, "") | {theirs[row]: ours[column] for row, column in zip(rows, columns, strict=True)}


def _combined(first: SeenBoard, i: int, parts: list[_Part], common_mm: float) -> Disc:
    disc = first.reading.discs[i]
    alike = [part for part in parts if part.disc.place == disc.place]
    if not alike:
        return disc
    sigma = np.array([disc.sigma_mm, *(part.disc.sigma_mm for part in alike)])
    places = np.vstack([[disc.x_mm, disc.y_mm], *(part.xy_mm for part in alike)])
    x_mm, x_sigma = _weighted(places[:, 0], sigma)
    y_mm, y_sigma = _weighted(places[:, 1], sigma)
    px = first.view.px(np.array([x_mm, y_mm]))
    return replace(
        disc,
        x_mm=x_mm,
        y_mm=y_mm,
        px=(float(px[0]), float(px[1])),
        sigma_mm=math.sqrt((x_sigma**2 + y_sigma**2) / 2),
        gaps=tuple(_gap(disc.gaps[k], [part.disc.gaps[k] for part in alike], common_mm) for k in range(len(disc.gaps))),
    )


def _gap(first: LineDistance, others: list[LineDistance], common_mm: float) -> LineDistance:
    gaps = [first, *others]
    own = np.array([math.sqrt(max(gap.sigma_mm**2 - common_mm**2, LEAST_OWN_MM**2)) for gap in gaps])
    gap_mm, own_mm = _weighted(np.array([gap.gap_mm for gap in gaps]), own)
    return replace(first, gap_mm=gap_mm, sigma_mm=math.hypot(own_mm, common_mm))


def _weighted(found: FloatArray, sigma: FloatArray) -> tuple[float, float]:
    """Mean by inverse variance and its standard deviation, larger where the photos differ more than they promise."""
    weight = sigma**-2.0
    mean = float((weight * found).sum() / weight.sum())
    chi_square = float((weight * (found - mean) ** 2).sum())
    stretch = max(1.0, math.sqrt(chi_square / max(len(found) - 1, 1)))
    return mean, float(weight.sum() ** -0.5) * stretch


def _shared(doubt: Doubt, board: SeenBoard, match: Match) -> bool:
    """Whether another photo has the same doubt, or cannot say: a close-up that does not show the disc."""
    if doubt.disc is None:
        return not board.whole or any(other.code == doubt.code for other in board.reading.doubts)
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
