"""Was the shot valid, what is removed, which 20s count: the ruling on one shot, in words.

Sources: NCA 3, 8e to 8h; Cogitate 4, 8, 9; Mayday, Resolving a Shot; house sheet 4, 5 and its optional rule; the
board maker's page, rules 1 to 6. Where they differ the options decide.
"""

from dataclasses import dataclass

from game.contact import Contacts, follow
from game.options import Options, Transit
from game.reason import Reason
from game.shot import Shot
from game.zones import CLEAR_INSIDE_15, ON_THE_BOARD, OUT_AT_REST, OUT_BEFORE, WITHIN_OR_TOUCHING_15

IN_PLAY_BEFORE = ON_THE_BOARD | {"shot"}
CAME_BACK: dict[Transit, str] = {
    "spin": "came back after striking something beyond the outer line",
    "area": "had been wholly over the outer line",
    "surface": "had left the surface",
    "rail": "had met the rail or the ditch",
    "strict": "had touched the outer line in motion",
}


@dataclass(frozen=True, kw_only=True)
class Removal:
    """A disc placed in the ditch, or kept there, after the shot; a void 20 is one too."""

    disc: str
    reason: Reason


@dataclass(frozen=True, kw_only=True)
class ShotRuling:
    """The ruling on a shot.

    twenties : names of the discs that count as 20s, each for its owner. in_play : discs on the board before the next
    shot. may_reshoot : whether the shooter may try again, by the beginners' option.
    """

    valid: bool
    reason: Reason
    removed: tuple[Removal, ...]
    twenties: tuple[str, ...]
    in_play: tuple[str, ...]
    may_reshoot: bool


def rule_on(shot: Shot, options: Options) -> ShotRuling:
    """Rule on a shot. Whether it is a free one is read off the board as it lay before."""
    contacts = follow(shot, options.transit, options.strike)
    free = not any(disc.side != shot.side and disc.at in ON_THE_BOARD for disc in shot.discs.values())
    taken = _taken(shot, contacts, options, free)
    fault = _free_fault(shot, contacts, options) if free else _miss(contacts, options, len(taken))
    removed = [
        Removal(disc=name, reason=reason)
        for name in shot.discs
        if (reason := _removal(shot, contacts, name, fault if name in taken else None, options)) is not None
    ]
    gone = {removal.disc for removal in removed}
    twenties = tuple(name for name, zone in shot.end.items() if zone == "hole" and name not in gone)
    lying = [name for name, disc in shot.discs.items() if disc.at in IN_PLAY_BEFORE]
    dud = fault is not None and not free and contacts.chain == {shot.shot_disc}
    return ShotRuling(
        valid=fault is None,
        reason=fault or _good(free, options),
        removed=tuple(removed),
        twenties=twenties,
        in_play=tuple(name for name in lying if name not in gone and name not in twenties),
        may_reshoot=options.reshoot and dud,
    )


def _miss(contacts: Contacts, options: Options, taken: int) -> Reason | None:
    if contacts.reached if options.reentry_strike else contacts.reached_fresh:
        return None
    gone = {1: "your disc is removed", 2: "your disc and the one it moved are removed"}
    return Reason(
        "valid shot", f"no opposing disc was struck: {gone.get(taken, 'your disc and those it moved are removed')}"
    )


def _free_fault(shot: Shot, contacts: Contacts, options: Options) -> Reason | None:
    """Why a shot with no opposing disc in play fails; None when it stands."""
    if options.no_hiding == "none":
        return None
    may_qualify = contacts.chain if options.no_hiding == "any_struck" else {shot.shot_disc}
    wanted = CLEAR_INSIDE_15 if options.no_hiding == "shooter_inside" else WITHIN_OR_TOUCHING_15
    for name in may_qualify - contacts.gone_out:
        if _end(shot, name) in wanted and shot.discs[name].at not in OUT_BEFORE:
            return None
    ended = {
        "any_struck": "no disc of the shot ended within or touching the 15 line",
        "shooter": "the shot disc did not end within or touching the 15 line",
        "shooter_inside": "the shot disc did not end clear inside the 15 line",
    }[options.no_hiding]
    what = "the shot disc is" if options.free_fail_removal == "shooter" else "the shot disc and all it moved are"
    return Reason("no hiding", f"{ended} on a free shot: {what} removed")


def _taken(shot: Shot, contacts: Contacts, options: Options, free: bool) -> frozenset[str]:
    """Own discs in play that a bad shot takes with it; the opponents' stay whatever happened to them."""
    if free:
        taken = contacts.chain if options.free_fail_removal == "chain" else frozenset({shot.shot_disc})
    else:
        # A 20 made in a miss is void however the disc got there, also where only direct contacts are removed.
        sunk = {name for name, zone in shot.end.items() if zone == "hole"}
        taken = (contacts.chain if options.invalid_removal == "chain" else contacts.direct) | sunk
    return frozenset(
        name for name in taken if shot.discs[name].side == shot.side and shot.discs[name].at in IN_PLAY_BEFORE
    )


def _removal(shot: Shot, contacts: Contacts, name: str, fault: Reason | None, options: Options) -> Reason | None:
    """Why a disc is removed; None when it stays."""
    if shot.discs[name].at in OUT_BEFORE:
        moved = name in shot.end or name in contacts.chain
        return Reason("dead disc", "was out of play before: stays out, in the hole too") if moved else None
    if fault is not None:
        return fault
    end = _end(shot, name)
    if name in shot.end and end in OUT_AT_REST:
        texts = {
            "on5": "touches the outer line at rest: out of play",
            "beyond": "lies wholly beyond the outer line: out of play",
            "ditch": "left the surface: out of play",
        }
        return Reason("outer line", texts[end])
    if name in contacts.gone_out:
        sunk = ", and is no 20" if end == "hole" else ""
        return Reason("returning disc", f"{CAME_BACK[options.transit]}: out{sunk}; what it moved stays moved")
    return None


def _end(shot: Shot, name: str) -> str:
    return shot.end.get(name, shot.discs[name].at)


def _good(free: bool, options: Options) -> Reason:
    if not free:
        return Reason("valid shot", "an opposing disc was struck: the shot stands")
    if options.no_hiding == "none":
        return Reason("free shot", "no opposing disc in play: shoot freely")
    return Reason("no hiding", "the free shot ended where it must: it stands")
