"""Wood, paint and cloth: two random textures for a whole scene, and the colour of every point met by a ray."""

import functools
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from sample_images.render.camera import decode_srgb
from sample_images.render.ink import line_distance_mm, numeral_ink, numeral_raster
from sample_images.render.scene import Array, Board, Disc, DiscShape, Finish, Scene
from sample_images.render.solids import Solid
from sample_images.render.trace import Hits, Part
from sample_images.render.vectors import length

TILE_MM = 660.0  # one repeat of the textures
MOTTLE_TEXELS = 512
RING_MM = 7.0  # growth rings, as they come out on a sawn face
PLANKS = 6

Texture = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False, kw_only=True)
class Textures:
    """Random fields that tile the plane, mean 0, and what is printed."""

    grain: Texture  # (n, n) about -1..1.5, positive: darker
    mottle: Texture  # (m, m) unit variance
    numerals: Texture | None


def bake(board: Board, seed: int, texels: int) -> Textures:
    """Textures of `texels` by `texels` per tile; the seed decides wood and paint, the board what is printed."""
    grain, mottle = _random_fields(seed, texels)
    return Textures(grain=grain, mottle=mottle, numerals=numeral_raster(board))


@functools.lru_cache(maxsize=2)  # photos of one seed after another, as of a scene from several sides
def _random_fields(seed: int, texels: int) -> tuple[Texture, Texture]:
    """Grain and mottle."""
    rng = np.random.default_rng([seed, 0])
    fields = _wood_grain(rng, texels), _mottle(rng)
    for field in fields:
        field.setflags(write=False)
    return fields


def _smooth_noise(rng: np.random.Generator, cells: tuple[int, int], texels: int) -> Texture:
    """Periodic noise (texels, texels) that varies over `cells` (across, along) random values."""
    margin = 2
    values = np.pad(rng.standard_normal(cells, np.float32), margin, mode="wrap")
    rows, columns = cells
    y = (np.arange(texels, dtype=np.float32) + 0.5) * rows / texels - 0.5 + margin
    x = (np.arange(texels, dtype=np.float32) + 0.5) * columns / texels - 0.5 + margin
    map_x, map_y = np.broadcast_to(x, (texels, texels)), np.broadcast_to(y[:, None], (texels, texels))
    return np.asarray(cv2.remap(values, map_x.copy(), map_y.copy(), cv2.INTER_CUBIC), dtype=np.float32)


def _wood_grain(rng: np.random.Generator, texels: int) -> Texture:
    """Flat-sawn planks, grain along x: arched growth rings, fibres and pores."""
    mm = (np.arange(texels, dtype=np.float32) + 0.5) * (TILE_MM / texels)
    plank = np.minimum((mm / (TILE_MM / PLANKS)).astype(int), PLANKS - 1)
    heart_mm = rng.uniform(-40, TILE_MM / PLANKS + 40, PLANKS).astype(np.float32)
    depth_mm = rng.uniform(15, 60, PLANKS).astype(np.float32)
    across = (mm - plank * (TILE_MM / PLANKS) - heart_mm[plank])[:, None] + 5 * _smooth_noise(rng, (10, 4), texels)
    below = depth_mm[plank][:, None] + 26 * _smooth_noise(rng, (PLANKS, 3), texels)
    rings = np.sqrt(across**2 + below**2) / RING_MM + 0.12 * _smooth_noise(rng, (60, 8), texels)
    phase = rings - np.floor(rings)
    late = phase**3 * np.clip((1 - phase) / 0.12, 0, 1)  # late wood darkens slowly and ends at a sharp line
    strength = rng.uniform(0.5, 1.3, 64).astype(np.float32)[np.floor(rings).astype(int) % 64]
    fibres = _smooth_noise(rng, (min(texels, 900), 12), texels)
    pores = np.clip(_smooth_noise(rng, (min(texels, 700), 60), texels) - 1.3, 0, 1)
    tone = rng.normal(0, 0.25, PLANKS).astype(np.float32)[plank][:, None]
    grain = 1.5 * late * strength + 0.28 * fibres + 0.5 * pores + tone + 0.2 * _smooth_noise(rng, (8, 3), texels)
    return np.asarray(grain - grain.mean(), dtype=np.float32)


def _mottle(rng: np.random.Generator) -> Texture:
    total = np.zeros((MOTTLE_TEXELS, MOTTLE_TEXELS), dtype=np.float32)
    for cells in (6, 17, 53, 150, 400):
        total += _smooth_noise(rng, (cells, cells), MOTTLE_TEXELS)
    return np.asarray((total - total.mean()) / total.std(), dtype=np.float32)


def sample_tile(texture: Texture, x_mm: Array, y_mm: Array, scale: float = 1.0) -> Texture:
    """Bilinear values (N,) of a tiling texture at board points."""
    size = len(texture)
    columns, rows = x_mm * (size / (TILE_MM * scale)), y_mm * (size / (TILE_MM * scale))
    c0, r0 = np.floor(columns), np.floor(rows)
    fc, fr = (columns - c0).astype(np.float32), (rows - r0).astype(np.float32)
    c0, r0 = c0.astype(np.intp) % size, r0.astype(np.intp) % size
    c1, r1 = (c0 + 1) % size, (r0 + 1) % size
    flat = texture.ravel()
    upper = flat.take(r0 * size + c0) * (1 - fc) + flat.take(r0 * size + c1) * fc
    lower = flat.take(r1 * size + c0) * (1 - fc) + flat.take(r1 * size + c1) * fc
    return np.asarray(upper * (1 - fr) + lower * fr, dtype=np.float32)


def finish_colour(finish: Finish, textures: Textures, x_mm: Array, y_mm: Array) -> Array:
    """Linear albedo (N, 3) of a finish at points of its own plane."""
    base = decode_srgb(finish.colour)
    albedo = np.broadcast_to(base, (len(x_mm), 3))
    if finish.grain:
        turn = np.deg2rad(finish.grain_azimuth_deg)
        along, across = x_mm * np.cos(turn) + y_mm * np.sin(turn), y_mm * np.cos(turn) - x_mm * np.sin(turn)
        dark = sample_tile(textures.grain, along, across, finish.grain_scale)
        # A power rather than a factor: dark wood is also more saturated.
        albedo = base ** np.maximum(1 + finish.grain * dark[:, None], 0.2)
    if finish.mottle:
        uneven = sample_tile(textures.mottle, x_mm, y_mm, finish.grain_scale)
        albedo = albedo * np.exp(finish.mottle * uneven[:, None])
    return np.asarray(albedo)


def part_finishes(scene: Scene) -> dict[Part, Finish]:
    """The finish of every part but the discs."""
    board = scene.board
    return {
        Part.TABLE: scene.table,
        Part.RAIL_OUTSIDE: board.rail,
        Part.RAIL_TOP: board.rail,
        Part.RAIL_INSIDE: board.rail,
        Part.DITCH: board.ditch,
        Part.SURFACE_SIDE: board.surface,
        Part.SURFACE: board.surface,
        Part.HOLE_SIDE: board.surface,
        Part.HOLE_FLOOR: board.hole_floor,
        Part.PEG: board.peg,
    }


def albedo_of_part(scene: Scene, textures: Textures, part: Part, hits: Hits, chosen: npt.NDArray[np.intp]) -> Array:
    """Linear albedo (M, 3) of the chosen hits, all on one part that is no disc."""
    finish = part_finishes(scene)[part]
    x, y, z = hits.point_mm[chosen].T
    if part in (Part.RAIL_OUTSIDE, Part.RAIL_INSIDE, Part.RAIL_TOP):
        # The wood of a rail runs along it.
        return finish_colour(finish, textures, 380 * np.arctan2(y, x), length(x, y) + 2 * z)
    if part in (Part.SURFACE_SIDE, Part.HOLE_SIDE):
        return 0.8 * finish_colour(finish, textures, x, y + z)
    albedo = finish_colour(finish, textures, x, y)
    if part is Part.SURFACE:
        rho = length(x, y)
        for area in scene.board.areas:
            albedo = np.where(_within(rho, area.inner_mm, area.outer_mm), decode_srgb(area.colour), albedo)
        ink = (line_distance_mm(scene.board, x, y) < 0).astype(np.float32)
        if textures.numerals is not None:
            ink = np.maximum(ink, numeral_ink(textures.numerals, scene.board, x, y))
        albedo = albedo + ink[:, None] * (decode_srgb(scene.board.ink.colour) - albedo)
    return albedo


def albedo_of_disc(disc: Disc, shape: DiscShape, textures: Textures, solid: Solid, at: Array) -> Array:
    """Linear albedo (M, 3) of points (M, 3) on one disc; every disc is cut from another place of the plank."""
    local = (at - solid.base_mm) @ solid.frame.T
    turn = 12.9898 * solid.base_mm[0] + 78.233 * solid.base_mm[1]
    x = local[:, 0] * np.cos(turn) - local[:, 1] * np.sin(turn) + 7.1 * solid.base_mm[0]
    y = local[:, 0] * np.sin(turn) + local[:, 1] * np.cos(turn) + 3.7 * solid.base_mm[1] + 0.6 * local[:, 2]
    albedo = finish_colour(disc.finish, textures, x, y)
    rho, on_face = length(local[:, 0], local[:, 1]) / shape.radius_mm, local[:, 2] > shape.thickness_mm - 0.1
    if disc.ringed:
        albedo = np.where(_within(rho, 0.55, 0.68) & on_face[:, None], 0.5 * albedo + 0.35, albedo)
    if disc.inlay:
        inlaid = _within(rho, disc.inlay.inner, disc.inlay.outer) & on_face[:, None]
        albedo = np.where(inlaid, decode_srgb(disc.inlay.colour), albedo)
    return albedo


def _within(rho: Array, inner: float, outer: float) -> npt.NDArray[np.bool_]:
    """(N, 1) which of (N,) distances from an axis lie between two."""
    return np.asarray((rho >= inner) & (rho < outer))[:, None]
