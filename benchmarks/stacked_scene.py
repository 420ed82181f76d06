"""Boards drawn by lot on which one disc leans on another: a shot that ended so, or a hand that put it there."""

import math
from dataclasses import replace

import numpy as np

from benchmarks.close_scene import is_free
from benchmarks.wild_scene import wild_scene
from sample_images.render.scene import Disc, DiscShape, Scene

# Flatter it would touch the other disc with its very edge, and steeper it would lie mostly on that.
LEAN_DEG = (20.0, 40.0)
TRIES = 200


def stacked_scene(seed: int) -> Scene:
    """A scene of `wild_scene` with one more disc, of any team, that leans on one of those on the surface, if there is
    room.
    """
    rng = np.random.default_rng([seed, 211])
    scene = wild_scene(seed)
    lying = [disc for disc in scene.discs if disc.place == "surface"]
    for _ in range(TRIES if lying else 0):
        under, like = (lying[int(i)] for i in rng.integers(len(lying), size=2))
        azimuth, lean = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(*LEAN_DEG))
        leaning = leaning_on(under, like, scene.shape, azimuth, lean)
        if is_free(leaning, [disc for disc in lying if disc is not under], scene):
            return replace(scene, name=f"stacked_{seed:03d}", discs=(*scene.discs, leaning))
    return replace(scene, name=f"stacked_{seed:03d}")


def leaning_on(under: Disc, like: Disc, shape: DiscShape, azimuth: float, lean: float) -> Disc:
    """A disc of another's team with its lowest edge on the board and its base on the upper edge of the one under it.

    azimuth : on which side of that it lies, lean : how steeply, both in radians.
    """
    apart_mm = shape.radius_mm + shape.thickness_mm / math.tan(lean) - shape.base_radius_mm * math.cos(lean)
    away = (math.cos(azimuth), math.sin(azimuth))
    return replace(
        like,
        x_mm=under.x_mm + apart_mm * away[0],
        y_mm=under.y_mm + apart_mm * away[1],
        base_z_mm=shape.base_radius_mm * math.sin(lean),
        axis=(math.sin(lean) * away[0], math.sin(lean) * away[1], math.cos(lean)),
    )
