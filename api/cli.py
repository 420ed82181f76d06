"""The command line: `crokinole score` and `crokinole serve`; the other commands are in files of their own."""

import errno
import json
import os
import sys
import traceback
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.answering import answering
from api.errors import BadInput, BadOverlayPath, ScorerError, UnreadablePhoto
from api.match_command.commands import match_app
from api.measuring_commands import calibrate, measure_set
from api.progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from api.photo import Photo
    from api.scored import ScoredPhoto
    from calibration.board import MeasuredSet

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Read crokinole boards and keep the score.",
)
app.command("measure-set")(measure_set)
app.command()(calibrate)
app.add_typer(match_app, name="match")
NOT_READ = ("no_board", "unreadable")
# A file or device that takes no more.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


@app.command()
def score(
    # One that may not be read is a result like others that cannot be, so that Typer does not check it.
    photos: Annotated[
        list[Path], typer.Argument(help="Photos of finished rounds.", show_default=False, readable=False)
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per photo and line.")] = False,
    overlay: Annotated[
        Path | None, typer.Option(help="Picture of what was read: a file for one photo, a folder for many.")
    ] = None,
    cards: Annotated[Path | None, typer.Option(help="Folder for a call card of every disputed disc.")] = None,
    twenties: Annotated[str, typer.Option(help="20s in the bowl, by team: A=2,B=1.")] = "",
    set_file: Annotated[Path | None, typer.Option("--set", help="Measured board and discs (JSON).")] = None,
    ruleset: Annotated[str, typer.Option(help="nca, mayday, cogitate, house or carrom.")] = "nca",
    same_round: Annotated[
        bool, typer.Option("--same-round", help="All photos show one round: one result, surer than each.")
    ] = False,
    camera: Annotated[str, typer.Option(help="A calibrated camera, for photos that do not name theirs.")] = "",
) -> None:
    """Score photos of finished rounds."""
    from api.document import to_document
    from api.score_photo import check_ruleset
    from api.set_file import read_set
    from api.table import print_scored
    from api.twenties import parse_twenties

    exit_code = 0
    with answering():
        check_ruleset(ruleset)
        measured = read_set(set_file) if set_file else None
        counts = parse_twenties(twenties)
        read = _reader(camera)
        score_them = _score_together if same_round else _score_each
        for scored in score_them(photos, read, (overlay, cards), measured, counts, ruleset):
            if as_json:
                print(json.dumps(to_document(scored), allow_nan=False), flush=True)
            else:
                print_scored(scored)
            if scored.status in NOT_READ:
                exit_code = 3
                if as_json:
                    print(f"{scored.name}: {scored.reasons[0].message}", file=sys.stderr)
    raise typer.Exit(exit_code)


@app.command()
def serve(
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8000,
    lan: Annotated[bool, typer.Option("--lan", help="Let phones in the local network join.")] = False,
    data: Annotated[Path | None, typer.Option(help="Folder for matches and photos; else CROKINOLE_DATA.")] = None,
    database: Annotated[str | None, typer.Option(help="URL of a PostgreSQL database in place of SQLite.")] = None,
    photo_days: Annotated[int | None, typer.Option(help="Delete photos after so many days.", min=1)] = None,
    photo_gb: Annotated[float | None, typer.Option(help="Delete the oldest photos beyond so much.", min=0.01)] = None,
    set_file: Annotated[Path | None, typer.Option("--set", help="The club's measured board and discs.")] = None,
) -> None:
    """Serve the scorer to browsers, phones and programs."""
    from api.data_folder import default_data_folder
    from api.service.run import PortTaken, run_service
    from api.service.settings import Settings
    from api.set_file import read_set
    from api.store.errors import StoreError

    try:
        settings = Settings(
            data=data or default_data_folder(),
            database_url=database,
            lan=lan,
            measured=read_set(set_file) if set_file else None,
            photo_days=photo_days,
            photo_bytes=None if photo_gb is None else int(photo_gb * 1e9),
        )
        run_service(settings, port)
    except (StoreError, PortTaken, BadInput) as error:
        print(f"crokinole: {error}", file=sys.stderr)
        raise typer.Exit(2) from error


def _reader(camera: str) -> "Callable[[Path], Photo]":
    """How photos are read: with a camera's calibration, if one is named. Raises BadCamera where it is not known."""
    from dataclasses import replace

    from api.cameras import named_camera
    from api.photo import read_photo

    if not camera:
        return read_photo
    known = named_camera(camera)
    return lambda path: replace(read_photo(path), camera=known)


def _score_each(
    paths: list[Path],
    read: "Callable[[Path], Photo]",
    pictures: tuple[Path | None, Path | None],
    measured: "MeasuredSet | None",
    counts: dict[str, int],
    ruleset: str,
) -> "Iterator[ScoredPhoto]":
    """One result per photo; one that cannot be read, or on which the program fails, is a result too.

    pictures : of overlays and of call cards.
    """
    from api.call_cards import card_stems
    from api.overlay_file import overlay_targets
    from api.photo import name_of
    from api.score_photo import score_photo, unreadable_photo

    targets = zip(paths, overlay_targets(paths, pictures[0]), card_stems(paths, pictures[1]), strict=True)
    progress = progress_bar("Scoring", len(paths))
    not_written: BadOverlayPath | None = None
    for path, target, stem in targets:
        with progress:  # erased before the result is printed, for both may share a terminal
            try:
                photo = read(path)
                scored = score_photo(photo, measured=measured, twenties=counts, ruleset=ruleset)
                _write_pictures(target, stem, photo, scored, measured)
            except UnreadablePhoto as error:
                scored = unreadable_photo(error, ruleset)
            except BadOverlayPath as error:  # the score stands all the same
                not_written = not_written or error
            except ScorerError:
                raise
            except Exception as error:
                # A fault of the program's own: shown in full, and no reason to lose the other photos.
                traceback.print_exc()
                reason = f"The program fails on this photo ({type(error).__name__}). Please report it, with the photo."
                scored = unreadable_photo(UnreadablePhoto(name_of(path), reason), ruleset)
        progress.advance(progress.task_ids[0])
        yield scored
    if not_written:
        raise not_written


def _score_together(
    paths: list[Path],
    read: "Callable[[Path], Photo]",
    pictures: tuple[Path | None, Path | None],
    measured: "MeasuredSet | None",
    counts: dict[str, int],
    ruleset: str,
) -> "Iterator[ScoredPhoto]":
    """One result for all photos, with the overlay and the cards of the photo that it is given in; that of the first
    photo that cannot be read, if there is one.
    """
    from api.call_cards import card_stems
    from api.overlay_file import overlay_targets
    from api.same_round import score_same_round
    from api.score_photo import unreadable_photo

    targets, stems = overlay_targets(paths, pictures[0], of_one_round=True), card_stems(paths, pictures[1])
    try:
        photos = [read(path) for path in paths]
    except UnreadablePhoto as error:
        yield unreadable_photo(error, ruleset)
        return
    with progress_bar("Scoring", len(paths)) as progress:
        together = score_same_round(
            photos,
            measured=measured,
            twenties=counts,
            ruleset=ruleset,
            done=lambda: progress.advance(progress.task_ids[0]),
        )
        at = next(i for i, photo in enumerate(photos) if photo is together.photo)
        _write_pictures(targets[at], stems[at], together.photo, together.scored, measured)
    for name in together.left_aside:
        print(f"{name}: shows what another photo does, from the same place: left aside.", file=sys.stderr)
    yield together.scored


def _write_pictures(
    overlay: Path | None, stem: Path | None, photo: "Photo", scored: "ScoredPhoto", measured: "MeasuredSet | None"
) -> None:
    from api.call_cards import write_cards
    from api.overlay_file import write_overlay
    from api.score_photo import draw_overlay

    if overlay:
        write_overlay(overlay, draw_overlay(photo, scored))
    if stem:
        write_cards(stem, photo, scored, measured)


def main() -> None:
    """Entry point of the command `crokinole`."""
    # A terminal that cannot show a letter of a file's name gets a question mark for it.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app()
    except OSError as error:
        if error.errno not in FULL:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # where Python leaves the rest when it ends
        reason = os.strerror(error.errno).lower()
        print(f"crokinole: The results cannot be written ({reason}). Make room, and start again.", file=sys.stderr)
        sys.exit(2)
