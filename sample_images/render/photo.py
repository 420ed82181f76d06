"""A scene in, a photo out: one ray through every pixel, many through those that an edge crosses."""

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from sample_images.render.camera import develop, rays
from sample_images.render.ink import line_distance_mm
from sample_images.render.light import radiance
from sample_images.render.material import TILE_MM, Textures, bake
from sample_images.render.scene import Array, Scene
from sample_images.render.trace import Hits, Part, Solids, prepare, trace

TILE_PX = 96  # small enough that most discs and lamps can be left out of a tile, large enough for numpy
# Fibonacci lattices, points and generator: 55 have as many different offsets across the pixel in x and in y. The
# fine one is for what is measured to a fraction of a pixel, on the playing surface and around it; edges of the frame
# and the table need only not look jagged.
FINE, COARSE = (55, 34), (13, 8)
RAYS_AT_ONCE = 60_000
SHADOW_STEP = 0.2  # neighbours that differ by more than this share of their light have an edge between them
GRAIN_TEXELS = (512, 1024, 2048)


def render(scene: Scene, *, seed: int) -> npt.NDArray[np.uint8]:
    """Photo (H, W, 3) uint8, blue first as OpenCV has it. The seed decides the textures and the sensor's noise."""
    return develop(render_linear(scene, seed=seed), scene.camera.sensor, np.random.default_rng([seed, 1]))


def render_linear(scene: Scene, *, seed: int) -> npt.NDArray[np.float32]:
    """Linear light (H, W, 3), red first, averaged over each pixel's square, before lens blur and noise."""
    camera = scene.camera
    texels_wanted = TILE_MM * camera.focal_px / float(np.linalg.norm(camera.position_mm))
    texels = next((n for n in GRAIN_TEXELS if n >= texels_wanted), GRAIN_TEXELS[-1])
    textures = bake(scene.board, seed, texels)
    solids = prepare(scene)
    shape = (camera.height_px, camera.width_px)
    light = np.zeros((*shape, 3), dtype=np.float32)
    labels = np.zeros(shape, dtype=np.int16)
    crossed = np.zeros(shape, dtype=bool)
    for rows, columns in _tiles(*shape):
        y, x = np.mgrid[rows, columns]
        centres_px = np.column_stack([x.ravel(), y.ravel()]).astype(np.float64)
        colour, hits = _look(scene, solids, textures, centres_px)
        light[rows, columns] = colour.reshape(*x.shape, 3)
        labels[rows, columns] = (64 * hits.part + hits.index).reshape(x.shape)
        crossed[rows, columns] = _near_line(scene, hits).reshape(x.shape)
    crossed |= _borders(labels) | (_steps(light) & (labels >= 64 * Part.DITCH))
    in_play = cv2.dilate((labels >= 64 * Part.SURFACE).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    for lattice, pixels in ((_lattice(*FINE), crossed & in_play), (_lattice(*COARSE), crossed & ~in_play)):
        per_batch = RAYS_AT_ONCE // len(lattice)
        for rows, columns in _tiles(*shape):
            at = np.argwhere(pixels[rows, columns]) + [rows.start, columns.start]
            for first in range(0, len(at), per_batch):
                batch = at[first : first + per_batch]
                light[batch[:, 0], batch[:, 1]] = _average(scene, solids, textures, batch, lattice)
    return light


def _tiles(height: int, width: int) -> Iterator[tuple[slice, slice]]:
    for top in range(0, height, TILE_PX):
        for left in range(0, width, TILE_PX):
            yield slice(top, min(top + TILE_PX, height)), slice(left, min(left + TILE_PX, width))


def _look(scene: Scene, solids: Solids, textures: Textures, points_px: Array) -> tuple[Array, Hits]:
    directions = rays(scene.camera, points_px)
    hits = trace(scene, solids, scene.camera.position_mm, directions)
    return radiance(scene, solids, textures, hits, directions), hits


def _lattice(points: int, generator: int) -> Array:
    """Where rays pass through a pixel, (points, 2), in pixels from its centre."""
    steps = np.arange(points)
    return np.column_stack([steps + 0.5, steps * generator % points + 0.5]) / points - 0.5


def _average(scene: Scene, solids: Solids, textures: Textures, at: npt.NDArray[np.intp], lattice: Array) -> Array:
    """Mean light (M, 3) over the squares of pixels (M, 2) given as row, column."""
    points_px = (at[:, None, ::-1] + lattice).reshape(-1, 2)
    colour, _ = _look(scene, solids, textures, points_px)
    return np.asarray(colour.reshape(len(at), len(lattice), 3).mean(axis=1))


def _near_line(scene: Scene, hits: Hits) -> npt.NDArray[np.bool_]:
    """Whether the edge of a line may cross the pixel of each hit, even a line thinner than the pixel."""
    on_surface = hits.part == Part.SURFACE
    towards = np.abs(hits.point_mm[:, 2] - scene.camera.position_mm[2]) / hits.distance_mm
    pixel_mm = hits.distance_mm / scene.camera.focal_px / np.maximum(towards, 0.05)
    near = np.abs(line_distance_mm(scene.board, hits.point_mm[:, 0], hits.point_mm[:, 1])) < pixel_mm
    return np.asarray(on_surface & near)


def _borders(labels: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    """Pixels with a neighbour, also diagonal, of another label."""
    padded = np.pad(labels, 1, mode="edge")
    height, width = labels.shape
    different = np.zeros(labels.shape, dtype=bool)
    for dy in range(3):
        for dx in range(3):
            different |= padded[dy : dy + height, dx : dx + width] != labels
    return different


def _steps(light: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """Pixels beside a jump in brightness: hard shadows, numerals, coarse grain."""
    brightness = np.log(light.sum(axis=2) + 0.02)
    step = np.zeros(brightness.shape, dtype=bool)
    down = np.abs(np.diff(brightness, axis=0)) > SHADOW_STEP
    right = np.abs(np.diff(brightness, axis=1)) > SHADOW_STEP
    step[1:] |= down
    step[:-1] |= down
    step[:, 1:] |= right
    step[:, :-1] |= right
    return step
