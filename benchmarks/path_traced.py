"""Boards of `wild_boards` drawn by Blender's path tracer: `python -m benchmarks.path_traced FOLDER [COUNT] [KIND]`.

Light goes from surface to surface, shadows fall as they do, and nothing is drawn as we think that a disc looks. Then
`python -m benchmarks.wild_boards COUNT [KIND] --keep FOLDER` reads the pictures. Blender (PyPI's bpy) wants an older
NumPy than the program, so that it needs an environment of its own: `pip install bpy 'opencv-python-headless<5' rich`.
A minute of CPU for a picture. Finishes are paint, or wood of a plain grain; numerals, inlays and window frames are
left out.
"""

import math
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import bpy
import cv2
import mathutils
import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from benchmarks.few_scene import few_scene
from benchmarks.odd_scene import odd_scene
from benchmarks.wild_scene import wild_scene
from sample_images.render.camera import decode_srgb, develop
from sample_images.render.scene import Array, Board, Camera, DiscShape, Finish, Lamp, Scene
from sample_images.render.solids import Solid, disc_solid, peg_solids

# Blender's rays start a little off each surface: units of a decimetre keep that far below anything seen here.
UNIT_MM = 100.0
# Sides of round things: at a board's edge they are off a circle by 0.003 mm.
SIDES, DISC_SIDES, ROUNDING_STEPS = 720, 160, 14
# Printed lines lie on the surface, not in it.
INK_MM = 0.01
# Rays per pixel, and how often light goes on: few, for a picture a minute; what noise they leave adds to the sensor's.
SAMPLES, BOUNCES = 16, 6
# How often wood changes per unit, along the grain and across it: streaks a cm or so wide, half a metre long.
GRAIN_PER_UNIT = (0.2, 8.0, 8.0)
# As wide as a sensor of 35 mm film: any width does, for only the angle of view counts.
SENSOR_MM = 36.0
# The table reaches beyond every picture; the board's bottom is so thick.
TABLE_MM, TABLE_BELOW_MM = 6000.0, 12.0

# Of `wild_boards`, which itself needs what Blender's environment has not.
KINDS = {"--odd": odd_scene, "--few": few_scene}

Profile = Sequence[tuple[float, float]]


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
    _build_board(scene.board)
    _build_table(scene)
    for disc in scene.discs:
        _stand(disc_solid(disc, scene.shape), _disc_profile(scene.shape), _material(disc.finish))
    for peg in peg_solids(scene.board):
        _stand(peg, _peg_profile(peg), _material(scene.board.peg))
    _light(scene)
    return develop(_photographed(scene.camera), scene.camera.sensor, np.random.default_rng([seed, 1]))


def _build_board(board: Board) -> None:
    surface, ink = _material(board.surface), _material(board.ink)
    hole_mm, edge_mm = board.hole_radius_mm, board.surface_radius_mm
    _ring((hole_mm, 0.0), (edge_mm, 0.0), surface)
    for area in board.areas:
        paint = _material(Finish(colour=area.colour))
        _ring((max(area.inner_mm, hole_mm), INK_MM / 2), (area.outer_mm, INK_MM / 2), paint)
    for line in board.lines:
        inside_mm, outside_mm = line.radius_mm - line.width_mm / 2, line.radius_mm + line.width_mm / 2
        _ring((inside_mm, INK_MM), (outside_mm, INK_MM), ink, middle_mm=line.offset_mm)
    inner, outer = board.lines[-2].radius_mm, board.lines[-1].radius_mm
    half_mm = board.quadrant_width_mm / 2
    for azimuth in np.deg2rad(45.0 + 90.0 * np.arange(4)):
        along, across = np.array([[math.cos(azimuth), math.sin(azimuth)], [-math.sin(azimuth), math.cos(azimuth)]])
        ends = ((inner, -half_mm), (outer, -half_mm), (outer, half_mm), (inner, half_mm))
        _mesh([(*(r * along + w * across), INK_MM) for r, w in ends], [(0, 1, 2, 3)], ink)
    _ring((hole_mm, 0.0), (hole_mm, -board.hole_depth_mm), surface, smooth=True)
    _ring((0.0, -board.hole_depth_mm), (hole_mm, -board.hole_depth_mm), _material(board.hole_floor))
    ditch_mm, rail_mm = edge_mm + board.ditch_width_mm, edge_mm + board.ditch_width_mm + board.rail_width_mm
    ditch, rail = _material(board.ditch), _material(board.rail)
    _ring((edge_mm, 0.0), (edge_mm, -board.ditch_depth_mm), surface, smooth=True)
    _ring((0.0, -board.ditch_depth_mm), (ditch_mm, -board.ditch_depth_mm), ditch, frame=board)
    path = (
        (ditch_mm, -board.ditch_depth_mm), (ditch_mm, board.rail_height_mm), (rail_mm, board.rail_height_mm),
        (rail_mm, -board.ditch_depth_mm - TABLE_BELOW_MM),
    )  # fmt: skip
    for start, end in pairwise(path):
        _ring(start, end, rail, frame=board)


def _build_table(scene: Scene) -> None:
    height_mm = -scene.board.ditch_depth_mm - TABLE_BELOW_MM
    corners = [(x * TABLE_MM, y * TABLE_MM, height_mm) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    _mesh(corners, [(0, 1, 2, 3)], _material(scene.table))


def _disc_profile(shape: DiscShape) -> Profile:
    """(radius, height) from the foot of the axis over both roundings to the middle of the face, mm."""
    base_mm, rounding_mm, top_mm = shape.base_radius_mm, shape.rounding_mm, shape.thickness_mm
    turns = np.linspace(0, math.pi / 2, ROUNDING_STEPS)
    lower = [(base_mm + rounding_mm * math.sin(a), rounding_mm * (1 - math.cos(a))) for a in turns]
    upper = [(base_mm + rounding_mm * math.cos(a), top_mm - rounding_mm * (1 - math.sin(a))) for a in turns]
    dish = [(base_mm * share, top_mm - shape.dish_mm * (1 - share**2)) for share in np.linspace(0.97, 0.0, 12)]
    return [(0.0, 0.0), (0.98 * base_mm, 0.0), *lower, *upper, *dish]


def _peg_profile(peg: Solid) -> Profile:
    flat_mm = peg.radius_mm - peg.rounding_mm
    head = [
        (flat_mm + peg.rounding_mm * math.cos(a), peg.height_mm - peg.rounding_mm * (1 - math.sin(a)))
        for a in np.linspace(0, math.pi / 2, ROUNDING_STEPS)
    ]
    return [(peg.radius_mm, 0.0), *head, (0.0, peg.height_mm)]


def _stand(solid: Solid, profile: Profile, material: bpy.types.Material) -> None:
    """A profile turned about the solid's axis."""
    turns = np.arange(DISC_SIDES) * 2 * math.pi / DISC_SIDES
    rings = np.array([[(r * math.cos(a), r * math.sin(a), z) for a in turns] for r, z in profile])
    index = np.arange(rings.shape[0] * DISC_SIDES).reshape(rings.shape[:2])
    after = np.roll(index, -1, axis=1)
    faces = np.stack([index[:-1], after[:-1], after[1:], index[1:]], axis=-1).reshape(-1, 4)
    points = rings.reshape(-1, 3) @ solid.frame + solid.base_mm
    _mesh(points, faces, material, smooth=True)


def _ring(
    start: tuple[float, float],
    end: tuple[float, float],
    material: bpy.types.Material,
    *,
    smooth: bool = False,
    frame: Board | None = None,
    middle_mm: tuple[float, float] = (0.0, 0.0),
) -> None:
    """What lies between two circles of (radius, height), or the octagons about them if that is the board's frame."""
    octagon = frame is not None and frame.frame == "octagon"
    sides = 8 if octagon else SIDES
    first = math.radians(frame.frame_azimuth_deg + 22.5) if frame is not None and octagon else 0.0
    turns = first + np.arange(sides) * 2 * math.pi / sides
    reach = 1.0 / math.cos(math.pi / sides) if octagon else 1.0
    points = [
        (middle_mm[0] + reach * r * math.cos(a), middle_mm[1] + reach * r * math.sin(a), z)
        for r, z in (start, end)
        for a in turns
    ]
    faces = [(i, (i + 1) % sides, sides + (i + 1) % sides, sides + i) for i in range(sides)]
    _mesh(points, faces, material, smooth=smooth)


def _mesh(
    points_mm: Sequence[Sequence[float]] | Array,
    faces: Sequence[Sequence[int]] | npt.NDArray[np.intp],
    material: bpy.types.Material,
    *,
    smooth: bool = False,
) -> None:
    mesh = bpy.data.meshes.new("part")
    mesh.from_pydata((np.asarray(points_mm) / UNIT_MM).tolist(), [], [[int(i) for i in face] for face in faces])
    mesh.polygons.foreach_set("use_smooth", [smooth] * len(mesh.polygons))
    mesh.materials.append(material)
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("part", mesh))


def _material(finish: Finish) -> bpy.types.Material:
    material = bpy.data.materials.new("finish")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    surface = nodes["Principled BSDF"]
    # From matt paint to lacquer as it is sold; a perfect mirror is none.
    surface.inputs["Roughness"].default_value = 0.75 - 0.5 * finish.gloss
    light, dark = ((*(decode_srgb(finish.colour) ** power), 1.0) for power in (1.0, 1.0 + finish.grain))
    surface.inputs["Base Color"].default_value = light
    if finish.grain:
        place, noise, ramp = (nodes.new(f"ShaderNode{kind}") for kind in ("Mapping", "TexNoise", "ValToRGB"))
        place.inputs["Scale"].default_value = GRAIN_PER_UNIT
        place.inputs["Rotation"].default_value = (0.0, 0.0, math.radians(finish.grain_azimuth_deg))
        links.new(nodes.new("ShaderNodeNewGeometry").outputs["Position"], place.inputs["Vector"])
        links.new(place.outputs["Vector"], noise.inputs["Vector"])
        links.new(noise.outputs[0], ramp.inputs[0])
        for end, (position, colour) in zip(ramp.color_ramp.elements, ((0.3, light), (0.7, dark)), strict=True):
            end.position, end.color = position, colour
        links.new(ramp.outputs["Color"], surface.inputs["Base Color"])
    return material


def _light(scene: Scene) -> None:
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (*scene.lighting.ambient, 1.0)
    bpy.context.scene.world = world
    for lamp in scene.lighting.lamps:
        _hang(lamp)


def _hang(lamp: Lamp) -> None:
    """A ball that lights a white, level surface at the board's middle as the lamp says."""
    light = bpy.data.lights.new("lamp", "POINT")
    distance = float(np.linalg.norm(lamp.position_mm)) / UNIT_MM
    upright = lamp.position_mm[2] / UNIT_MM / distance
    strongest = max(lamp.colour)
    light.energy = strongest * 4 * math.pi**2 * distance**2 / upright
    light.color = [part / strongest for part in lamp.colour]
    light.shadow_soft_size = lamp.radius_mm / UNIT_MM
    ball = bpy.data.objects.new("lamp", light)
    ball.location = [part / UNIT_MM for part in lamp.position_mm]
    bpy.context.scene.collection.objects.link(ball)


def _photographed(camera: Camera) -> npt.NDArray[np.float32]:
    """Linear light (H, W, 3), red first, through the camera's lens."""
    distortion = np.array([camera.radial[0], camera.radial[1], 0.0, 0.0, camera.radial[2]])
    y, x = np.mgrid[0 : camera.height_px, 0 : camera.width_px].astype(np.float64)
    pixels = np.stack([x.ravel(), y.ravel()], axis=1)[:, None]
    straight = cv2.undistortPoints(pixels, camera.matrix, distortion, P=camera.matrix)[:, 0]
    # A lens that bends outward sees beyond the frame of a pinhole.
    beyond = np.maximum(0.0, np.maximum(-straight, straight - (camera.width_px - 1, camera.height_px - 1)))
    margin_px = math.ceil(float(beyond.max())) + 2
    light = _through_pinhole(camera, margin_px)
    at = (straight + margin_px).astype(np.float32).reshape(camera.height_px, camera.width_px, 2)
    bent = cv2.remap(light, at[..., 0], at[..., 1], cv2.INTER_LANCZOS4, borderMode=cv2.BORDER_REPLICATE)
    return np.maximum(bent, np.float32(0.0)).astype(np.float32)


def _through_pinhole(camera: Camera, margin_px: int) -> npt.NDArray[np.float32]:
    """Linear light (H + 2 margin, W + 2 margin, 3), red first."""
    width_px, height_px = camera.width_px + 2 * margin_px, camera.height_px + 2 * margin_px
    lens = bpy.data.cameras.new("camera")
    # Blender takes no lens under 1 mm: on a sensor of one, wide lenses would all be drawn as that.
    lens.sensor_fit, lens.sensor_width, lens.lens = "HORIZONTAL", SENSOR_MM, SENSOR_MM * camera.focal_px / width_px
    eye = bpy.data.objects.new("camera", lens)
    pose = np.eye(4)
    # Blender looks along -z with y up.
    pose[:3, :3] = camera.rotation.T @ np.diag([1.0, -1.0, -1.0])
    pose[:3, 3] = camera.position_mm / UNIT_MM
    eye.matrix_world = mathutils.Matrix(pose.tolist())
    scene = bpy.context.scene
    scene.collection.objects.link(eye)
    scene.camera = eye
    render, cycles = scene.render, scene.cycles
    render.engine, render.resolution_x, render.resolution_y = "CYCLES", width_px, height_px
    cycles.samples, cycles.max_bounces, cycles.pixel_filter_type = SAMPLES, BOUNCES, "BOX"
    render.filter_size = 1.0
    cycles.use_denoising = False
    render.image_settings.file_format, render.image_settings.color_depth = "OPEN_EXR", "32"
    with tempfile.TemporaryDirectory() as folder:
        render.filepath = str(Path(folder) / "light.exr")
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(render.filepath)
        values = np.empty(width_px * height_px * 4, np.float32)
        image.pixels.foreach_get(values)
    return values.reshape(height_px, width_px, 4)[::-1, :, :3].copy()


if __name__ == "__main__":
    main()
