"""Light that each hit sends to the camera: even room light, lamps with shadows, and reflections in lacquer."""

import numpy as np

from sample_images.render.material import Textures, albedo_of_disc, albedo_of_part, part_finishes, sample_tile
from sample_images.render.scene import Array, Lamp, Scene
from sample_images.render.shadow import lit_share, open_sky
from sample_images.render.solids import Solid
from sample_images.render.trace import Hits, Part, Solids
from sample_images.render.vectors import dot, length, norm

CLEARCOAT = 0.04  # reflectance of lacquer seen head on (refractive index 1.5)
ROOM_WALLS = 0.45  # brightness of the walls beside the ceiling's
GROUND_BOUNCE = 0.35  # light that upright faces get back from what lies around them
RIPPLE_RAD = 0.012  # unevenness of lacquer


def radiance(scene: Scene, solids: Solids, textures: Textures, hits: Hits, directions: Array) -> Array:
    """Linear light (N, 3), red first, that hits (N,) send back along rays with unit directions (N, 3)."""
    albedo, gloss, roughness = _surface_of(scene, solids, textures, hits)
    normal = _dished(scene, solids, hits)
    ambient = np.asarray(scene.lighting.ambient)
    sky = open_sky(scene, solids, hits) if scene.lighting.contact_shadows else np.ones(len(albedo))
    if scene.lighting.contact_shadows:
        up = 0.5 + 0.5 * normal[:, 2]
        sky = sky * (up + GROUND_BOUNCE * (1 - up))
    arriving = sky[:, None] * ambient
    shines = bool(np.any(gloss > 0))
    mirrored, shine = np.zeros_like(directions), np.zeros_like(arriving)
    if shines:
        mirrored = _mirror(directions, normal, hits, textures)
        shine = _room(mirrored)[:, None] * ambient * sky[:, None]
    for lamp in scene.lighting.lamps:
        to_lamp, near, spread = _towards(lamp, hits.point_mm)
        lit = near * lit_share(scene, solids, lamp, hits, to_lamp, spread)
        facing = dot(normal, to_lamp)
        # A wide lamp still lights a face that is turned slightly away from its middle.
        level = np.maximum((facing + 0.5 * spread) / (1 + 0.5 * spread), 0) / max(_elevation(lamp), 0.05)
        arriving = arriving + (lit * level)[:, None] * np.asarray(lamp.colour)
        if shines:
            lobe = _lobe(mirrored, to_lamp, spread, roughness) / max(_elevation(lamp), 0.05)
            shine = shine + (lit * lobe)[:, None] * np.asarray(lamp.colour)
    light = albedo * arriving
    if shines:
        grazing = 1 - np.abs(dot(directions, normal))
        fresnel = gloss * (CLEARCOAT + (1 - CLEARCOAT) * grazing**5)
        light = light * (1 - fresnel[:, None]) + fresnel[:, None] * shine
    nothing = hits.part == Part.NOTHING
    if nothing.any():
        light[nothing] = 0.25 * ambient * (0.8 + directions[nothing, 2:3])
    return light


def _surface_of(scene: Scene, solids: Solids, textures: Textures, hits: Hits) -> tuple[Array, Array, Array]:
    """Albedo (N, 3), gloss (N,) and roughness (N,) of what was hit."""
    count = len(hits.part)
    albedo, gloss, roughness = np.zeros((count, 3)), np.zeros(count), np.full(count, 0.2)
    finishes = part_finishes(scene)
    for number in np.unique(hits.part):
        part = Part(number)
        chosen = np.flatnonzero(hits.part == part)
        if part in finishes:
            albedo[chosen] = albedo_of_part(scene, textures, part, hits, chosen)
            gloss[chosen], roughness[chosen] = finishes[part].gloss, finishes[part].roughness
        elif part is Part.DISC:
            for index in np.unique(hits.index[chosen]):
                disc, one = scene.discs[index], chosen[hits.index[chosen] == index]
                albedo[one] = albedo_of_disc(disc, scene.shape, textures, solids.discs[index], hits.point_mm[one])
                gloss[one], roughness[one] = disc.finish.gloss, disc.finish.roughness
    return albedo, gloss, roughness


def _dished(scene: Scene, solids: Solids, hits: Hits) -> Array:
    """Normals (N, 3), those on the dished faces of discs turned inwards."""
    if not scene.shape.dish_mm:
        return hits.normal
    normal = hits.normal.copy()
    for index, solid in enumerate(solids.discs):
        one = np.flatnonzero((hits.part == Part.DISC) & (hits.index == index))
        if one.size:
            normal[one] = _dish_normals(solid, scene.shape.dish_mm, hits.point_mm[one], normal[one])
    return normal


def _dish_normals(solid: Solid, dish_mm: float, points: Array, normal: Array) -> Array:
    face_mm = solid.radius_mm - 2 * solid.rounding_mm
    local = (points - solid.base_mm) @ solid.frame.T
    rho = length(local[:, 0], local[:, 1])
    inside = (rho < face_mm) & (local[:, 2] > solid.height_mm - 0.01)
    lean = np.where(inside, 2 * dish_mm / face_mm**2, 0)[:, None]
    turned = normal - lean * (local[:, :1] * solid.frame[0] + local[:, 1:2] * solid.frame[1])
    return np.asarray(turned / norm(turned))


def _towards(lamp: Lamp, points: Array) -> tuple[Array, Array, Array]:
    """Unit directions (N, 3) to a lamp, its strength (N,) relative to the origin, its apparent radius (N,) rad."""
    offset = np.asarray(lamp.position_mm) - points
    distance = norm(offset)[:, 0]
    at_origin = float(np.linalg.norm(lamp.position_mm))
    return offset / distance[:, None], (at_origin / distance) ** 2, lamp.radius_mm / distance


def _elevation(lamp: Lamp) -> float:
    """Sine of the lamp's height above the board as seen from its centre."""
    return float(lamp.position_mm[2] / np.linalg.norm(lamp.position_mm))


def _mirror(directions: Array, normal: Array, hits: Hits, textures: Textures) -> Array:
    """Mirrored directions (N, 3) in slightly uneven lacquer."""
    x, y = hits.point_mm[:, 0], hits.point_mm[:, 1]
    rippled = normal.copy()
    rippled[:, 0] += RIPPLE_RAD * sample_tile(textures.mottle, x, y, 0.7)
    rippled[:, 1] += RIPPLE_RAD * sample_tile(textures.mottle, y + 211.0, x + 97.0, 0.7)
    rippled /= norm(rippled)
    facing = dot(directions, rippled)
    return np.asarray(directions - 2 * facing[:, None] * rippled)


def _room(mirrored: Array) -> Array:
    """Brightness (N,) of ceiling and walls as mirrored, beside the mean light of the room."""
    return np.asarray(ROOM_WALLS + (1.3 - ROOM_WALLS) * np.clip(mirrored[:, 2], 0, 1) ** 2)


def _lobe(mirrored: Array, to_lamp: Array, spread: Array, roughness: Array) -> Array:
    """Mirror image (N,) of a lamp: a disc of its apparent size, blurred by the roughness, its light kept."""
    angle = np.arccos(np.clip(dot(mirrored, to_lamp), -1, 1))
    edge = (angle**2 - spread**2) / (2 * roughness * np.maximum(spread, roughness))
    return np.asarray(1 / (1 + np.exp(np.clip(edge, -40, 40))) / (spread**2 + roughness**2))
