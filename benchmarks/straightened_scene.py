"""Boards drawn by lot in pictures that were straightened: as by a level camera beside the board, its picture cut."""

from dataclasses import replace

import numpy as np
from scipy.spatial.transform import Rotation

from benchmarks.cropped_scene import turned
from benchmarks.wild_scene import wild_scene
from sample_images.render.scene import Camera, Scene


def straightened_scene(seed: int) -> Scene:
    """A scene of `wild_scene` whose picture looks as from straight above."""
    scene = wild_scene(seed)
    return replace(scene, name=f"straightened_{seed:03d}", camera=_level(scene.camera))


def _level(camera: Camera) -> Camera:
    """The camera turned straight down where it stands, the board as large as before and in the picture's middle.

    Apps that straighten a picture also take the lens's bend from it.
    """
    looks, down = -camera.rotation[:, 2], np.array([0.0, 0.0, 1.0])
    turn, _ = Rotation.align_vectors(down[None], looks[None])
    height_mm = float(turn.apply(camera.translation_mm)[2])
    focal_px = camera.focal_px * height_mm / float(camera.translation_mm[2])
    return turned(replace(camera, focal_px=focal_px, radial=(0.0, 0.0, 0.0)), turn.as_matrix())
