"""What several tests share: pictures with known truth, from the renderer and from beside the repository."""

import functools
import json
from pathlib import Path

import cv2
import numpy as np

from benchmarks.turned_cameras import view_of
from calibration.locate_board import locate_board
from calibration.view import BoardView
from sample_images.render.photo import render
from sample_images.render.scene import Camera, Disc, Finish, Lamp, Lighting, Scene, Sensor, aim
from sample_images.render.truth import truth
from vision.discs.candidates import Candidates
from vision.placing.disc_fit import DiscFits
from vision.placing.outline import Solids

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "data"
DARK, RED = Finish(colour=(40, 38, 36)), Finish(colour=(185, 40, 40))
LAMP = Lighting(
    ambient=(0.6, 0.6, 0.6),
    contact_shadows=True,
    lamps=(Lamp(position_mm=(-900.0, 1200.0, 1500.0), radius_mm=180.0, colour=(0.4, 0.4, 0.4)),),
)


def shared_photos(folder: str) -> list[dict]:
    """Truth of each picture of a folder of shared photos; none where the folder is absent."""
    listing = SHARED / folder / "truth.jsonl"
    if not listing.exists():
        return []
    return [
        json.loads(line) | {"path": SHARED / folder / json.loads(line)["image"]}
        for line in listing.read_text().splitlines()
    ]


def scene_at(tilt_deg: float, heading_deg: float, discs: tuple[Disc, ...] = (), width: int = 1000) -> Scene:
    """A maple board seen from 1.1 m, with discs."""
    rotation, translation_mm = aim(tilt_deg=tilt_deg, distance_mm=1100.0, heading_deg=heading_deg)
    camera = Camera(
        width_px=width,
        height_px=int(0.9 * width),
        focal_px=1.0 * width,
        rotation=rotation,
        translation_mm=translation_mm,
        sensor=Sensor(psf_sigma_px=0.6, electrons_at_white=6000.0, read_noise_electrons=8.0),
    )
    return Scene(name="scene", kind="phone", camera=camera, discs=discs)


DISCS = (
    Disc(x_mm=60.0, y_mm=-40.0, team="dark", finish=DARK),
    Disc(x_mm=-150.0, y_mm=70.0, team="dark", finish=DARK),
    Disc(x_mm=30.0, y_mm=250.0, team="dark", finish=DARK),
    Disc(x_mm=-40.0, y_mm=-160.0, team="red", finish=RED),
    Disc(x_mm=220.0, y_mm=120.0, team="red", finish=RED),
)


@functools.lru_cache
def rendered(tilt_deg: float, heading_deg: float):
    """Photo, scene and BoardView of the five-disc board."""
    scene = scene_at(tilt_deg, heading_deg, DISCS)
    bgr = render(scene, seed=5)
    return bgr, scene, locate_board(bgr)


def true_solids(scene: Scene, view: BoardView) -> Solids:
    """The discs of a scene where they stand, in the frame of the board as it was found."""
    true_mm = view.mm(np.array([disc["px"] for disc in truth(scene)["discs"]]))
    shape = scene.shape
    return Solids.alike(
        true_mm, radius_mm=shape.radius_mm, rounding_mm=shape.rounding_mm, thickness_mm=shape.thickness_mm
    )


WOOD_LAB = (75.0, 8.0, 25.0)
PLACES_MM = np.array([(120.0, 60.0), (-80.0, 150.0), (10.0, -190.0), (-150.0, -60.0), (60.0, 200.0), (230.0, -90.0)])


def candidates(scores, faces, around=WOOD_LAB, places_mm=PLACES_MM, spread=2.0) -> Candidates:
    """Things that were voted for, with the L*a*b* of their faces, each seen along most of its outline.

    spread : how uneven the faces are.
    """
    count = len(scores)
    every = np.ones(count)
    solids = Solids.alike(places_mm[:count], radius_mm=15.9, rounding_mm=1.5, thickness_mm=9.5)
    return Candidates(
        score=np.array(scores),
        fits=DiscFits(solids=solids, support=0.7 * every),
        face_lab=np.array(faces),
        face_spread=spread * every,
        surround_lab=np.tile(around, (count, 1)),
        top_down=None,
    )


def mirrored(bgr: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(bgr[:, ::-1])


def noisy_copies(bgr: np.ndarray, count: int) -> list[np.ndarray]:
    """Copies whose bytes are at most one more or less: what is found in a few of them only hangs on chance."""
    noise = np.random.default_rng(0).integers(-1, 2, (count, *bgr.shape))
    return [np.clip(bgr + offsets, 0, 255).astype(np.uint8) for offsets in noise]


def turned_away(bgr: np.ndarray, pan_deg: float, tilt_deg: float) -> np.ndarray:
    """What the camera would have seen turned aside, on a sensor large enough; a main camera's focal length."""
    height, width = bgr.shape[:2]
    pan, _ = cv2.Rodrigues(np.array([0.0, np.radians(pan_deg), 0.0]))
    tilt, _ = cv2.Rodrigues(np.array([np.radians(tilt_deg), 0.0, 0.0]))
    matrix, size_px = view_of((width, height), float(max(width, height)), tilt @ pan)
    return cv2.warpPerspective(bgr, matrix, size_px, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def turned(bgr: np.ndarray, degrees: float) -> np.ndarray:
    """A photo turned about its middle, the canvas grown to hold it."""
    height, width = bgr.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
    size = (int(width * cos + height * sin), int(width * sin + height * cos))
    matrix[:, 2] += np.array(size) / 2 - (width / 2, height / 2)
    return cv2.warpAffine(bgr, matrix, size, borderMode=cv2.BORDER_REPLICATE)


# As large as boards are in photos, and all of the surface in the picture.
PX_PER_MM, SIDE_PX = 1.3, 940
SPOTS_MM = (
    (60.0, -40.0), (-150.0, 70.0), (30.0, 250.0), (150.0, -140.0), (-60.0, 160.0), (-250.0, -60.0),
    (-40.0, -160.0), (220.0, 120.0), (-140.0, -190.0), (140.0, 40.0), (-60.0, 30.0), (90.0, -250.0),
)  # fmt: skip
TWELVE_DISCS = tuple(
    Disc(x_mm=x, y_mm=y, team="dark" if i < 6 else "red", finish=DARK if i < 6 else RED)
    for i, (x, y) in enumerate(SPOTS_MM)
)


def straightened(bgr, view):
    """A picture (H, W, 3) as if from straight above, and the (3, 3) homography that makes it so."""
    to_px = np.array([[PX_PER_MM, 0.0, SIDE_PX / 2], [0.0, -PX_PER_MM, SIDE_PX / 2], [0.0, 0.0, 1.0]])
    straighten = to_px @ np.linalg.inv(view.px_from_mm)
    return cv2.warpPerspective(bgr, straighten, (SIDE_PX, SIDE_PX), flags=cv2.INTER_CUBIC), straighten
