"""The one way the rules say no."""


class RuleViolation(ValueError):  # noqa: N818 - the rulebooks' word
    """Something the rules in force do not allow; the message says what, in words a player understands."""
