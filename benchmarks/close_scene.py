"""Boards drawn by lot on which discs came to rest as in play: against pegs and one another, over the edge of the hole
and of the surface, and side by side in the ditch.
"""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.holes import overhanging, tips_mm
from benchmarks.wild_scene import wild_scene
from sample_images.render.scene import Disc, Scene
from sample_images.render.solids import peg_solids

# How often a disc on the surface is moved against a peg, against another disc, or over the surface's edge; how often
# one lies over the hole's, and one in the ditch beside the one before it.
AGAINST_PEG, AGAINST_DISC, OVER_EDGE = 0.25, 0.35, 0.1
OVER_HOLE, BESIDE_LAST = 0.3, 0.6
# Between things that touch, as nearly as players see it.
GAP_MM = (0.0, 0.4)
TRIES = 60


def close_scene(seed: int) -> Scene:
    """A scene of `wild_scene`, its discs moved."""
    rng = np.random.default_rng([seed, 173])
    scene = wild_scene(seed)
    discs = [disc for disc in scene.discs if disc.place == "hole"]
    lying = [disc for disc in scene.discs if disc.place == "surface"]
    if lying and not discs and rng.random() < OVER_HOLE:
        azimuth, share = rng.uniform(0, 2 * math.pi), rng.random()
        discs.append(overhanging(lying.pop(), scene.board, scene.shape, azimuth, share))
    for disc in lying:
        moved = _moved(disc, discs, scene, rng)
        if is_free(moved, discs, scene):
            discs.append(moved)
    return replace(scene, name=f"close_{seed:03d}", discs=(*discs, *_in_ditch(scene, rng)))


def _moved(disc: Disc, others: list[Disc], scene: Scene, rng: np.random.Generator) -> Disc:
    """The disc where it came to rest, or where it was if there is no room."""
    radius_mm, board = scene.shape.radius_mm, scene.board

    def against_peg() -> tuple[float, float]:
        peg = peg_solids(board)[int(rng.integers(8))]
        return _beside(float(peg.base_mm[0]), float(peg.base_mm[1]), radius_mm + board.peg_radius_mm, rng)

    def against_disc() -> tuple[float, float]:
        other = others[int(rng.integers(len(others)))]
        return _beside(other.x_mm, other.y_mm, 2 * radius_mm, rng)

    def over_edge() -> tuple[float, float]:
        return _turned(board.surface_radius_mm - float(rng.uniform(1.0, radius_mm)), rng)

    drawn = rng.random()
    place: Callable[[], tuple[float, float]] | None = None
    if drawn < AGAINST_PEG:
        place = against_peg
    elif drawn < AGAINST_PEG + AGAINST_DISC and others:
        place = against_disc
    elif drawn > 1 - OVER_EDGE:
        place = over_edge
    for _ in range(TRIES if place else 0):
        x_mm, y_mm = place()
        moved = replace(disc, x_mm=x_mm, y_mm=y_mm)
        if is_free(moved, others, scene):
            return moved
    return disc


def is_free(disc: Disc, others: list[Disc], scene: Scene) -> bool:
    """Whether it stands in nothing, and tips neither into the hole nor into the ditch."""
    radius_mm, board, at = scene.shape.radius_mm, scene.board, (disc.x_mm, disc.y_mm)
    off_pegs = min(math.dist(at, peg.base_mm[:2]) for peg in peg_solids(board))
    off_discs = min((math.dist(at, (other.x_mm, other.y_mm)) for other in others), default=math.inf)
    apart = off_pegs >= radius_mm + board.peg_radius_mm and off_discs >= 2 * radius_mm
    return apart and tips_mm(board, scene.shape) <= math.hypot(*at) < board.surface_radius_mm - 0.5


def _in_ditch(scene: Scene, rng: np.random.Generator) -> list[Disc]:
    """The ditch's discs, in rows along the rail."""
    in_ditch = [disc for disc in scene.discs if disc.place == "ditch"]
    reach_mm = scene.board.surface_radius_mm + scene.board.ditch_width_mm - scene.shape.radius_mm - 0.5
    step = 2 * math.asin((scene.shape.radius_mm + GAP_MM[1]) / reach_mm)
    placed, azimuth = [], 0.0
    for disc in in_ditch:
        azimuth += step * (1.0 if placed and rng.random() < BESIDE_LAST else float(rng.uniform(1.0, 4.0)))
        if azimuth < 2 * math.pi - step:
            placed.append(replace(disc, x_mm=reach_mm * math.cos(azimuth), y_mm=reach_mm * math.sin(azimuth)))
    return placed


def _beside(x_mm: float, y_mm: float, apart_mm: float, rng: np.random.Generator) -> tuple[float, float]:
    aside_x, aside_y = _turned(apart_mm + float(rng.uniform(*GAP_MM)), rng)
    return x_mm + aside_x, y_mm + aside_y


def _turned(length_mm: float, rng: np.random.Generator) -> tuple[float, float]:
    azimuth = rng.uniform(0, 2 * math.pi)
    return length_mm * math.cos(azimuth), length_mm * math.sin(azimuth)
