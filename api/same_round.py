"""Several photos of one round -> one score."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mode

from api.board_in import board_in, part_in
from api.errors import BadPhotos
from api.one_thread import in_one_thread
from api.photo import Photo
from api.score_photo import NO_TWENTIES, check_ruleset, photo_without_board, score_reading
from api.scored import ScoredPhoto
from calibration.board import MeasuredSet
from calibration.view import BoardNotFound, BoardView
from vision.read_board import read_board
from vision.several_photos.combine_round import combine_round
from vision.several_photos.one_place import from_one_place
from vision.several_photos.same_round import DifferentPosition, Match, SeenBoard, match_round


@dataclass(frozen=True, eq=False, kw_only=True)
class SameRound:
    """A score and the photo in whose frame and pixels it is given. left_aside : names of copies, which add nothing."""

    scored: ScoredPhoto
    photo: Photo
    left_aside: tuple[str, ...] = ()


@in_one_thread
def score_same_round(
    photos: Sequence[Photo],
    *,
    measured: MeasuredSet | None = None,
    twenties: Mapping[str, int] = NO_TWENTIES,
    ruleset: str = "nca",
    done: Callable[[], None] = lambda: None,
) -> SameRound:
    """Score a round that several photos show, at least one of them the whole board; others may be close-ups.

    A copy of another photo adds nothing, and is not among the result's photos. done is called after each photo. Raises
    BadPhotos with the reason where they do not show the same position, and what score_photo raises; without any whole
    board the result is that of the first photo.
    """
    check_ruleset(ruleset)
    boards = [_whole_board(photo, measured, done) for photo in photos]
    seen = [board for board in boards if isinstance(board, SeenBoard)]
    missed = [board for board in boards if isinstance(board, BoardNotFound)]
    if not seen:
        return SameRound(scored=photo_without_board(photos[0], missed[0], ruleset), photo=photos[0])
    # Glare can split a team's colour in two on one photo: the first with as many teams as most have.
    first = next(one for one in seen if len(one.reading.teams) == mode(len(each.reading.teams) for each in seen))
    at = boards.index(first)
    others: list[tuple[SeenBoard, Match]] = []
    copies: list[int] = []
    for i, (photo, whole) in enumerate(zip(photos, boards, strict=True)):
        if i == at:
            continue
        board = whole if isinstance(whole, SeenBoard) else _close_up(photo, first.view, measured, done)
        match = _match(first, board, photos[at].name, photo.name)
        known = ((first.view, match.turn), *((one.view, own.turn.T @ match.turn) for one, own in others))
        if any(from_one_place(view, board.view, turn) for view, turn in known):
            copies.append(i)
        else:
            others.append((board, match))
    reading = combine_round(first, others, measured)
    told_of = replace(photos[at], damaged=any(photo.damaged for photo in photos))
    scored = score_reading(told_of, reading, measured=measured, twenties=twenties, ruleset=ruleset)
    return SameRound(
        scored=replace(scored, photos=tuple(photo.name for i, photo in enumerate(photos) if i not in copies)),
        photo=photos[at],
        left_aside=tuple(photos[i].name for i in copies),
    )


def _whole_board(photo: Photo, measured: MeasuredSet | None, done: Callable[[], None]) -> SeenBoard | BoardNotFound:
    """The board of a photo, or why it shows no whole one. done : called where it does; a close-up is read later."""
    try:
        view = board_in(photo, measured)
    except BoardNotFound as error:
        return error
    seen = SeenBoard(reading=read_board(photo.bgr, view, measured), whole=True)
    done()
    return seen


def _close_up(photo: Photo, whole: BoardView, measured: MeasuredSet | None, done: Callable[[], None]) -> SeenBoard:
    try:
        view = part_in(photo, whole, measured)
    except BoardNotFound as error:
        raise BadPhotos(f"Where {photo.name} lies on the board cannot be told. {error}") from error
    seen = SeenBoard(reading=read_board(photo.bgr, view, measured), whole=False)
    done()
    return seen


def _match(first: SeenBoard, other: SeenBoard, here: str, there: str) -> Match:
    try:
        return match_round(first, other)
    except DifferentPosition as difference:
        raise BadPhotos(f"The photos show different positions: {_told(difference, first, other, here, there)}") from (
            difference
        )


def _told(difference: DifferentPosition, first: SeenBoard, other: SeenBoard, here: str, there: str) -> str:
    """The difference as a sentence for the players."""
    if difference.disc is None:
        return f"hardly a disc of {here} lies where one lies in {there}."
    board = other if difference.kind == "added" else first
    disc = board.reading.discs[difference.disc]
    team = next(team.name for team in board.reading.teams if team.id == disc.team)
    x, y = disc.px
    which = f"the {team} disc at pixel ({x:.0f}, {y:.0f}) of {there if difference.kind == 'added' else here}"
    if difference.kind == "moved":
        return f"{which} lies {difference.moved_mm:.0f} mm away in {there}: moved, or misread there."
    if difference.kind == "missing":
        return f"{which} is not to be seen in {there}: moved, taken away or hidden."
    return f"{which} is not in {here}: put there later, moved or hidden before."
