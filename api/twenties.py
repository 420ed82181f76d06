"""Counts of 20s in the bowl as people write them."""

from api.errors import BadTwenties


def parse_twenties(text: str) -> dict[str, int]:
    """`A=2,B=1` or `black=2` -> counts by team. An empty text gives none. Raises BadTwenties."""
    counts: dict[str, int] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        team, equals, number = part.partition("=")
        if not equals or not team.strip() or not number.strip().isdecimal() or int(number) > 24:
            raise BadTwenties(f"{part!r} is no count of 20s: write A=2,B=1 with counts up to 24.")
        counts[team.strip()] = int(number)
    return counts
