"""Lengths that a person measured by hand, as they are typed."""

from api.errors import BadSetFile
from api.set_file import RANGES_MM
from calibration.board import LINE_NAMES
from vision.set_figures import Caliper


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
    for diameter, line in zip(diameters, LINE_NAMES, strict=False):
        _check_range(diameter, line, "--line-diameters", 2)
    for width in widths:
        _check_range(width, "width_mm", "--line-widths", 1)
    _check_range(disc_diameter, "radius_mm", "--disc-diameter", 2)
    _check_range(base_diameter, "base_radius_mm", "--base-diameter", 2)
    _check_range(disc_thickness, "thickness_mm", "--disc-thickness", 1)
    return Caliper(
        line_radii_mm=(diameters[0] / 2, diameters[1] / 2, diameters[2] / 2) if diameters else None,
        line_widths_mm=(widths[0], widths[1], widths[2]) if widths else None,
        disc_radius_mm=_half(disc_diameter),
        base_radius_mm=_half(base_diameter),
        thickness_mm=disc_thickness,
    )


def _check_range(length_mm: float | None, range_of: str, option: str, halves: int) -> None:
    """Raise BadSetFile where no board or disc has that length. halves : 2 for diameters, whose radii have the range."""
    low, high = (halves * limit for limit in RANGES_MM[range_of])
    if length_mm is not None and not low <= length_mm <= high:
        raise BadSetFile(f"{option} must be a length from {low:g} to {high:g} mm, not {length_mm:g}.")


def _half(length: float | None) -> float | None:
    return None if length is None else length / 2


def _lengths(text: str, option: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")] if text else []
    except ValueError as error:
        raise BadSetFile(f"{option} takes lengths in mm with commas between, not {text[:40]!r}.") from error
