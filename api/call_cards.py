"""Call cards: which discs get one, what stands on it, and writing them."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from api.errors import BadOverlayPath, NoSuchDisc
from api.overlay_file import distinct_stems, write_overlay
from api.photo import Photo
from api.scored import ScoredDisc, ScoredPhoto
from calibration.board import MeasuredSet
from game.look_under import WORTH_INSIDE
from vision.drawing.call_card import CardGap, CardText, draw_call_card

# Nobody disputes a disc farther from its line than this, unless the program itself is in doubt.
DISPUTED_MM = 2.0
MEASURED = "The disc's base and the lines are those of the measured set {name}."
BASE_MEASURED = "The disc's base is that of the measured set {name}; the line's width was read from the photo."
TOGETHER = "Measured on {count} photos of the round together."
ASSUMED = (
    "The disc's base was not measured but taken as most discs have it, and most of the ± comes from that: "
    "with a measured set (--set) the call is surer."
)
FLATTENED = "Flattened onto the board: the disc's upper edge leans away from the camera."


def disputed_discs(scored: ScoredPhoto) -> list[ScoredDisc]:
    """Discs on the surface that are too close to call, or near enough to a line for players to argue."""
    return [
        disc
        for disc in scored.discs
        if disc.call and (disc.call.call == "too_close" or abs(disc.call.gap_mm) <= DISPUTED_MM)
    ]


def draw_card(photo: Photo, scored: ScoredPhoto, number: int, measured: MeasuredSet | None) -> NDArray[np.uint8]:
    """The call card (1920, 1080, 3) of the disc with this id. Raises NoSuchDisc where none lies on the surface."""
    disc = next((disc for disc in scored.discs if disc.id == number), None)
    if disc is None or disc.call is None or scored.view is None:
        raise NoSuchDisc(f"No disc {number} lies on the board's surface in {photo.name[:80]}.")
    team = next(entry.team for entry in scored.teams if entry.team.id == disc.seen.team)
    clear, touching = values_either_way(disc)
    gap = CardGap(
        x_mm=disc.seen.x_mm,
        y_mm=disc.seen.y_mm,
        radius_mm=disc.seen.radius_mm,
        rgb=team.rgb,
        line=disc.call.line,
        gap_mm=disc.call.gap_mm,
        sigma_mm=disc.call.sigma_mm,
    )
    text = CardText(
        title=f"Disc {disc.id}, {team.name}",
        photo=Path(photo.name).name,
        if_clear=clear,
        if_touching=touching,
        counts=disc.value,
        p_touch=disc.call.p_touch,
        too_close=disc.call.call == "too_close",
        basis=" ".join(_basis(scored, measured)),
    )
    return draw_call_card(photo.bgr, scored.view, gap, text)


def _basis(scored: ScoredPhoto, measured: MeasuredSet | None) -> list[str]:
    """Where the measures come from, in sentences."""
    if measured and measured.disc:
        known = MEASURED if measured.lines else BASE_MEASURED
        sentences = [known.format(name=measured.name[:60])]
    else:
        sentences = [ASSUMED]
    if len(scored.photos) > 1:
        sentences.append(TOGETHER.format(count=len(scored.photos)))
    return [*sentences, FLATTENED]


def values_either_way(disc: ScoredDisc) -> tuple[int, int]:
    """What a disc on the surface is worth clear of the line that decides, and touching it."""
    assert disc.call is not None
    names = list(WORTH_INSIDE)
    outer = names[names.index(disc.call.line) + 1 :]
    reached = {gap.line: gap.gap_mm <= 0 for gap in disc.seen.gaps}
    return WORTH_INSIDE[disc.call.line], next((WORTH_INSIDE[name] for name in outer if not reached[name]), 0)


def card_stems(photos: list[Path], folder: Path | None) -> list[Path | None]:
    """For each photo the beginning of its cards' names in the folder, which is made. Raises BadOverlayPath."""
    if folder is None:
        return [None] * len(photos)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOverlayPath(f"{folder} cannot be made a folder: {error.strerror}.") from error
    return [folder / stem for stem in distinct_stems(photos)]


def write_cards(stem: Path, photo: Photo, scored: ScoredPhoto, measured: MeasuredSet | None) -> None:
    """Write STEM-disc-N.jpg for every disputed disc. Raises BadOverlayPath where that fails."""
    for disc in disputed_discs(scored):
        target = stem.with_name(f"{stem.name}-disc-{disc.id}.jpg")
        write_overlay(target, draw_card(photo, scored, disc.id, measured))
