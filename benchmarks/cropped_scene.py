"""Boards drawn by lot in pictures that were cropped about them: the optical axis does not meet the picture's middle."""

import math
from dataclasses import replace

import cv2
import numpy as np

from benchmarks.wild_scene import wild_scene
from sample_images.render.scene import Scene

# How far the camera looks past the board: in half of a phone's picture up to about 18 degrees.
ASIDE_DEG = (6.0, 20.0)


def cropped_scene(seed: int) -> Scene:
    """A scene of `wild_scene` by a camera that looks past the board, cut so that the board lies in the middle."""
    rng = np.random.default_rng([seed, 2903])
    scene = wild_scene(seed)
    camera, aside_rad, azimuth = scene.camera, math.radians(rng.uniform(*ASIDE_DEG)), rng.uniform(0, 2 * math.pi)
    turn, _ = cv2.Rodrigues(aside_rad * np.array([math.cos(azimuth), math.sin(azimuth), 0.0]))
    middle_mm = turn @ camera.translation_mm
    off_px = camera.focal_px * middle_mm[:2] / middle_mm[2]
    cut = replace(
        camera,
        rotation=turn @ camera.rotation,
        translation_mm=middle_mm,
        principal_px=((camera.width_px - 1) / 2 - float(off_px[0]), (camera.height_px - 1) / 2 - float(off_px[1])),
    )
    return replace(scene, name=f"cropped_{seed:03d}", camera=cut)
