"""Boards of `wild_boards` drawn by Blender's path tracer: `python -m benchmarks.path_traced FOLDER [COUNT] [KIND]`.

Light goes from surface to surface, shadows fall as they do, and nothing is drawn as we think that a disc looks. Then
`python -m benchmarks.wild_boards COUNT [KIND] --keep FOLDER` reads the pictures. Blender (PyPI's bpy) wants an older
NumPy than the program, so that it needs an environment of its own: `pip install bpy 'opencv-python-headless<5' rich`.
A minute of CPU for a picture. Finishes are paint, or wood of a plain grain; numerals, inlays and window frames are
left out.
"""

import sys
from pathlib import Path

import bpy
import cv2
import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from benchmarks.few_scene import few_scene
from benchmarks.odd_scene import odd_scene
from benchmarks.path_traced.board import build_board, build_table
from benchmarks.path_traced.camera import photographed
from benchmarks.path_traced.finish import material_of
from benchmarks.path_traced.light import light_room
from benchmarks.path_traced.solids import disc_profile, peg_profile, stand
from benchmarks.wild_scene import wild_scene
from sample_images.render.camera import develop
from sample_images.render.scene import Scene
from sample_images.render.solids import disc_solid, peg_solids

# Of `wild_boards`, which itself needs what Blender's environment has not.
KINDS = {"--odd": odd_scene, "--few": few_scene}


def main() -> None:
    """Draw the pictures that are not there yet."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    scene_of = next((drawn for kind, drawn in KINDS.items() if kind in sys.argv), wild_scene)
    count = int(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2].isdigit() else 40
    for seed in track(range(count), "path-traced boards", console=Console(stderr=True)):
        scene = scene_of(seed)
        path = folder / f"{scene.name}.jpg"
        if not path.exists():
            quality = scene.camera.sensor.jpeg_quality or 90
            cv2.imwrite(str(path), render_path_traced(scene, seed=seed), [cv2.IMWRITE_JPEG_QUALITY, quality])


def render_path_traced(scene: Scene, *, seed: int) -> npt.NDArray[np.uint8]:
    """Photo (H, W, 3) uint8, blue first as OpenCV has it. The seed decides the sensor's noise."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    build_board(scene.board)
    build_table(scene)
    for disc in scene.discs:
        stand(disc_solid(disc, scene.shape), disc_profile(scene.shape), material_of(disc.finish))
    for peg in peg_solids(scene.board):
        stand(peg, peg_profile(peg), material_of(scene.board.peg))
    light_room(scene)
    return develop(photographed(scene.camera), scene.camera.sensor, np.random.default_rng([seed, 1]))


if __name__ == "__main__":
    main()
