"""The one radius that all discs on a board share, where the set has not been measured."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.board import TOURNAMENT_DISC
from calibration.view import BoardView
from vision.placing.between_samples import steps_to_top
from vision.placing.disc_position import merit_by_radius
from vision.placing.outline import ANGLES, Solids

# A candidate's radius is free, and often that of the face's rim: the true one is from a little less to well over it.
# Where sides are as dark as the board around all candidates may have that of the face without its rounding, so that the
# search always goes on until it has passed the tournament's radius, by two steps to see the merit fall again.
LOWEST, HIGHEST = 0.95, 1.12
BEYOND_USUAL_MM = 0.8
STEP_MM = 0.4
# The face of a two-coloured disc is a circle as clear as its outline, which lies around it: so many times as wide, and
# drawn nearly as clearly. Around other discs nothing is.
OUTSIDE, FARTHEST, AS_CLEAR = 1.12, 1.5, 0.8
# Most sets are of the tournament's size. Log odds per disc of one that is not, by its difference in these mm.
UNUSUAL, USUAL_WITHIN_MM = 1.0, 0.3
# It is sought on so many of the clearest discs; the light along all of them refines it.
CLEAREST = 5
# A circle on the faces of one team draws the others' radius to it. A team's own radius is taken where so many of its
# discs, each fitted alone, are so much wider than the radius of all discs, and the team fitted together is wider as
# well. Of 476 boards drawn by lot, photos and renderings six were so, all six 0.9 to 2.3 mm too narrow without it, and
# up to 0.3 mm off with it; 36 more had a team whose discs were wider alone, but not together.
LEAST_OF_TEAM, FITTED_WIDER_MM, WIDER_MM = 4, 0.55, 0.8
# What is found is good to this, one standard deviation: measured on scenes of known truth.
SET_RADIUS_SIGMA_MM = 0.24


def find_shared_radius(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, team: NDArray[np.intp]) -> float:
    """The radius, mm, with which the outlines of all discs together run through the clearest edges.

    solids: the sure candidates, at least one, the clearest first. team : (M,) theirs. Fitted one by one, many take the
    rim of their face for the outline.
    """
    together_mm = _radius_of(bgr, view, solids.taken(np.arange(len(team))[:CLEAREST]))
    by_team = [np.flatnonzero(team == t)[:CLEAREST] for t in np.unique(team) if np.sum(team == t) >= LEAST_OF_TEAM]
    widest = max(by_team, key=lambda of_team: float(np.median(solids.radius_mm[of_team])), default=None)
    if widest is None or np.median(solids.radius_mm[widest]) < together_mm + FITTED_WIDER_MM:
        return together_mm
    own_mm, usual_mm = _radius_of(bgr, view, solids.taken(widest)), TOURNAMENT_DISC.radius_mm
    # Dark discs look wider with their shadows, but then no nearer to the usual.
    nearer = abs(own_mm - usual_mm) < abs(together_mm - usual_mm)
    return own_mm if nearer and own_mm > together_mm + WIDER_MM else together_mm


def _radius_of(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> float:
    """The radius of a few discs together."""
    guess_mm = float(np.median(solids.radius_mm))
    highest_mm = max(HIGHEST * guess_mm, TOURNAMENT_DISC.radius_mm + BEYOND_USUAL_MM)
    outline = _clearest(bgr, view, solids, (LOWEST * guess_mm, highest_mm))
    around = _clearest(bgr, view, solids, (OUTSIDE * outline.radius_mm, FARTHEST * outline.radius_mm))
    as_clear = around.merit > outline.merit + ANGLES * np.log(AS_CLEAR)
    return around.radius_mm if around.stands_out and as_clear else outline.radius_mm


@dataclass(frozen=True, kw_only=True)
class _Circle:
    """The clearest circle of some radii. merit: log odds for each disc. stands_out: over narrower and wider ones."""

    radius_mm: float
    merit: float
    stands_out: bool


def _clearest(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, between_mm: tuple[float, float]) -> _Circle:
    radii_mm = np.arange(*between_mm, STEP_MM)
    middle_mm = float(np.mean(between_mm))
    alike = replace(solids, radius_mm=np.full(len(solids.radius_mm), middle_mm))
    merit = merit_by_radius(bgr, view, alike, radii_mm - middle_mm).mean(axis=1)
    merit -= UNUSUAL * np.log1p(((radii_mm - TOURNAMENT_DISC.radius_mm) / USUAL_WITHIN_MM) ** 2)
    best = int(merit.argmax())
    if not 0 < best < len(radii_mm) - 1:
        return _Circle(radius_mm=float(radii_mm[best]), merit=float(merit[best]), stands_out=False)
    radius_mm = float(radii_mm[best] + STEP_MM * steps_to_top(*merit[best - 1 : best + 2]))
    return _Circle(radius_mm=radius_mm, merit=float(merit[best]), stands_out=True)
