"""What requests carry, checked where it enters."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from api.scorekeeping.confirmed import Confirmation
from api.scorekeeping.placed_disc import PlacedDisc
from api.v1.documented import RULESETS

# No control characters: neither databases nor screens take them.
PLAIN = r"^[^\x00-\x1f\x7f-\x9f]*$"
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60, pattern=PLAIN)]
Sentence = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400, pattern=PLAIN)]
Ruleset = Annotated[str, Field(max_length=40, json_schema_extra=RULESETS)]
SideId = Annotated[str, StringConstraints(pattern="^[ABC]$")]
PhotoId = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
Count = Annotated[int, Field(ge=0, le=24, strict=True)]
Total = Annotated[int, Field(ge=0, le=480, strict=True)]
Coordinate = Annotated[float, Field(ge=-500.0, le=500.0, allow_inf_nan=False)]
Pixel = Annotated[float, Field(ge=-20_000.0, le=40_000.0, allow_inf_nan=False)]


class Body(BaseModel):
    """What every body has in common: a misspelt member is refused, not left out silently."""

    model_config = ConfigDict(extra="forbid")


class Pair(Body):
    """The PIN that the server shows."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {"pin": "123456", "name": "Ann's phone"}})
    pin: Annotated[str, StringConstraints(pattern="^[0-9]{4,12}$")]
    name: Name = "phone"


class NewToken(Body):
    """What the token is for."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {"name": "score board"}})
    name: Name


class NewMatch(Body):
    """Players in the order of their seats, clockwise; the first side is A."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"example": {"players": ["Ann", "Ben"], "ruleset": "nca", "options": {}, "starts": "Ann"}},
    )
    players: Annotated[list[Name], Field(min_length=2, max_length=4, json_schema_extra={"uniqueItems": True})]
    seating: Literal["singles", "three", "doubles", "two_against_one"] | None = Field(
        default=None,
        description="Left out, it follows from the number of players. In two_against_one the first is alone.",
    )
    ruleset: Ruleset = "nca"
    options: dict[Annotated[str, StringConstraints(max_length=40)], Any] = Field(
        default_factory=dict, max_length=40, description="Options unlike the rule set's own; see GET /rulesets."
    )
    starts: Name | None = Field(default=None, description="Who starts round 1; the first player where left out.")


class Disc(Body):
    """A disc as a person put it; mm from the board's centre, x to the right, y up in the photo."""

    team: SideId
    place: Literal["surface", "hole", "lip", "ditch"] = "surface"
    x_mm: Coordinate
    y_mm: Coordinate
    value: Literal[0, 5, 10, 15, 20] | None = None

    def placed(self) -> PlacedDisc:
        """The same as a value."""
        return PlacedDisc(team=self.team, place=self.place, x_mm=self.x_mm, y_mm=self.y_mm, value=self.value)


class DiscAnswer(Body):
    """What a disc counts, in a person's eyes; null says that it is no disc."""

    disc: Annotated[int, Field(ge=1, le=200, strict=True)]
    value: Literal[0, 5, 10, 15, 20] | None


Discs = Annotated[list[Disc], Field(max_length=60)]
Twenties = Annotated[dict[SideId, Count], Field(description="All 20s: in the bowl and still flat in the hole.")]


class RoundBody(Body):
    """A round as a person confirms it: `totals`, or `discs`, or a `photo` with `answers`."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"example": {"totals": {"A": 60, "B": 35}, "twenties": {"A": 1, "B": 0}}},
    )
    photo: PhotoId | None = None
    discs: Discs | None = None
    totals: dict[SideId, Total] | None = None
    twenties: Twenties | None = None
    sides: dict[SideId, SideId] = Field(
        default_factory=dict, description="Photo team of each side; else the same letter."
    )
    answers: Annotated[list[DiscAnswer], Field(max_length=60)] = Field(default_factory=list)
    checked: bool = Field(
        default=False, description="A person has looked at the board for whatever was asked about the photo as a whole."
    )
    reason: Sentence | None = Field(default=None, description="Why a past round is changed.")

    def confirmation(self) -> Confirmation:
        """The same as a value."""
        return Confirmation(
            discs=None if self.discs is None else tuple(disc.placed() for disc in self.discs),
            totals=self.totals,
            twenties=self.twenties,
            sides=self.sides,
            answers=tuple((answer.disc, answer.value) for answer in self.answers),
        )


class Preview(Body):
    """Discs as they lie on the screen now. twenties : by photo team."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"example": {"discs": [{"team": "A", "x_mm": 12.0, "y_mm": -88.0}], "twenties": {"A": 1}}},
    )
    discs: Discs | None = None
    answers: Annotated[list[DiscAnswer], Field(max_length=60)] = Field(default_factory=list)
    twenties: Twenties = Field(default_factory=dict)
    ruleset: Ruleset = "nca"


class Board(Body):
    """Where the quadrant lines meet the outer line in the photo, px, clockwise from the one nearest the top."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"example": {"handles_px": [[820, 410], [1790, 420], [1800, 1390], [810, 1400]]}},
    )
    handles_px: Annotated[list[tuple[Pixel, Pixel]], Field(min_length=4, max_length=4)]
    ruleset: Ruleset = "nca"


class Forfeit(Body):
    """A side gives up a round or a game."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {"side": "B", "reason": "left early"}})
    side: SideId
    reason: Sentence
    what: Literal["round", "game"] = "round"


class Ruling(Body):
    """What someone says beside scoring: who starts, a shoot-out, an official's decision, a note.

    start : player (and reason, for an official). shootout : holes by side. void : reason. award_round : points by side
    and reason. award_match : winner (null leaves it drawn) and reason. time : nothing more. note : text.
    """

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {"kind": "start", "player": "Ben"}})
    kind: Literal["start", "shootout", "void", "award_round", "award_match", "time", "note"]
    player: Name | None = None
    holes: dict[SideId, Count] | None = None
    points: dict[SideId, Annotated[int, Field(ge=0, le=1000, strict=True)]] | None = None
    winner: SideId | None = None
    text: Sentence | None = None
    reason: Sentence | None = None
