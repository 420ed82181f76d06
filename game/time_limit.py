"""What is still shot when time runs out.

A side one shot short takes one more, counted by side; discs unshot stay unplayed and the round is scored as it lies.
A disc that left the finger before the signal has been shot. Sources: Mayday, Tournament Rules; NCA 8d.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from game.options import TimeLimit
from game.reason import Reason
from game.violation import RuleViolation


@dataclass(frozen=True, kw_only=True)
class TimeCall:
    """extra : sides that take one more shot. unplayed : discs of each side that then stay unshot."""

    extra: tuple[int, ...]
    unplayed: tuple[int, ...]
    reason: Reason


def call_time(rule: TimeLimit, discs: Sequence[int], shots: Sequence[int]) -> TimeCall:
    """Call time on a round.

    discs : what each side shoots in a full round. shots : what it has shot. Raises RuleViolation when the counts
    cannot be: more shots than discs, or sides more than one shot apart.
    """
    if any(not 0 <= shot <= owned for shot, owned in zip(shots, discs, strict=True)):
        raise RuleViolation(f"shots {tuple(shots)} do not fit the discs {tuple(discs)}")
    most = max(shots)
    if min(shots) < most - 1:
        raise RuleViolation(f"sides shoot in turn: {tuple(shots)} is more than one shot apart")
    short = [side for side, (shot, owned) in enumerate(zip(shots, discs, strict=True)) if shot < min(most, owned)]
    extra = tuple(short) if rule == "equalise" else ()
    unplayed = tuple(
        owned - shot - (side in extra) for side, (owned, shot) in enumerate(zip(discs, shots, strict=True))
    )
    if extra:
        text = "time: whoever is one shot short takes one more, then the round is scored as it lies"
    else:
        text = "time: nothing more is shot, the round is scored as it lies"
    return TimeCall(extra=extra, unplayed=unplayed, reason=Reason("time limit", text))
