"""Words for people: why the rules decided as they did."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """One decision in words a player understands.

    rule : the rule's usual short name, for instance "look under" or "no hiding". text : what it did here.
    """

    rule: str
    text: str
