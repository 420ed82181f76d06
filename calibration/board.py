"""Sizes of boards and discs, and where they come from."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, kw_only=True)
class Line:
    """A drawn ring: radius to the middle of the line, and the line's width."""

    name: str
    radius_mm: float
    width_mm: float


@dataclass(frozen=True, kw_only=True)
class DiscSpec:
    """A disc as a solid of revolution: widest radius, radius of the flat that touches the board, height.

    thickness_sigma_mm : standard deviation of the height; as good as none if it was measured by hand.
    """

    radius_mm: float
    base_radius_mm: float
    thickness_mm: float
    thickness_sigma_mm: float = 0.0

    @property
    def rounding_mm(self) -> float:
        """Radius of the rounded edge, which is also the height of the lower shoulder."""
        return self.radius_mm - self.base_radius_mm

    def scaled(self, times: float) -> "DiscSpec":
        """A disc so many times as large."""
        return replace(
            self,
            radius_mm=self.radius_mm * times,
            base_radius_mm=self.base_radius_mm * times,
            thickness_mm=self.thickness_mm * times,
            thickness_sigma_mm=self.thickness_sigma_mm * times,
        )


@dataclass(frozen=True, kw_only=True)
class MeasuredSet:
    """What a club has measured of its table and discs; None where it has not."""

    name: str
    lines: tuple[Line, Line, Line] | None = None
    surface_radius_mm: float | None = None
    hole_radius_mm: float | None = None
    peg_radius_mm: float | None = None
    peg_height_mm: float | None = None
    disc: DiscSpec | None = None

    def without_lines(self) -> "MeasuredSet":
        """The rest of it in the unit in which a photo is measured without lines: the tournament's outer line."""
        if self.lines is None:
            return self
        unit = LINE_RADII_MM[2] / self.lines[2].radius_mm

        def in_unit(length_mm: float | None) -> float | None:
            return None if length_mm is None else length_mm * unit

        return MeasuredSet(
            name=self.name,
            surface_radius_mm=in_unit(self.surface_radius_mm),
            hole_radius_mm=in_unit(self.hole_radius_mm),
            peg_radius_mm=in_unit(self.peg_radius_mm),
            peg_height_mm=in_unit(self.peg_height_mm),
            disc=self.disc.scaled(unit) if self.disc else None,
        )


# Tournament standard, 26 in surface, 8, 16 and 24 in circles (National Crokinole Association; tournament boards).
LINE_NAMES = ("15", "10", "outer")
LINE_RADII_MM = (101.6, 203.2, 304.8)
SURFACE_RADIUS_MM = 330.2
HOLE_RADIUS_MM = 17.46
PEGS = 8
# In no rulebook; as boards mostly have them: holes 6 to 10 mm deep, pegs about 10 mm wide and 15 to 20 tall.
LINE_WIDTH_MM = 1.6
HOLE_DEPTH_MM = 8.0
PEG_RADIUS_MM = 5.0
PEG_HEIGHT_MM = 18.0
# 1 1/4 in discs. They are sold 3/8 in thick, some 13/32, for boards from 22 to 26 in wide: told in the frame in which
# the outer line has the tournament's radius, 9.5 to 12.2 mm, most of them about 9.5. The rounding is 1 to 2 mm on the
# usual wooden ones, which leaves the base in doubt by this much, one sigma.
TOURNAMENT_DISC = DiscSpec(radius_mm=15.875, base_radius_mm=14.4, thickness_mm=9.5, thickness_sigma_mm=0.7)
BASE_RADIUS_SIGMA_MM = 0.35
