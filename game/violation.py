"""The one way the rules say no."""


class RuleViolation(ValueError):
    """Something the rules in force do not allow; the message says what, in words a player understands."""
