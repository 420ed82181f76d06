"""Why a photo was not scored, other than for what it shows.

ScoringError
├── QueueFull     too many photos wait already
├── TooSlow       scoring took longer than allowed
└── WorkerDied    the process that scored the photo ended
"""


class ScoringError(Exception):
    """The photo was not scored; str() is a sentence for the person who sent it."""


class QueueFull(ScoringError):
    """Too many photos wait already. retry_s : when to come again."""

    def __init__(self, retry_s: int) -> None:
        super().__init__("Too many photos are waiting to be scored.")
        self.retry_s = retry_s


class TooSlow(ScoringError):
    """Scoring took longer than allowed."""


class WorkerDied(ScoringError):
    """The process that scored the photo ended: a hostile file, or no memory left."""
