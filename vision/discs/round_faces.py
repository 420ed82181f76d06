"""Discs put back where their faces are round.

A face is the same all round its axis, be it plain, ringed or inlaid. On its shadow, on a ring of its own face or across
its edge a disc would have rings of more than one colour; where around they are of one colour, there it stands.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.colour.colour_space import weigh
from vision.colour.colours import ring_colours
from vision.placing.disc_position import Placed, displacements
from vision.placing.neighbours import clear_of_discs
from vision.placing.outline import Solids, over_channels

FloatArray = NDArray[np.float64]

# Discs drawn more clearly than this stand where they seem to.
CLEARLY_DRAWN = 0.5
# Rings of a face, in radii; a colour farther from its ring's than the most, in weighted L*a*b*, is a letter or a lamp.
RINGS, MOST_UNEVEN = (0.3, 0.5, 0.65, 0.8), 20.0
# Where it is looked for: as far as a disc and its shadow lie apart, in steps small beside a radius, then finely.
AROUND, FINELY = displacements(12.0, 1.5), displacements(2.5, 0.5)
# So many times as uneven as somewhere around a face is not where it seems to be, noise apart. Places up to this share
# of the way from the evenest to where the disc was are as good as the evenest: where they lie together it stands amid
# them. Of 4,173 discs on boards drawn by lot, path traced ones among them, 71 had such a place: before they were off by
# 4.0 mm (root of the mean square), 61 of them by over 2 mm; there 70 are off by 0.4 mm, one by 3. 39 had several: 25 of
# these were off by over 2 mm.
LESS_EVEN, NOISE = 1.2, 1.0
AS_EVEN, TOGETHER_MM = 0.25, 1.2
SEVERAL_WRONG = 25 / 39
# How good such a place is along each axis, and what is left in doubt: one of 71 may be five of a hundred.
EVEN_SIGMA_MM, STILL_IN_DOUBT = 0.3, 0.05


def onto_round_faces(bgr: NDArray[np.uint8], view: BoardView, placed: Placed, chosen: NDArray[np.intp]) -> Placed:
    """Move those of the (N,) chosen, weakly drawn, whose faces are round elsewhere, off all other discs.

    Where several places are as good a disc stays, the less sure of where it is.
    """
    for i in chosen[np.isfinite(placed.merit[chosen]) & (placed.drawn[chosen] < CLEARLY_DRAWN)]:
        one = np.array([i])
        others_mm = placed.solids.xy_mm[chosen[chosen != i]]
        placed = placed.updated(one, _onto_round_face(bgr, view, placed.taken(one), others_mm))
    return placed


def _onto_round_face(bgr: NDArray[np.uint8], view: BoardView, here: Placed, others_mm: FloatArray) -> Placed:
    """One disc where its face is round, if it is not so where it was placed."""
    uneven_here = float(_unevenness(bgr, view, here.solids, np.zeros((1, 2)))[0])
    free_mm = AROUND[clear_of_discs(here.solids.xy_mm + AROUND, others_mm, float(here.solids.radius_mm[0]))]
    if uneven_here < LESS_EVEN * NOISE or not len(free_mm):
        return here
    uneven = _unevenness(bgr, view, here.solids, free_mm)
    if uneven_here < LESS_EVEN * (uneven.min() + NOISE):
        return here
    even_mm = _even_places(free_mm, uneven, uneven_here)
    away_mm = even_mm.mean(axis=0)
    if np.sqrt(np.square(even_mm - away_mm).sum(axis=1).mean()) > TOGETHER_MM:
        doubt_mm2 = SEVERAL_WRONG * even_mm.T @ even_mm / len(even_mm)
        return replace(here, covariance_mm2=here.covariance_mm2 + doubt_mm2)
    finely_mm = away_mm + FINELY
    away_mm = _even_places(finely_mm, _unevenness(bgr, view, here.solids, finely_mm), uneven_here).mean(axis=0)
    covariance_mm2 = EVEN_SIGMA_MM**2 * np.eye(2) + STILL_IN_DOUBT * np.outer(away_mm, away_mm)
    there = replace(here.solids, xy_mm=here.solids.xy_mm + away_mm)
    return replace(here, solids=there, covariance_mm2=covariance_mm2[None])


def _even_places(apart_mm: FloatArray, uneven: FloatArray, uneven_here: float) -> FloatArray:
    """(K, 2) those of (G, 2) places, so (G,) uneven, at which a face is about as even as at the evenest of them."""
    evenest = float(uneven.min())
    return np.asarray(apart_mm[uneven <= evenest + AS_EVEN * (uneven_here - evenest)])


def _unevenness(bgr: NDArray[np.uint8], view: BoardView, disc: Solids, apart_mm: FloatArray) -> FloatArray:
    """(G,) how far the colours of one disc's face would mostly be from those of their rings, at (G, 2) from its place,
    in weighted L*a*b*.
    """
    moved = replace(disc.taken(np.zeros(len(apart_mm), np.intp)), xy_mm=disc.xy_mm + apart_mm)
    colours = weigh(ring_colours(bgr, view, moved, RINGS))
    away = np.sqrt(over_channels(np.square(colours - np.median(colours, axis=2, keepdims=True)).astype(np.float32)))
    return np.asarray(np.minimum(away, MOST_UNEVEN).mean(axis=(1, 2)), np.float64)
