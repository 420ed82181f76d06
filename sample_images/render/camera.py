"""Between board and pixels: projection, rays, and what the sensor makes of the light."""

import cv2
import numpy as np
import numpy.typing as npt

from sample_images.render.scene import Array, Camera, Sensor
from sample_images.render.vectors import length, norm

NEWTON_STEPS = 8  # quadratic convergence: enough for distortions that move a corner by a third of the image


def project(camera: Camera, points_mm: Array) -> Array:
    """Pixels (N, 2) of board points (N, 3), distortion included."""
    x, y, z = camera.rotation @ np.asarray(points_mm, dtype=np.float64).T + camera.translation_mm[:, None]
    x, y = x / z, y / z
    k1, k2, k3 = camera.radial
    r2 = x * x + y * y
    factor = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    cx, cy = camera.centre_px
    return np.column_stack([camera.focal_px * x * factor + cx, camera.focal_px * y * factor + cy])


def rays(camera: Camera, points_px: Array) -> Array:
    """Unit directions (N, 3) in the board frame of the rays through pixels (N, 2)."""
    cx, cy = camera.centre_px
    x = (points_px[:, 0] - cx) / camera.focal_px
    y = (points_px[:, 1] - cy) / camera.focal_px
    if any(camera.radial):
        scale = _undistorted_scale(camera.radial, length(x, y))
        x, y = x * scale, y * scale
    directions = np.column_stack([x, y, np.ones_like(x)]) @ camera.rotation
    return np.asarray(directions / norm(directions))


def _undistorted_scale(radial: tuple[float, float, float], distorted: Array) -> Array:
    """Undistorted over distorted radius, by Newton's method."""
    k1, k2, k3 = radial
    r = distorted.copy()
    for _ in range(NEWTON_STEPS):
        r2 = r * r
        value = r * (1 + r2 * (k1 + r2 * (k2 + r2 * k3))) - distorted
        slope = 1 + r2 * (3 * k1 + r2 * (5 * k2 + r2 * 7 * k3))
        r = r - value / slope
    return np.where(distorted > 0, r / np.maximum(distorted, 1e-12), 1.0)


def develop(linear: npt.NDArray[np.float32], sensor: Sensor, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Bytes (H, W, 3), blue first, from linear light (H, W, 3), red first: lens, noise, sRGB, JPEG."""
    light = linear * np.float32(sensor.exposure) * np.asarray(sensor.white_balance, dtype=np.float32)
    if sensor.vignetting:
        light = light * _vignette(light.shape[:2], sensor.vignetting)[..., None]
    if sensor.psf_sigma_px:
        # Highlights beyond white must be blurred before they clip, or lamps would have no glow.
        light = cv2.GaussianBlur(light, (0, 0), sensor.psf_sigma_px, borderType=cv2.BORDER_REPLICATE)
    if sensor.electrons_at_white:
        variance = np.maximum(light, 0) * sensor.electrons_at_white + sensor.read_noise_electrons**2
        light = light + np.sqrt(variance) / sensor.electrons_at_white * rng.standard_normal(light.shape, np.float32)
    picture = np.ascontiguousarray(encode_srgb(light)[..., ::-1])
    if sensor.jpeg_quality is None:
        return picture
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg_quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def encode_srgb(linear: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """Bytes of linear light, clipped to 0..1. Source: IEC 61966-2-1."""
    clipped = np.clip(linear, 0, 1)
    encoded = np.where(clipped <= 0.0031308, 12.92 * clipped, 1.055 * np.power(clipped, 1 / 2.4) - 0.055)
    return np.asarray(np.rint(255 * encoded), dtype=np.uint8)


def decode_srgb(colour: tuple[float, float, float]) -> Array:
    """Linear light (3,) of an sRGB colour in 0..255. Source: IEC 61966-2-1."""
    value = np.asarray(colour, dtype=np.float64) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def _vignette(shape: tuple[int, int], loss: float) -> npt.NDArray[np.float32]:
    height, width = shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    r2 = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / (width**2 / 4 + height**2 / 4)
    return np.asarray(1 - loss * r2, dtype=np.float32)
