"""Where a disc lies, in words instead of millimetres, for keepers and rulings without a camera."""

from typing import Literal

Zone = Literal["hole", "lip", "in15", "on15", "in10", "on10", "in5", "on5", "beyond", "ditch"]

# "on" means touching that line, which counts for the next region outward; on5 touches the outer line.
ZONE_VALUE: dict[Zone, int] = {
    "hole": 20,
    "lip": 15,
    "in15": 15,
    "on15": 10,
    "in10": 10,
    "on10": 5,
    "in5": 5,
    "on5": 0,
    "beyond": 0,
    "ditch": 0,
}

# A free shot has to end within or touching the 15 line; a 20 and a disc on the lip are within it (NCA 3a-ii).
WITHIN_OR_TOUCHING_15: frozenset[str] = frozenset({"hole", "lip", "in15", "on15"})
CLEAR_INSIDE_15: frozenset[str] = frozenset({"hole", "lip", "in15"})
OUT_AT_REST: frozenset[str] = frozenset({"on5", "beyond", "ditch"})
OUT_BEFORE: frozenset[str] = OUT_AT_REST | {"out"}
ON_THE_BOARD: frozenset[str] = frozenset(ZONE_VALUE) - OUT_AT_REST - {"hole"}
