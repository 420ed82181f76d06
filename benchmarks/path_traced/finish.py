"""Finishes as Blender's materials: paint, or wood of a plain grain."""

import math

import bpy

from sample_images.render.camera import decode_srgb
from sample_images.render.scene import Finish

# How often wood changes per unit, along the grain and across it: streaks a cm or so wide, half a metre long.
GRAIN_PER_UNIT = (0.2, 8.0, 8.0)


def material_of(finish: Finish) -> bpy.types.Material:
    """Paint, or wood by noise that is long along its grain."""
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
