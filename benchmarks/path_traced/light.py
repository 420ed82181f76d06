"""The room's light and its lamps."""

import math

import bpy
import numpy as np

from benchmarks.path_traced.mesh import UNIT_MM
from sample_images.render.scene import Lamp, Scene


def light_room(scene: Scene) -> None:
    """The same light from everywhere, and the lamps."""
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
