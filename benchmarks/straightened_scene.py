"""Boards drawn by lot in pictures that were straightened: as by a level camera beside the board, its picture cut."""

from dataclasses import replace

import cv2
import numpy as np

from benchmarks.wild_scene import wild_scene
from sample_images.render.scene import Camera, Scene


def straightened_scene(seed: int) -> Scene:
    """A scene of `wild_scene` whose picture looks as from straight above."""
    scene = wild_scene(seed)
    return replace(scene, name=f"straightened_{seed:03d}", camera=_level(scene.camera))


def _level(camera: Camera) -> Camera:
    """The camera turned straight down where it stands, its picture cut so that the board is as large and in its middle.

    Apps that straighten a picture also take the lens's bend from it.
    """
    down = np.array([0.0, 0.0, 1.0])
    looks = -camera.rotation[:, 2]
    angle_rad = np.arccos(np.clip(looks @ down, -1.0, 1.0))
    about = np.cross(looks, down)
    turn, _ = cv2.Rodrigues(about * (angle_rad / max(float(np.linalg.norm(about)), 1e-9)))
    middle_mm = turn @ camera.translation_mm
    focal_px = camera.focal_px * middle_mm[2] / camera.translation_mm[2]
    x_px, y_px = np.array(camera.centre_px) - focal_px * middle_mm[:2] / middle_mm[2]
    return replace(
        camera,
        focal_px=focal_px,
        rotation=turn @ camera.rotation,
        translation_mm=middle_mm,
        principal_px=(float(x_px), float(y_px)),
        radial=(0.0, 0.0, 0.0),
    )
