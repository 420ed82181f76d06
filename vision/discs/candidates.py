"""Where discs may lie: votes for every size a disc may have, then the solid fitted at each place."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.board import TOURNAMENT_DISC, DiscSpec
from calibration.lines.edges import EdgePoints, find_edges
from calibration.view import BoardView
from vision.colour.colours import face_colours, surround_colours
from vision.colour.topdown import TopDown, look_from_above
from vision.discs.disc_votes import DiscVote, vote_for_discs
from vision.placing.disc_fit import DiscFits, fit_solids
from vision.placing.outline import Solids, outline_mm

FloatArray = NDArray[np.float64]

PX_PER_MM = 1.25
# Canny leaves about one pixel per pixel of length.
EDGES_PER_MM = 1.05 * PX_PER_MM
# Over the outer line's 304.8 mm real discs were measured at 14.3 to 22.5 mm; 6 % a step is within the votes' spread.
RADII_MM = (13.4, 14.3, 15.2, 16.1, 17.1, 18.2, 19.4, 20.8, 22.4)
MOST_PER_SIZE = 60
# Votes of wood grain alone rarely pass this share of an outline, so what is above it, squared and summed over the
# candidates of each size, tells the size of the discs. A sum of less than the second, one outline a seventh above the
# first, is as likely by chance.
CLEAR_SCORE, CLEAR_ENOUGH = 0.4, 0.02
# Two candidates nearer than this are one.
SAME_MM = 4.0


@dataclass(frozen=True, eq=False, kw_only=True)
class Candidates:
    """M places where a disc may lie. score : (M,) share of the outline that voted. fits: the fitted solids.

    face_lab, surround_lab : (M, 3). face_spread : (M,) unevenness of the face. top_down: the picture that was voted on.
    """

    score: FloatArray
    fits: DiscFits
    face_lab: FloatArray
    face_spread: FloatArray
    surround_lab: FloatArray
    top_down: TopDown

    @property
    def evidence(self) -> FloatArray:
        """(M,) share of the outline that voted times the share that the fit found."""
        return self.score * self.fits.support


def find_candidates(
    bgr: NDArray[np.uint8],
    coarse_bgr: NDArray[np.uint8],
    coarse_view: BoardView,
    view: BoardView,
    disc: DiscSpec | None,
) -> Candidates:
    """All places of the board and its ditch where an outline of a disc shows.

    coarse_bgr, coarse_view: the photo at the resolution at which the votes are taken, and the board in it.
    disc : the set's measured disc, if there is one.
    """
    top_down = look_from_above(coarse_bgr, coarse_view, PX_PER_MM)
    edges = find_edges(top_down.bgr)
    edges_mm = EdgePoints(xy_px=top_down.mm(edges.xy_px), normal=edges.normal * (1.0, -1.0))
    # With a measured set too: an outline that is partly hidden may vote better for a size beside the true one.
    radii_mm = tuple(disc.radius_mm * f for f in (0.94, 1.0, 1.06)) if disc else RADII_MM
    solid = disc or TOURNAMENT_DISC
    votes = vote_for_discs(edges_mm, EDGES_PER_MM, view, radii_mm, solid, MOST_PER_SIZE)
    best = None if disc else clearest_size(votes, view.hole_radius_mm)
    if best is None:
        best = min(range(len(radii_mm)), key=lambda i: abs(radii_mm[i] - solid.radius_mm))
    chosen = _distinct([v for of_size in votes[max(0, best - 1) : best + 2] for v in of_size])
    solids = _solids(
        np.array([(v.x_mm, v.y_mm) for v in chosen]).reshape(-1, 2),
        np.array([v.radius_mm for v in chosen]),
        solid,
    )
    # The radius is free here even where it is known: a fit that may breathe finds its edges from farther away.
    fits = fit_solids(bgr, view, solids)
    return _look_at(bgr, view, fits, np.array([v.score for v in chosen]), top_down)


def clearest_size(votes: Sequence[Sequence[DiscVote]], hole_radius_mm: float) -> int | None:
    """Which of the sizes with these votes the discs have, if any outline is clear.

    The rim of the hole is as clear as a disc's, but wider: on a board with one or two discs it would be the clearest.
    """
    clear = [
        sum(max(v.score - CLEAR_SCORE, 0.0) ** 2 for v in of_size if math.hypot(v.x_mm, v.y_mm) > hole_radius_mm)
        for of_size in votes
    ]
    return int(np.argmax(clear)) if max(clear) >= CLEAR_ENOUGH else None


def add_patches(
    candidates: Candidates,
    bgr: NDArray[np.uint8],
    view: BoardView,
    seen_mm: FloatArray,
    radius_mm: float,
    disc: DiscSpec | None,
) -> Candidates:
    """The candidates, and after them one for each patch of colour without votes, whose face is seen at (K, 2) seen_mm.

    radius_mm : of the discs. disc : the set's measured disc, if there is one.
    """
    solid = disc or TOURNAMENT_DISC
    xy_mm = view.stand_mm(seen_mm, solid.thickness_mm)
    solids = _solids(xy_mm, np.full(len(xy_mm), radius_mm), solid)
    fits = fit_solids(bgr, view, solids)
    return _joined(candidates, _look_at(bgr, view, fits, np.zeros(len(xy_mm)), candidates.top_down))


def add_places(candidates: Candidates, bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> Candidates:
    """The candidates, and after them (K,) discs that were placed without votes."""
    count = len(solids.xy_mm)
    fits = DiscFits(solids=solids, support=np.zeros(count))
    return _joined(candidates, _look_at(bgr, view, fits, np.zeros(count), candidates.top_down))


def _joined(candidates: Candidates, added: Candidates) -> Candidates:
    """These candidates, then those added."""
    fits = DiscFits(
        solids=candidates.fits.solids.joined(added.fits.solids),
        support=np.append(candidates.fits.support, added.fits.support),
    )
    return Candidates(
        score=np.append(candidates.score, added.score),
        fits=fits,
        face_lab=np.vstack([candidates.face_lab, added.face_lab]),
        face_spread=np.append(candidates.face_spread, added.face_spread),
        surround_lab=np.vstack([candidates.surround_lab, added.surround_lab]),
        top_down=candidates.top_down,
    )


def _look_at(
    bgr: NDArray[np.uint8], view: BoardView, fits: DiscFits, score: FloatArray, top_down: TopDown
) -> Candidates:
    """Candidates where discs were fitted."""
    face_lab, face_spread = face_colours(bgr, view, fits.solids)
    return Candidates(
        score=score,
        fits=fits,
        face_lab=face_lab,
        face_spread=face_spread,
        surround_lab=surround_colours(bgr, view, outline_mm(fits.solids, view)),
        top_down=top_down,
    )


def _distinct(votes: list[DiscVote]) -> list[DiscVote]:
    kept: list[DiscVote] = []
    for vote in sorted(votes, key=lambda v: -v.score):
        if all(math.hypot(vote.x_mm - k.x_mm, vote.y_mm - k.y_mm) >= SAME_MM for k in kept):
            kept.append(vote)
    return kept


def _solids(xy_mm: FloatArray, radius_mm: FloatArray, disc: DiscSpec) -> Solids:
    """Discs on the surface at (M, 2) xy_mm, of (M,) radii."""
    return Solids.alike(xy_mm, radius_mm=radius_mm, rounding_mm=disc.rounding_mm, thickness_mm=disc.thickness_mm)
