"""The command line: `crokinole score` and `crokinole serve`."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.errors import BadInput, BadOverlayPath, UnreadablePhoto, answer_to

if TYPE_CHECKING:
    from api.photo import Photo
    from api.scored import ScoredPhoto
    from calibration.board import MeasuredSet

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Read crokinole boards and keep the score.")
NOT_READ = ("no_board", "unreadable")


@app.command()
def score(
    photos: Annotated[list[Path], typer.Argument(help="Photos of finished rounds.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per photo and line.")] = False,
    overlay: Annotated[
        Path | None, typer.Option(help="Picture of what was read: a file for one photo, a folder for many.")
    ] = None,
    twenties: Annotated[str, typer.Option(help="20s in the bowl, by team: A=2,B=1.")] = "",
    set_file: Annotated[Path | None, typer.Option("--set", help="Measured board and discs (JSON).")] = None,
    ruleset: Annotated[str, typer.Option(help="nca, mayday, cogitate, house or carrom.")] = "nca",
) -> None:
    """Score photos of finished rounds."""
    from api.document import to_document
    from api.set_file import read_set
    from api.table import print_scored
    from api.twenties import parse_twenties

    exit_code = 0
    try:
        measured = read_set(set_file) if set_file else None
        counts = parse_twenties(twenties)
        targets = _overlay_targets(photos, overlay)
        for path, target in zip(_with_progress(photos), targets, strict=True):
            scored = _score_one(path, target, measured, counts, ruleset)
            if as_json:
                print(json.dumps(to_document(scored)), flush=True)
            else:
                print_scored(scored)
            if scored.status in NOT_READ:
                exit_code = 3
                if as_json:
                    print(f"{scored.name}: {scored.reasons[0].message}", file=sys.stderr)
    except BadInput as error:
        answer = answer_to(error)
        print(f"crokinole: {error} {answer.advice}", file=sys.stderr)
        raise typer.Exit(answer.exit_code) from error
    raise typer.Exit(exit_code)


@app.command()
def serve(
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8000,
    host: Annotated[str, typer.Option(help="Address to listen on; the default is this machine alone.")] = "127.0.0.1",
) -> None:
    """Serve the scorer over HTTP."""
    import uvicorn

    from api.app import create_app

    uvicorn.run(create_app(), host=host, port=port, log_level="warning", timeout_graceful_shutdown=2)


def _score_one(
    path: Path, target: Path | None, measured: "MeasuredSet | None", counts: dict[str, int], ruleset: str
) -> "ScoredPhoto":
    from api.photo import read_photo
    from api.score_photo import score_photo, unreadable_photo

    try:
        photo = read_photo(path)
    except UnreadablePhoto as error:
        return unreadable_photo(error, ruleset)
    scored = score_photo(photo, measured=measured, twenties=counts, ruleset=ruleset)
    if target:
        _write_overlay(photo, scored, target)
    return scored


def _write_overlay(photo: "Photo", scored: "ScoredPhoto", target: Path) -> None:
    import cv2

    from api.score_photo import draw_overlay

    encoded, data = cv2.imencode(target.suffix, draw_overlay(photo, scored))
    try:
        if not encoded:
            raise BadOverlayPath(f"{target} cannot be written as a picture.")
        target.write_bytes(data.tobytes())
    except OSError as error:
        raise BadOverlayPath(f"{target} cannot be written: {error.strerror}.") from error


def _overlay_targets(photos: list[Path], overlay: Path | None) -> list[Path | None]:
    if overlay is None:
        return [None] * len(photos)
    if len(photos) == 1 and overlay.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp") and not overlay.is_dir():
        return [overlay]
    try:
        overlay.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOverlayPath(f"{overlay} cannot be made a folder: {error.strerror}.") from error
    return [overlay / f"{path.stem}.jpg" for path in photos]


def _with_progress(photos: list[Path]) -> Iterator[Path]:
    """The photos one by one, with a progress bar on a terminal's standard error where there are several."""
    if len(photos) < 2 or not sys.stderr.isatty():
        yield from photos
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(photos, description="Scoring", console=Console(stderr=True))


def main() -> None:
    """Entry point of the command `crokinole`."""
    app()
