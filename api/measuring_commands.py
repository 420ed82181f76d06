"""`crokinole measure-set` and `crokinole calibrate`: what is measured once, and used for every photo after."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.answering import answering
from api.progress import progress_bar

if TYPE_CHECKING:
    from vision.several_photos.set_figures import SetFigures

SOURCES = {"photos": "photos", "caliper": "by hand", "usual": "as on most sets"}


def measure_set(
    photos: Annotated[list[Path], typer.Argument(help="Photos of one table, with discs on it.", show_default=False)],
    output: Annotated[Path, typer.Option("-o", "--output", help="Set file to write, for --set.")],
    name: Annotated[str, typer.Option(help="What to call the set; else the file's name.")] = "",
    line_diameters: Annotated[
        str, typer.Option(metavar="MM,MM,MM", help="15, 10 and outer line, middle to middle of the line.")
    ] = "",
    line_widths: Annotated[str, typer.Option(metavar="MM[,MM,MM]", help="One for all, or 15, 10 and outer.")] = "",
    disc_diameter: Annotated[float | None, typer.Option(metavar="MM", help="Where a disc is widest.")] = None,
    base_diameter: Annotated[float | None, typer.Option(metavar="MM", help="Of the flat that it stands on.")] = None,
    disc_thickness: Annotated[float | None, typer.Option(metavar="MM")] = None,
) -> None:
    """Measure a board and its discs once, from several photos and with a caliper, for `score --set`."""
    from api.caliper import read_caliper
    from api.measure_set import measure_set as measure
    from api.measure_set import set_document, write_set
    from api.overlay_file import check_photos_stay

    with answering():
        check_photos_stay(photos, [output])
        caliper = read_caliper(line_diameters, line_widths, disc_diameter, base_diameter, disc_thickness)
        with progress_bar("Measuring", len(photos)) as progress:
            figures = measure(photos, caliper, lambda: progress.advance(progress.task_ids[0]))
        write_set(output, document := set_document(figures, name or output.stem))
    _print_figures(figures, document)
    print(f"Written to {output}.")


def calibrate(
    photos: Annotated[
        list[Path] | None,
        typer.Argument(help="Photos of a board, or of the chart, from several sides.", show_default=False),
    ] = None,
    camera: Annotated[str, typer.Option(help="Its name; else the model that the photos name.")] = "",
    charuco: Annotated[bool, typer.Option("--charuco", help="The photos show the printed chart.")] = False,
    chart: Annotated[Path | None, typer.Option(help="Write the chart to print (.png) and stop.")] = None,
) -> None:
    """Learn a camera's focal length and distortion once, for all its later photos."""
    from api.calibrate import calibrate as measure
    from api.cameras import keep_camera

    with answering():
        if chart is not None:
            _write_chart(chart)
            return
        taken = photos or []
        with progress_bar("Calibrating", len(taken)) as progress:
            found, focal_35mm = measure(
                taken, camera, charuco=charuco, done=lambda: progress.advance(progress.task_ids[0])
            )
        path = keep_camera(found.camera, focal_35mm)
    one = found.camera
    print(f"{one.name}: focal length {one.focal:.4f} ± {one.focal_sigma:.4f} of the picture's longer side,")
    print(f"distortion k1 = {one.k1:.4f}, k2 = {one.k2:.4f}; {len(taken)} photos at", end=" ")
    print(", ".join(f"{tilt:.0f}°" for tilt in found.tilts_deg) + f" fit to {found.rms_px:.2f} px.")
    print(f"Kept in {path}; used for all photos of this model, and for others with score --camera.")


def _write_chart(path: Path) -> None:
    from api.errors import BadOverlayPath
    from api.overlay_file import PICTURE_SUFFIXES, write_overlay
    from calibration.learned.charuco import draw_chart

    if path.suffix.lower() not in PICTURE_SUFFIXES:
        raise BadOverlayPath(f"{path} names no kind of picture.")
    write_overlay(path, draw_chart())
    print(f"Print {path} on one page, lay it flat, and photograph it from five sides at 30 to 50 degrees.")


def _print_figures(figures: "SetFigures", document: dict[str, object]) -> None:
    from rich.console import Console
    from rich.table import Table

    from api.measure_set import in_use, verdict
    from vision.several_photos.set_figures import line_entries

    table = Table("mm", "", "±", "from")
    rows = [(f"{line} line, radius", radius) for line, radius, _ in line_entries(figures)]
    rows += [(f"{line} line, width", width) for line, _, width in line_entries(figures)]
    rows += [
        ("disc, widest radius", figures.disc_radius),
        ("disc, radius of its base", figures.base_radius),
        ("disc, thickness", figures.thickness),
    ]
    for label, figure in rows:
        table.add_row(label, f"{figure.mm:.2f}", f"{figure.sigma_mm:.2f}", SOURCES[figure.source])
    console = Console(highlight=False)
    console.print(table)
    lines_used, disc_used = in_use(document)
    unsure = [label for label, used in (("the lines' width", lines_used), ("the discs' base", disc_used)) if not used]
    sentences = [f"{figures.photos} photos, {figures.discs} discs.", *verdict(figures)]
    if figures.base_radius.source == "usual":
        sentences.append("No photo shows where the rounded edge ends and the base begins: taken as on most discs.")
    if unsure:
        sentences.append(f"Not sure enough for --set, so each photo will be asked again: {' and '.join(unsure)}.")
    for sentence in sentences:
        console.print(sentence, soft_wrap=True)
