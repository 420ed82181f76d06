"""A worker process: one JSON object a line in, one a line out. Run as `python -m api.scoring.worker`."""

import json
import os
import sys
from typing import Any

from api.decoder_worker import MAX_ADDRESS_SPACE_BYTES
from api.errors import NoSuchDisc, OversizedPhoto, UnreadablePhoto

# Behind the server itself, so that pages stay quick while photos are scored.
NICENESS = 5


def main() -> None:
    """Answer jobs until standard input ends. Any other error ends the process: its owner starts a new one."""
    # Libraries may print: what they say goes to standard error, answers alone to standard output.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    _limit()
    from api.scoring.jobs import JOBS

    print(json.dumps({"ready": True}), file=answers, flush=True)
    for line in sys.stdin:
        job = json.loads(line)
        try:
            answer: dict[str, Any] = {"done": JOBS[job["job"]](job)}
        except UnreadablePhoto as error:
            answer = {"refused": {"kind": type(error).__name__, "reason": error.reason}}
        except NoSuchDisc as error:
            answer = {"refused": {"kind": type(error).__name__, "reason": str(error)}}
        except MemoryError:
            answer = {"refused": {"kind": OversizedPhoto.__name__, "reason": "The photo needs too much memory."}}
        except OSError as error:
            answer = {"errno": error.errno or 0}
        print(json.dumps(answer, allow_nan=False), file=answers, flush=True)


def _limit() -> None:
    if sys.platform == "win32":
        return
    import resource

    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (MAX_ADDRESS_SPACE_BYTES, MAX_ADDRESS_SPACE_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
