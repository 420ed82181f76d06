"""The time as it is written everywhere: ISO 8601 in UTC, to the second, so that texts sort as times do."""

from datetime import UTC, datetime, timedelta


def now(days_on: int = 0) -> str:
    """The time now, or so many days from now."""
    return (datetime.now(UTC) + timedelta(days=days_on)).strftime("%Y-%m-%dT%H:%M:%SZ")
