"""One answer of each kind, as the description of the API shows them."""

from typing import Any

from api.openapi import SCORE_EXAMPLE
from game.options_json import options_to_json
from game.presets import PRESETS

Json = dict[str, Any]
MATCH_ID = "7b0e6a1c-5f0e-4c52-9a55-2f0a4c1b7e90"
PHOTO_ID = "f5465ee2cca9f5b1e0bee65524aa14105c3ce7786c5826151d295353de896fa3"

ME: Json = {"role": "scorer", "lan": True, "local": False}
PAIRED: Json = {"role": "scorer", "lan": True}
TOKEN: Json = {
    "id": "340893de-ab09-4399-a7c0-eff13b62d6db",
    "name": "score board",
    "created": "2026-11-21T08:16:11Z",
}
NEW_TOKEN: Json = TOKEN | {"token": "shown-this-once-QFzHkWn3bS0"}
RULESET: Json = {
    "name": "nca",
    "title": "National Crokinole Association",
    "players": [2, 3, 4],
    "options": options_to_json(PRESETS["nca"]),
}
MATCH_LINE: Json = {
    "id": MATCH_ID,
    "title": "Ann – Ben",
    "status": "playing",
    "score": {"A": 2, "B": 0},
    "created": "2026-11-21T08:10:07Z",
    "version": 1,
}
ROUND: Json = {
    "number": 1,
    "starter": "Ann",
    "kind": "played",
    "totals": {"A": 50, "B": 0},
    "twenties": {"A": 2, "B": 0},
    "points": {"A": 2, "B": 0},
    "winner": "A",
    "reason": None,
    "needs_review": False,
    "scored_by": "camera+person",
    "photo": PHOTO_ID,
    "document": SCORE_EXAMPLE,
    "sides": None,
    "corrected": True,
}
MATCH: Json = {
    "id": MATCH_ID,
    "version": 1,
    "created": "2026-11-21T08:10:07Z",
    "title": "Ann – Ben",
    "ruleset": "nca",
    "options": RULESET["options"],
    "sides": [
        {
            "id": "A",
            "name": "Ann",
            "players": ["Ann"],
            "colour": {"team": "A", "name": "black", "rgb": [30, 28, 27]},
        },
        {"id": "B", "name": "Ben", "players": ["Ben"], "colour": None},
    ],
    "rounds": [ROUND],
    "score": {"A": 2, "B": 0},
    "games": [{"number": 1, "score": {"A": 2, "B": 0}, "winners": []}],
    "status": "playing",
    "winner": None,
    "ending": None,
    "next": {
        "round": 2,
        "starts": "Ben",
        "hammer": "Ann",
        "reason": "Ben starts: the start moves on clockwise; Ann has the last shot",
    },
    "asks": [],
    "history": [
        {
            "seq": 1,
            "at": "2026-11-21T08:16:10Z",
            "kind": "round_scored",
            "text": "round scored Ann 50 (20s: 2), Ben 0 (20s: 0)",
            "reason": None,
        }
    ],
}
NEW_MATCH: Json = MATCH | {
    "version": 0,
    "rounds": [],
    "score": {"A": 0, "B": 0},
    "games": [{"number": 1, "score": {"A": 0, "B": 0}, "winners": []}],
    "next": {"round": 1, "starts": "Ann", "hammer": "Ben", "reason": "Ann starts: agreed before the match"},
    "history": [],
}
PHOTO: Json = {"photo": PHOTO_ID, "document": SCORE_EXAMPLE, "seconds": 0.62}
PREVIEW: Json = {name: SCORE_EXAMPLE[name] for name in ("status", "reasons", "discs", "teams", "result")}
LOOK: Json = {
    "board": True,
    "whole": True,
    "tilt_deg": 9.2,
    "glare": 0.0,
    "sharpness": 0.709,
    "sigma_mm": 0.51,
    "advice": "Good: take the photo.",
}
