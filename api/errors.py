"""The errors that a caller is told about, and what both doors answer to each.

ScorerError
├── UnreadablePhoto           no pixels could be got out of the file
│   ├── UnsupportedPhoto      it is not a kind of picture that the program reads
│   └── OversizedPhoto        more bytes or pixels than the program takes
└── BadInput                  the photo may be fine, what came with it is not
    ├── BadSetFile            the measured set
    ├── BadCaliper            what was measured by hand
    ├── BadTwenties           the count of 20s in the bowl
    ├── UnknownRuleset
    ├── BadOverlayPath        where the overlay is to be written
    ├── NoSuchDisc            a call card of a disc that is not there
    ├── BadPhotos             several photos that cannot be used together
    ├── BadCamera             a camera's calibration
    ├── BadMatch              a match file, or what is to be entered in it
    └── BadUpload             the form or body of an HTTP request

A board that is not found is no error: it is a result whose status says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from game.violation import RuleViolation


class ScorerError(Exception):
    """Anything that the person asking can put right; str() is a sentence for that person."""


class UnreadablePhoto(ScorerError):
    """A file without readable pixels.

    name: of the file. reason: one or two sentences, what is wrong and what to do about it.
    """

    code = "unreadable"

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name, reason)
        self.name = name
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"


class UnsupportedPhoto(UnreadablePhoto):
    """A file of another kind than the pictures that the program reads."""

    code = "unsupported"


class OversizedPhoto(UnreadablePhoto):
    """A file beyond the limits on bytes or pixels."""

    code = "too_large"


class BadInput(ScorerError):
    """Something given beside the photo cannot be used."""

    code = "bad_input"


class BadSetFile(BadInput):
    """The measured board and disc set cannot be used."""

    code = "bad_set"


class BadCaliper(BadInput):
    """What was measured by hand cannot be what the photos show."""

    code = "bad_caliper"


class BadTwenties(BadInput):
    """The count of 20s in the bowl cannot be used."""

    code = "bad_twenties"


class UnknownRuleset(BadInput):
    """No ruleset has this name."""

    code = "unknown_ruleset"


class BadOverlayPath(BadInput):
    """The overlay cannot be written there."""

    code = "bad_overlay"


class NoSuchDisc(BadInput):
    """No disc of this number lies on the board's surface."""

    code = "no_such_disc"


class BadPhotos(BadInput):
    """Photos that cannot be used together: one shows no board, or they show different things."""

    code = "bad_photos"


class BadCamera(BadInput):
    """A camera cannot be calibrated, or its calibration cannot be kept."""

    code = "bad_camera"


class BadMatch(BadInput):
    """A match file, or what is to be entered in it, cannot be used."""

    code = "bad_match"


class BadUpload(BadInput):
    """A request that holds no photo where one is expected."""

    code = "bad_upload"


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the two doors answer to an error.

    exit_code: 2 for what was asked, 3 for a photo that cannot be read. advice: a sentence for the player.
    """

    http_status: int
    exit_code: int
    advice: str


ANSWERS: Mapping[type[Exception], Answer] = {
    UnreadablePhoto: Answer(http_status=422, exit_code=3, advice="Send the photo again as the camera made it."),
    UnsupportedPhoto: Answer(http_status=415, exit_code=3, advice="Send a JPEG, PNG, WebP or HEIC photo."),
    OversizedPhoto: Answer(http_status=413, exit_code=3, advice="Send a smaller photo: 12 megapixels are plenty."),
    BadSetFile: Answer(http_status=422, exit_code=2, advice="A set file gives radii, not diameters, in mm."),
    BadCaliper: Answer(http_status=422, exit_code=2, advice="Measure both again: diameters, in mm."),
    BadTwenties: Answer(http_status=422, exit_code=2, advice="Write the 20s in the bowl as A=2,B=1."),
    UnknownRuleset: Answer(http_status=422, exit_code=2, advice="Left out, it is nca."),
    BadOverlayPath: Answer(http_status=422, exit_code=2, advice="Name a .jpg or .png file, or a folder for many."),
    NoSuchDisc: Answer(http_status=422, exit_code=2, advice="Discs are numbered as in the photo's score."),
    BadPhotos: Answer(http_status=422, exit_code=3, advice="Leave that photo out, or take it again."),
    BadCamera: Answer(http_status=422, exit_code=2, advice="Take five photos at different angles, all with one zoom."),
    BadMatch: Answer(http_status=422, exit_code=2, advice="`crokinole match --help` tells more."),
    BadUpload: Answer(
        http_status=422, exit_code=2, advice="Send the photo as the form field `photo` or as the whole body."
    ),
    RuleViolation: Answer(http_status=422, exit_code=2, advice="Change what the rules do not allow."),
}


def answer_to(error: ScorerError | RuleViolation) -> Answer:
    """The answer for the error's class, or for the nearest class above it that has one."""
    return next(ANSWERS[cls] for cls in type(error).__mro__ if cls in ANSWERS)
