"""Why a photo is sent to review: every question with its code, in words that a player understands."""

from api.scored import Reason, ScoredDisc, ScoredTeam
from game.presets import PRESETS
from vision.reading import BoardReading

# By no ruleset does a side own more discs.
MOST_DISCS = max(preset.discs.two for preset in PRESETS.values())
DAMAGED = Reason(
    code="damaged_file",
    message="The file is damaged, so that part of the picture may be lost or shifted: check every disc.",
)


def reasons_to_ask(
    reading: BoardReading, discs: tuple[ScoredDisc, ...], teams: tuple[ScoredTeam, ...], *, damaged: bool
) -> tuple[Reason, ...]:
    """All questions about a photo. damaged : whether a part of its file was."""
    return (
        *_close_calls(reading, discs),
        *_doubts(reading),
        *_counts_of_20s(teams, reading),
        *([DAMAGED] if damaged else []),
    )


def _close_calls(reading: BoardReading, discs: tuple[ScoredDisc, ...]) -> list[Reason]:
    names = {team.id: team.name for team in reading.teams}
    return [
        too_close(
            disc.id, f"Disc {disc.id} ({names[disc.seen.team]})", disc.call.line, (disc.value, disc.call.other_value)
        )
        for disc in discs
        if disc.call and disc.call.other_value is not None
    ]


def too_close(disc: int, called: str, line: str, values: tuple[int, int]) -> Reason:
    """Which of two values a disc counts. called : the disc, in words."""
    message = f"{called} is too close to the {line} line to call: {values[0]} or {values[1]}?"
    return Reason(code="too_close", message=message, disc=disc)


def _doubts(reading: BoardReading) -> list[Reason]:
    return [
        Reason(
            code=doubt.code,
            message=doubt.message,
            disc=None if doubt.disc is None else doubt.disc + 1,
            xy_mm=doubt.xy_mm,
        )
        for doubt in reading.doubts
    ]


def _counts_of_20s(teams: tuple[ScoredTeam, ...], reading: BoardReading) -> list[Reason]:
    """Counts of 20s that cannot be right: a mistyped colour is a third team, and no side owns more than its discs."""
    reasons = []
    for entry in teams:
        places = [disc.place for disc in reading.discs if disc.team == entry.team.id]
        lying = sum(place != "hole" for place in places)
        if entry.twenties == len(places) - lying:  # none but those in the hole
            continue
        if len(reading.teams) > 1 and entry.team not in reading.teams:
            message = f"No discs of {entry.team.name} are in the photo: whose are the {entry.twenties} 20s?"
        elif entry.twenties + lying > MOST_DISCS:
            message = (
                f"The {entry.team.name} side has {entry.twenties} 20s and {lying} discs in the photo, "
                f"but owns {MOST_DISCS}: is the count right?"
            )
        else:
            continue
        reasons.append(Reason(code="twenties", message=message))
    return reasons
