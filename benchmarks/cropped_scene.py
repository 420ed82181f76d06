"""Boards drawn by lot in pictures that were cropped about them: the optical axis does not meet the picture's middle."""

import math
from dataclasses import replace

import cv2
import numpy as np

from benchmarks.wild_scene import wild_scene
from sample_images.render.scene import Array, Camera, Scene

# How far the camera looks past the board: in half of a phone's picture up to about 18 degrees.
ASIDE_DEG = (6.0, 20.0)


def cropped_scene(seed: int) -> Scene:
    """A scene of `wild_scene` by a camera that looks past the board."""
    rng = np.random.default_rng([seed, 2903])
    scene = wild_scene(seed)
    aside_deg, about_rad = rng.uniform(*ASIDE_DEG), rng.uniform(0, 2 * math.pi)
    return replace(scene, name=f"cropped_{seed:03d}", camera=looking_past(scene.camera, aside_deg, about_rad))


def looking_past(camera: Camera, aside_deg: float, about_rad: float) -> Camera:
    """The camera turned away from the board's middle, its picture cut so that the middle is where it would else be.

    about_rad : of the axis in the picture's plane about which it turns, from the right downward.
    """
    turn, _ = cv2.Rodrigues(math.radians(aside_deg) * np.array([math.cos(about_rad), math.sin(about_rad), 0.0]))
    return turned(camera, turn)


def turned(camera: Camera, turn: Array) -> Camera:
    """The camera turned by (3, 3) where it stands, its picture cut so that the board's middle stays where it is."""
    middle_mm = turn @ camera.translation_mm
    x_px, y_px = np.array(camera.centre_px) - camera.focal_px * middle_mm[:2] / middle_mm[2]
    return replace(
        camera,
        rotation=turn @ camera.rotation,
        translation_mm=middle_mm,
        principal_px=(float(x_px), float(y_px)),
    )
