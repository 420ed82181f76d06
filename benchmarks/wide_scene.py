"""Boards drawn by lot under wide lenses, as action cameras and many webcams have: half of them hang straight above."""

from dataclasses import replace

import numpy as np

from benchmarks.wild_scene import wild_scene
from sample_images.render.scene import Camera, Scene, aim

# Focal length over the longer side of the picture, and radial distortion as in OpenCV: from a webcam's to that of an
# action camera. The second takes back a quarter of the first's square.
FOCAL, FIRST, SECOND = (0.55, 0.8), (-0.3, -0.05), 0.25
STRAIGHT_DEG, ASLANT_DEG = (0.0, 12.0), (12.0, 50.0)
# Share of the picture's shorter side that the board would fill unbent; a bent one is smaller at the edge.
FILLED, BOARD_MM = (0.75, 1.05), 880.0


def wide_scene(seed: int) -> Scene:
    """A scene of `wild_scene` by a camera with a wide lens."""
    rng = np.random.default_rng([seed, 4177])
    scene = wild_scene(seed)
    return replace(scene, name=f"wide_{seed:03d}", camera=_wide(scene.camera, rng))


def _wide(camera: Camera, rng: np.random.Generator) -> Camera:
    focal_px = float(rng.uniform(*FOCAL)) * max(camera.width_px, camera.height_px)
    first = float(rng.uniform(*FIRST))
    rotation, translation_mm = aim(
        tilt_deg=float(rng.uniform(*(STRAIGHT_DEG if rng.random() < 0.5 else ASLANT_DEG))),
        distance_mm=BOARD_MM * focal_px / (float(rng.uniform(*FILLED)) * min(camera.width_px, camera.height_px)),
        heading_deg=float(rng.uniform(-180, 180)),
        roll_deg=float(rng.normal(0, 8)),
    )
    return replace(
        camera,
        focal_px=focal_px,
        rotation=rotation,
        translation_mm=translation_mm,
        radial=(first, SECOND * first**2, 0.0),
    )
