"""What a picture shows: camera, board, discs and light as plain frozen values.

Board frame: origin at the centre of the 20-hole on the playing surface, z up, mm; quadrant lines at 45 + 90 k degrees.
Camera: OpenCV's pinhole, pixel centres at integers, x right, y down; `rotation` and `translation_mm` take board
coordinates to camera coordinates.
"""

import math
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Colour = tuple[float, float, float]  # sRGB, 0 to 255, red first
Place = Literal["surface", "hole", "lip", "ditch", "other"]

DOWN_THE_BOARD_DEG = -90.0  # the camera stands on the -y side, so +y points up in the image


@dataclass(frozen=True, kw_only=True)
class Sensor:
    """From light to bytes. The defaults are an ideal sensor: no blur, no noise, no compression."""

    psf_sigma_px: float = 0.0
    exposure: float = 1.0
    white_balance: tuple[float, float, float] = (1.0, 1.0, 1.0)  # linear gains, red first
    electrons_at_white: float | None = None  # shot noise; None: none
    read_noise_electrons: float = 0.0
    vignetting: float = 0.0  # light lost in the corners
    jpeg_quality: int | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Camera:
    """Pinhole with radial distortion (k1, k2, k3)."""

    width_px: int
    height_px: int
    focal_px: float
    rotation: Array  # (3, 3)
    translation_mm: Array  # (3,)
    principal_px: tuple[float, float] | None = None  # None: the image's centre
    radial: tuple[float, float, float] = (0.0, 0.0, 0.0)
    sensor: Sensor = field(default_factory=Sensor)

    @property
    def centre_px(self) -> tuple[float, float]:
        """Principal point, px."""
        return self.principal_px or ((self.width_px - 1) / 2, (self.height_px - 1) / 2)

    @property
    def matrix(self) -> Array:
        """K, (3, 3)."""
        cx, cy = self.centre_px
        return np.array([[self.focal_px, 0.0, cx], [0.0, self.focal_px, cy], [0.0, 0.0, 1.0]])

    @property
    def position_mm(self) -> Array:
        """The camera's foot point of all rays, (3,), board frame."""
        return -self.rotation.T @ self.translation_mm


def aim(
    *,
    tilt_deg: float,
    distance_mm: float,
    heading_deg: float = DOWN_THE_BOARD_DEG,
    roll_deg: float = 0.0,
    target_mm: tuple[float, float] = (0.0, 0.0),
) -> tuple[Array, Array]:
    """Rotation (3, 3) and translation (3,) of a camera that looks at `target_mm` on the playing surface.

    tilt_deg: 0 looks straight down. heading_deg: azimuth at which the camera stands, seen from the target.
    roll_deg turns the picture about the optical axis, clockwise for positive values.
    """
    tilt, heading, roll = math.radians(tilt_deg), math.radians(heading_deg), math.radians(roll_deg)
    outwards = np.array([math.sin(tilt) * math.cos(heading), math.sin(tilt) * math.sin(heading), math.cos(tilt)])
    right = np.array([-math.sin(heading), math.cos(heading), 0.0])
    down = np.cross(-outwards, right)
    rotation = np.stack(
        [
            math.cos(roll) * right - math.sin(roll) * down,
            math.sin(roll) * right + math.cos(roll) * down,
            -outwards,
        ]
    )
    position_mm = np.array([*target_mm, 0.0]) + distance_mm * outwards
    return rotation, -rotation @ position_mm


@dataclass(frozen=True, kw_only=True)
class Finish:
    """How a part looks: base colour, wood grain over it, lacquer on top."""

    colour: Colour
    grain: float = 0.0  # contrast of the wood grain; 0: plain paint
    grain_azimuth_deg: float = 0.0
    grain_scale: float = 1.0  # 1: rings a few mm apart
    mottle: float = 0.0  # unevenness of paint, wear, cloth
    gloss: float = 0.0  # 0 matt, 1 clear lacquer
    roughness: float = 0.15  # width of the reflections, radians


@dataclass(frozen=True, kw_only=True)
class Line:
    """One ring line; `offset_mm` is where its centre lies if it was drawn off centre."""

    name: str
    radius_mm: float
    width_mm: float
    offset_mm: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, kw_only=True)
class Numerals:
    """Printed point values, four of each, and a maker's name."""

    height_mm: float
    stroke_mm: float
    maker: str = ""


@dataclass(frozen=True, kw_only=True)
class PaintedArea:
    """A part of the playing surface between two radii that is painted in one colour."""

    inner_mm: float
    outer_mm: float
    colour: Colour


@dataclass(frozen=True, kw_only=True)
class Inlay:
    """A part of a disc's face between two shares of its radius that has another colour; from 0 a dot."""

    inner: float
    outer: float
    colour: Colour


TOURNAMENT_LINES = (
    Line(name="15", radius_mm=101.6, width_mm=1.6),
    Line(name="10", radius_mm=203.2, width_mm=1.6),
    Line(name="outer", radius_mm=304.8, width_mm=1.6),
)


@dataclass(frozen=True, kw_only=True)
class Board:
    """Sizes and finishes. The defaults are tournament sizes in maple with dark lines."""

    lines: tuple[Line, ...] = TOURNAMENT_LINES
    quadrant_width_mm: float = 1.6
    surface_radius_mm: float = 330.2
    hole_radius_mm: float = 17.5
    hole_depth_mm: float = 9.0
    peg_radius_mm: float = 5.0
    peg_height_mm: float = 18.0
    peg_azimuth_deg: float = 22.5  # of the first peg; real boards set the quadrant lines midway between two pegs
    frame: Literal["round", "octagon"] = "round"
    frame_azimuth_deg: float = 0.0  # normal of an octagon's first side
    ditch_width_mm: float = 65.0
    ditch_depth_mm: float = 16.0
    rail_width_mm: float = 18.0
    rail_height_mm: float = 16.0  # above the playing surface
    surface: Finish = Finish(colour=(222, 190, 144))
    ink: Finish = Finish(colour=(35, 30, 28))
    ditch: Finish = Finish(colour=(70, 48, 34))
    rail: Finish = Finish(colour=(120, 80, 50))
    hole_floor: Finish = Finish(colour=(60, 42, 30))
    peg: Finish = Finish(colour=(60, 60, 64), gloss=1.0, roughness=0.2)
    numerals: Numerals | None = None
    areas: tuple[PaintedArea, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DiscShape:
    """The solid that all discs of a set share: a cylinder whose edges are rounded by a torus."""

    radius_mm: float = 15.875
    base_radius_mm: float = 14.5
    thickness_mm: float = 9.5
    dish_mm: float = 0.0  # depth of a dished face; it changes the shading, not the outline

    def __post_init__(self) -> None:
        if not 0 < 2 * self.rounding_mm <= self.thickness_mm:
            raise ValueError("the rounding (radius - base_radius) must be positive and fit twice into the thickness")

    @property
    def rounding_mm(self) -> float:
        """Radius of the torus that rounds both edges."""
        return self.radius_mm - self.base_radius_mm


@dataclass(frozen=True, kw_only=True)
class Disc:
    """One disc: where the centre of its base circle is, and which way its axis points."""

    x_mm: float
    y_mm: float
    team: str
    finish: Finish
    place: Place = "surface"
    base_z_mm: float = 0.0
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0)
    ringed: bool = False  # a lighter ring painted on the face
    inlay: Inlay | None = None


@dataclass(frozen=True, kw_only=True)
class Lamp:
    """A ball of light, near (a lamp) or very far (the sun); `edges` cut its beam as a window frame does.

    colour: linear light that a white, level surface at the board's centre would send back, red first.
    edges: (nx, ny, offset_mm): the beam reaches only points of the surface with nx x + ny y < offset.
    """

    position_mm: tuple[float, float, float]
    radius_mm: float
    colour: tuple[float, float, float]
    edges: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Lighting:
    """Light of the room from everywhere, and lamps. The default is even light without any shadow."""

    ambient: tuple[float, float, float] = (1.0, 1.0, 1.0)
    contact_shadows: bool = False
    lamps: tuple[Lamp, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Scene:
    """Everything that a picture shows."""

    name: str
    kind: str
    camera: Camera
    board: Board = Board()
    shape: DiscShape = DiscShape()
    discs: tuple[Disc, ...] = ()
    lighting: Lighting = Lighting()
    table: Finish = Finish(colour=(150, 120, 90))
    grade: str = "easy"
