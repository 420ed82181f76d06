"""The lengths of a board and its discs from several photos and a caliper, and which of them limits the line calls."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from calibration.board import BASE_RADIUS_SIGMA_MM, LINE_NAMES, LINE_RADII_MM, TOURNAMENT_DISC
from vision.gaps import FLOOR_MM
from vision.several_photos.weighted_mean import weighted_mean
from vision.shading.placing_doubts import ASIDE_BY_THICKNESS

FloatArray = NDArray[np.float64]
Source = Literal["photos", "caliper", "usual"]

# A caliper's reading of a wooden disc or a drawn line, and of a line's diameter with a tape: half a mm each way.
CALIPER_MM, LINE_WIDTH_CALIPER_MM, TAPE_RADIUS_MM = 0.03, 0.05, 0.25
# Boards differ from the tournament's size by this share, one standard deviation.
USUAL_SCALE = 0.01
# What all photos of a set get wrong alike: highlights on the discs' rounded edge, the edge of ink. Measured on rendered
# photos of 19 sets, with discs of 12.8 to 17.4 mm: radii were 0.34 mm off, widths 0.45, root mean square.
RADIUS_COMMON_MM, WIDTH_COMMON_MM = 0.3, 0.35
# And what differs from photo to photo: of a radius, of a width by pixel size.
RADIUS_PHOTO_MM, WIDTH_PHOTO_MM_PER_PX = 0.16, 0.3
# Seen from straight above the lens's distortion passes for a change of the radii.
RATIO_TILTED_MM, RATIO_ABOVE_MM, ABOVE_DEG = 0.1, 0.35, 12.0
# A radius by hand that is farther off the photos' is a slip of hand or pen. Of 18 boards with odd discs and bent lenses
# no line's was off by more than 1.3 mm, and no disc's by more than 0.7.
LINE_SLIP_MM, DISC_SLIP_MM = 3.0, 1.2
# The call is reckoned at this tilt, the middle of what phones take.
USUAL_TILT_DEG = 30.0


@dataclass(frozen=True, kw_only=True)
class PhotoLengths:
    """One photo's lengths where its outer line has the tournament's radius, mm.

    disc_radius_mm : that all its discs share, None where it shows none. discs : how many. place_sigma_mm : how sure
    their places are, typically.
    """

    radii_mm: tuple[float, float, float]
    widths_mm: tuple[float, float, float]
    mm_per_px: float
    tilt_deg: float
    disc_radius_mm: float | None
    discs: int
    place_sigma_mm: float


@dataclass(frozen=True, kw_only=True)
class Caliper:
    """What was measured by hand, mm; None where it was not. Radii and widths of the 15, 10 and outer line."""

    line_radii_mm: tuple[float, float, float] | None = None
    line_widths_mm: tuple[float, float, float] | None = None
    disc_radius_mm: float | None = None
    base_radius_mm: float | None = None
    thickness_mm: float | None = None


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One length with its standard deviation, and where it comes from."""

    mm: float
    sigma_mm: float
    source: Source


@dataclass(frozen=True, kw_only=True)
class Limit:
    """One length's part in the standard deviation of a line call."""

    name: str
    part_mm: float


@dataclass(frozen=True, kw_only=True)
class SetFigures:
    """A set's lengths. line_radii, line_widths: of the 15, 10 and outer line. photos, discs: how many were used.

    place_sigma_mm: how sure a disc's place was on these photos.
    """

    line_radii: tuple[Figure, Figure, Figure]
    line_widths: tuple[Figure, Figure, Figure]
    disc_radius: Figure
    base_radius: Figure
    thickness: Figure
    photos: int
    discs: int
    place_sigma_mm: float

    @property
    def limits(self) -> tuple[Limit, ...]:
        """The parts of a call's standard deviation that come from the set, the largest first."""
        scale = self.line_radii[2].sigma_mm / self.line_radii[2].mm
        by_hand = self.base_radius.source == "caliper"
        parts = (
            Limit(name="the discs' base", part_mm=self.base_radius.sigma_mm),
            Limit(name="the lines' width", part_mm=max(one.sigma_mm for one in self.line_widths) / 2),
            Limit(
                name="the discs' thickness",
                part_mm=ASIDE_BY_THICKNESS * self.thickness.sigma_mm * math.tan(math.radians(USUAL_TILT_DEG)),
            ),
            # A base in the photos' own units needs no scale.
            Limit(name="the outer line's diameter", part_mm=scale * self.base_radius.mm if by_hand else 0.0),
        )
        return tuple(sorted(parts, key=lambda part: -part.part_mm))

    @property
    def call_sigma_mm(self) -> float:
        """Standard deviation of a line call with this set, on photos like these."""
        return math.hypot(FLOOR_MM, self.place_sigma_mm, *(limit.part_mm for limit in self.limits))


@dataclass(frozen=True, kw_only=True)
class Slip:
    """A diameter measured by hand that the photos show otherwise, mm."""

    name: str
    by_hand_mm: float
    on_photos_mm: float


def disagreement_mm(photos: Sequence[PhotoLengths]) -> float:
    """How far the photos' 15 and 10 lines lie apart at most: much on photos of different boards."""
    radii = np.array([photo.radii_mm[:2] for photo in photos])
    return float(np.ptp(radii, axis=0).max())


def slips(photos: Sequence[PhotoLengths], caliper: Caliper) -> tuple[Slip, ...]:
    """What was measured by hand and the photos show otherwise, beyond all that either may err; none where the outer
    line, which is the photos' measure, was not.
    """
    if caliper.line_radii_mm is None:
        return ()
    scale = caliper.line_radii_mm[2] / LINE_RADII_MM[2]
    pairs = [
        (f"the {name} line", caliper.line_radii_mm[i], _ratio(photos, i).mm, LINE_SLIP_MM)
        for i, name in enumerate(LINE_NAMES[:2])
    ]
    radius = _disc_radius(photos)
    if caliper.disc_radius_mm is not None and radius.source == "photos":
        pairs.append(("a disc", caliper.disc_radius_mm, radius.mm, DISC_SLIP_MM))
    return tuple(
        Slip(name=name, by_hand_mm=2 * hand_mm, on_photos_mm=2 * scale * seen_mm)
        for name, hand_mm, seen_mm, slip_mm in pairs
        if abs(hand_mm - scale * seen_mm) > slip_mm
    )


def combine(photos: Sequence[PhotoLengths], caliper: Caliper) -> SetFigures:
    """All photos' lengths by their weights, scaled by what was measured by hand, which also takes their place.

    photos: at least one.
    """
    radius = _disc_radius(photos)
    # The lower edge lies in the disc's own shadow: thicknesses from outlines come out up to 2 mm too large.
    usual = TOURNAMENT_DISC
    thickness = Figure(mm=usual.thickness_mm, sigma_mm=usual.thickness_sigma_mm, source="usual")
    scale, scale_sigma = _scale(radius, caliper)
    line_radii = [
        _length(_ratio(photos, i), scale, scale_sigma, _of(caliper.line_radii_mm, i), TAPE_RADIUS_MM) for i in range(3)
    ]
    line_widths = [
        _length(_width(photos, i), scale, scale_sigma, _of(caliper.line_widths_mm, i), LINE_WIDTH_CALIPER_MM)
        for i in range(3)
    ]
    disc_radius = _length(radius, scale, scale_sigma, caliper.disc_radius_mm, CALIPER_MM)
    base_radius = Figure(
        mm=disc_radius.mm - TOURNAMENT_DISC.rounding_mm,
        sigma_mm=math.hypot(disc_radius.sigma_mm, BASE_RADIUS_SIGMA_MM),
        source="usual",
    )
    if caliper.base_radius_mm is not None:
        base_radius = Figure(mm=caliper.base_radius_mm, sigma_mm=CALIPER_MM, source="caliper")
    return SetFigures(
        line_radii=(line_radii[0], line_radii[1], line_radii[2]),
        line_widths=(line_widths[0], line_widths[1], line_widths[2]),
        disc_radius=disc_radius,
        base_radius=base_radius,
        thickness=_length(thickness, 1.0, 0.0, caliper.thickness_mm, CALIPER_MM),
        photos=len(photos),
        discs=sum(photo.discs for photo in photos),
        place_sigma_mm=float(np.median([photo.place_sigma_mm for photo in photos])),
    )


def _of(by_hand: tuple[float, float, float] | None, i: int) -> float | None:
    return None if by_hand is None else by_hand[i]


def _length(seen: Figure, scale: float, scale_sigma: float, by_hand_mm: float | None, hand_sigma_mm: float) -> Figure:
    """A length of the photos in true mm, or the one measured by hand."""
    if by_hand_mm is not None:
        return Figure(mm=by_hand_mm, sigma_mm=hand_sigma_mm, source="caliper")
    sigma_mm = scale * math.hypot(seen.sigma_mm, scale_sigma * seen.mm)
    return Figure(mm=scale * seen.mm, sigma_mm=sigma_mm, source=seen.source)


def _scale(radius: Figure, caliper: Caliper) -> tuple[float, float]:
    """True mm per mm of the photos, and its standard deviation.

    Photos know no lengths, only their ratios: the size comes from the outer line or a disc measured by hand, else
    from boards being of the tournament's size.
    """
    if caliper.line_radii_mm is not None:
        outer_mm = LINE_RADII_MM[2]
        return caliper.line_radii_mm[2] / outer_mm, TAPE_RADIUS_MM / outer_mm
    if caliper.disc_radius_mm is not None and radius.source == "photos":
        return caliper.disc_radius_mm / radius.mm, radius.sigma_mm / radius.mm
    return 1.0, USUAL_SCALE


def _ratio(photos: Sequence[PhotoLengths], i: int) -> Figure:
    if i == 2:
        return Figure(mm=LINE_RADII_MM[2], sigma_mm=0.0, source="photos")
    from_above = np.array([1 / (1 + (photo.tilt_deg / ABOVE_DEG) ** 4) for photo in photos])
    sigma = np.hypot(RATIO_TILTED_MM, RATIO_ABOVE_MM * from_above)
    mm, sigma_mm = _robust_mean(np.array([photo.radii_mm[i] for photo in photos]), sigma)
    return Figure(mm=mm, sigma_mm=sigma_mm, source="photos")


def _width(photos: Sequence[PhotoLengths], i: int) -> Figure:
    sigma = np.array([WIDTH_PHOTO_MM_PER_PX * photo.mm_per_px for photo in photos])
    mm, sigma_mm = _robust_mean(np.array([photo.widths_mm[i] for photo in photos]), sigma)
    return Figure(mm=mm, sigma_mm=math.hypot(sigma_mm, WIDTH_COMMON_MM), source="photos")


def _disc_radius(photos: Sequence[PhotoLengths]) -> Figure:
    """Radius of the discs in the photos' units."""
    found = np.array([photo.disc_radius_mm for photo in photos if photo.disc_radius_mm is not None])
    if not len(found):
        usual_mm = TOURNAMENT_DISC.radius_mm
        return Figure(mm=usual_mm, sigma_mm=USUAL_SCALE * usual_mm, source="usual")
    mm, sigma_mm = _robust_mean(found, np.full(len(found), RADIUS_PHOTO_MM))
    return Figure(mm=mm, sigma_mm=math.hypot(sigma_mm, RADIUS_COMMON_MM), source="photos")


def _robust_mean(found: FloatArray, sigma: FloatArray) -> tuple[float, float]:
    """Mean by inverse variance and its standard deviation, without much weight for what is far off most (Cauchy)."""
    away = (found - np.median(found)) / sigma
    return weighted_mean(found, sigma * np.sqrt(1.0 + (away / 2.0) ** 2))


def line_entries(figures: SetFigures) -> list[tuple[str, Figure, Figure]]:
    """Name, radius and width of the three lines."""
    return list(zip(LINE_NAMES, figures.line_radii, figures.line_widths, strict=True))
