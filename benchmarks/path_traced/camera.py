"""What Blender sees through the camera's lens."""

import math
import tempfile
from pathlib import Path

import bpy
import cv2
import mathutils
import numpy as np
import numpy.typing as npt

from benchmarks.path_traced.mesh import UNIT_MM
from sample_images.render.scene import Camera

# Rays per pixel, and how often light goes on: few, for a picture a minute; what noise they leave adds to the sensor's.
SAMPLES, BOUNCES = 16, 6
# As wide as a sensor of 35 mm film: any width does, for only the angle of view counts.
SENSOR_MM = 36.0


def photographed(camera: Camera) -> npt.NDArray[np.float32]:
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
