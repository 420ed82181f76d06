"""Photo -> score: the one place where all stages meet."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from api.board_in import board_in, placed_board_in
from api.errors import UnknownRuleset, UnreadablePhoto
from api.one_thread import in_one_thread
from api.outcome import round_outcome
from api.photo import Photo
from api.reasons import reasons_to_ask
from api.score_teams import score_teams
from api.scored import Reason, ScoredDisc, ScoredPhoto, Status
from api.suggestion import suggest_twenties
from calibration.board import LINE_RADII_MM, MeasuredSet
from calibration.view import BoardNotFound, BoardView
from game.look_under import LineGap, call_lines, place_value
from game.presets import PRESETS
from vision.drawing.overlay import Mark, draw_marks
from vision.read_board import read_board
from vision.reading import BoardReading, Disc

NO_TWENTIES: Mapping[str, int] = {}
# Boards within this of the tournament's ratios of radii are called tournament boards.
SAME_RATIO = 0.012


@in_one_thread
def score_photo(
    photo: Photo,
    *,
    measured: MeasuredSet | None = None,
    twenties: Mapping[str, int] = NO_TWENTIES,
    ruleset: str = "nca",
    handles_px: Sequence[tuple[float, float]] | None = None,
) -> ScoredPhoto:
    """Score one photo of a finished round.

    twenties : 20s in the bowl by team id or colour name. handles_px : where a player showed that the quadrant lines end
    on the outer line, four (x, y), clockwise in the photo. Raises UnknownRuleset and BadTwenties; a photo without a
    board is a result, not an error.
    """
    check_ruleset(ruleset)
    try:
        view = placed_board_in(photo, handles_px, measured) if handles_px else board_in(photo, measured)
    except BoardNotFound as error:
        return photo_without_board(photo, error, ruleset)
    reading = read_board(photo.bgr, view, measured)
    return score_reading(photo, reading, measured=measured, twenties=twenties, ruleset=ruleset)


def score_reading(
    photo: Photo,
    reading: BoardReading,
    *,
    measured: MeasuredSet | None = None,
    twenties: Mapping[str, int] = NO_TWENTIES,
    ruleset: str = "nca",
) -> ScoredPhoto:
    """The score of what was read on a photo. Raises BadTwenties and UnknownRuleset."""
    check_ruleset(ruleset)
    view = reading.view
    discs = tuple(_scored_disc(i, disc) for i, disc in enumerate(reading.discs, start=1))
    shot = PRESETS[ruleset].discs.two
    suggested = {team.id: suggest_twenties(view, reading.discs, team.id, shot) for team in reading.teams}
    teams = score_teams(reading, discs, twenties, suggested)
    reasons = reasons_to_ask(reading, discs, teams, damaged=photo.damaged)
    status: Status = "needs_review" if reasons else "scored"
    return ScoredPhoto(
        name=photo.name,
        size_px=_size_px(photo),
        status=status,
        reasons=reasons,
        ruleset=ruleset,
        board=measured.name if measured and (measured.lines or measured.disc) else _board_name(view),
        view=view,
        teams=teams,
        discs=discs,
        outcome=round_outcome(teams, discs, reading.shared_gap_sigma_mm, ruleset),
    )


def check_ruleset(name: str) -> None:
    """Raise UnknownRuleset where no ruleset has this name."""
    if name not in PRESETS:
        raise UnknownRuleset(f"There is no ruleset {name[:40]!r}: choose one of {', '.join(PRESETS)}.")


def photo_without_board(photo: Photo, error: BoardNotFound, ruleset: str) -> ScoredPhoto:
    """The result that stands for a picture in which no board was found, with the advice for the player."""
    reason = Reason(code="no_board", message=str(error))
    return ScoredPhoto(name=photo.name, size_px=_size_px(photo), status="no_board", reasons=(reason,), ruleset=ruleset)


def unreadable_photo(error: UnreadablePhoto, ruleset: str) -> ScoredPhoto:
    """The result that stands for a file without readable pixels."""
    reason = Reason(code=error.code, message=error.reason)
    return ScoredPhoto(name=error.name, size_px=None, status="unreadable", reasons=(reason,), ruleset=ruleset)


def draw_overlay(photo: Photo, scored: ScoredPhoto) -> NDArray[np.uint8]:
    """A picture of the board, BGR, with what was read drawn on it; a copy of the photo where no board was found."""
    if scored.view is None:
        return photo.bgr.copy()
    doubted = {reason.disc for reason in scored.reasons}
    colours = {entry.team.id: entry.team.rgb for entry in scored.teams}
    marks = [
        Mark(
            x_mm=disc.seen.x_mm,
            y_mm=disc.seen.y_mm,
            radius_mm=disc.seen.radius_mm,
            rgb=colours[disc.seen.team],
            label=f"{disc.value}?" if disc.id in doubted else str(disc.value),
            doubtful=disc.id in doubted,
        )
        for disc in scored.discs
    ]
    asked_mm = [reason.xy_mm for reason in scored.reasons if reason.xy_mm]
    legend = [(entry.team.name, entry.team.rgb, entry.total) for entry in scored.teams]
    return draw_marks(photo.bgr, scored.view, marks, asked_mm, legend)


def _size_px(photo: Photo) -> tuple[int, int]:
    return photo.bgr.shape[1], photo.bgr.shape[0]


def _scored_disc(number: int, disc: Disc) -> ScoredDisc:
    if disc.place != "surface":
        return ScoredDisc(id=number, seen=disc, value=place_value(disc.place), call=None)
    call = call_lines([LineGap(name=gap.line, gap_mm=gap.gap_mm, sigma_mm=gap.sigma_mm) for gap in disc.gaps])
    return ScoredDisc(id=number, seen=disc, value=call.value, call=call)


def _board_name(view: BoardView) -> str:
    outer = view.lines[2].radius_mm
    ratios = [
        line.radius_mm / outer * LINE_RADII_MM[2] / radius
        for line, radius in zip(view.lines, LINE_RADII_MM, strict=True)
    ]
    return "tournament" if all(abs(ratio - 1) < SAME_RATIO for ratio in ratios) else "measured"
