"""Lengths that a person measured by hand, as they are typed."""

from api.errors import BadSetFile
from api.set_file import checked_length
from calibration.board import LINE_NAMES
from vision.several_photos.set_figures import Caliper


def read_caliper(
    line_diameters: str,
    line_widths: str,
    disc_diameter: float | None,
    base_diameter: float | None,
    disc_thickness: float | None,
) -> Caliper:
    """Diameters in mm -> radii. Raises BadSetFile with what is wrong; "" and None stand for not measured."""
    diameters, widths = _lengths(line_diameters, "--line-diameters"), _lengths(line_widths, "--line-widths")
    if len(widths) == 1:
        widths = widths * 3
    for found, option in ((diameters, "--line-diameters"), (widths, "--line-widths")):
        if len(found) not in (0, 3):
            raise BadSetFile(f"{option} takes the 15, 10 and outer line: three lengths in mm, with commas between.")
    if disc_diameter is not None and base_diameter is not None and base_diameter > disc_diameter:
        raise BadSetFile("--base-diameter is the flat that a disc stands on: it cannot be wider than the disc.")
    radii_mm = [_radius(mm, line, "--line-diameters") for mm, line in zip(diameters, LINE_NAMES, strict=False)]
    widths = [checked_length(mm, "width_mm", "--line-widths") for mm in widths]
    if disc_thickness is not None:
        checked_length(disc_thickness, "thickness_mm", "--disc-thickness")
    return Caliper(
        line_radii_mm=(radii_mm[0], radii_mm[1], radii_mm[2]) if radii_mm else None,
        line_widths_mm=(widths[0], widths[1], widths[2]) if widths else None,
        disc_radius_mm=None if disc_diameter is None else _radius(disc_diameter, "radius_mm", "--disc-diameter"),
        base_radius_mm=None if base_diameter is None else _radius(base_diameter, "base_radius_mm", "--base-diameter"),
        thickness_mm=disc_thickness,
    )


def _radius(diameter: float, range_of: str, option: str) -> float:
    return checked_length(diameter, range_of, option, times=2) / 2


def _lengths(text: str, option: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")] if text else []
    except ValueError as error:
        raise BadSetFile(f"{option} takes lengths in mm with commas between, not {text[:40]!r}.") from error
