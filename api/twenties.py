"""Counts of 20s in the bowl as people write them."""

import re

from api.errors import BadTwenties

MAX_COUNT = 24  # two players against one share out at most 24 discs
_PART = re.compile(r"([A-Ca-c]|[A-Za-z][A-Za-z ]+)\s*=\s*(\d{1,2})", re.ASCII)


def parse_twenties(text: str) -> dict[str, int]:
    """`A=2,B=1` or `black=2` -> counts by team. An empty text gives none. Raises BadTwenties.

    Letters come out as capitals, names of colours in small letters, as the teams are called.
    """
    counts: dict[str, int] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        matched = _PART.fullmatch(part)
        if not matched or int(matched[2]) > MAX_COUNT:
            raise BadTwenties(f"{part[:40]!r} is no count of 20s: teams are A, B and C, counts go up to {MAX_COUNT}.")
        team = matched[1].strip()
        team = team.upper() if len(team) == 1 else team.lower()
        if team in counts:
            raise BadTwenties(f"The 20s of team {team} are given twice.")
        counts[team] = int(matched[2])
    return counts
