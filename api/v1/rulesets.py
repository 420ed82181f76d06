"""The rule sets and every option that a match may set differently."""

from typing import Any

from fastapi import APIRouter

from api.openapi import answer
from api.v1.examples import RULESET
from game.options_json import options_to_json
from game.presets import PRESETS

router = APIRouter(tags=["matches"])
TITLES = {
    "nca": "National Crokinole Association",
    "mayday": "Mayday Games",
    "cogitate": "Cogitate Games",
    "house": "House rules",
    "carrom": "Carrom board",
}


@router.get("/rulesets", responses={200: answer("Rule sets", [RULESET])})
def get_rulesets() -> list[dict[str, Any]]:
    """Each with the numbers of players that it is for and its options in full."""
    return [
        {"name": name, "title": TITLES[name], "players": [2, 3, 4], "options": options_to_json(options)}
        for name, options in PRESETS.items()
    ]
