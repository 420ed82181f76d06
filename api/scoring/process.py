"""One worker process as its owner sees it: a job in, an answer out, within a time limit."""

import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from api.errors import NoSuchDisc, OversizedPhoto, UnreadablePhoto, UnsupportedPhoto
from api.scoring.errors import ScoringError, TooSlow, WorkerDied

Json = dict[str, Any]
HOME = Path(__file__).resolve().parents[2]
START_S = 60.0
_UNREADABLE = {error.__name__: error for error in (UnreadablePhoto, UnsupportedPhoto, OversizedPhoto)}


class WorkerProcess:
    """A worker, started with the first job and again after it died. Not for several threads at once."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._running: subprocess.Popen[str] | None = None
        self._late = False

    @property
    def pid(self) -> int | None:
        """Of the process that runs now."""
        return None if self._running is None else self._running.pid

    def start(self) -> None:
        """Start the process and wait until it has loaded what it needs."""
        threads = str(self._threads)
        environment = {
            **os.environ,
            "OMP_NUM_THREADS": threads,
            "OPENCV_FOR_THREADS_NUM": threads,
        }
        # From the program's own folder, so that nothing in the user's folder is imported in place of a library. In a
        # session of its own, so that what it starts can be stopped with it, and Ctrl-C reaches the server alone.
        self._running = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "api.scoring.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=HOME,
            env=environment,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )
        try:
            self._answer(START_S)
        except (TooSlow, WorkerDied) as error:
            raise ScoringError("The program that scores photos does not start; the log says why.") from error

    def run(self, job: Json, limit_s: float, name: str) -> Json:
        """Do one job. Raises UnreadablePhoto, NoSuchDisc, OSError, TooSlow and WorkerDied."""
        if self._running is not None and self._running.poll() is not None:
            self.stop()
        if self._running is None:
            self.start()
        assert self._running is not None
        assert self._running.stdin is not None
        try:
            self._running.stdin.write(json.dumps(job) + "\n")
            self._running.stdin.flush()
        except BrokenPipeError as broken:
            self.stop()
            raise WorkerDied("The program that scores photos has stopped.") from broken
        return _opened(self._answer(limit_s), name)

    def stop(self) -> None:
        """End the process and whatever it has started."""
        if self._running is None:
            return
        running, self._running = self._running, None
        _kill(running)
        running.wait()
        for stream in (running.stdin, running.stdout):
            if stream is not None:
                _close(stream)

    def _answer(self, limit_s: float) -> Json:
        assert self._running is not None
        assert self._running.stdout is not None
        self._late = False
        timer = threading.Timer(limit_s, self._end_late, [self._running])
        timer.start()
        try:
            line = self._running.stdout.readline()
        finally:
            timer.cancel()
        if not line.endswith("\n"):
            self.stop()
            if self._late:
                raise TooSlow(f"Scoring this photo took longer than {limit_s:g} seconds.")
            raise WorkerDied("This photo broke the program that scores photos.")
        answer: Json = json.loads(line)
        return answer

    def _end_late(self, running: "subprocess.Popen[str]") -> None:
        self._late = True
        _kill(running)


def _kill(running: "subprocess.Popen[str]") -> None:
    if os.name == "nt":
        running.kill()
        return
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)


def _close(stream: Any) -> None:
    with suppress(BrokenPipeError):  # a job that was never read
        stream.close()


def _opened(answer: Json, name: str) -> Json:
    if "refused" in answer:
        kind, reason = answer["refused"]["kind"], answer["refused"]["reason"]
        raise _UNREADABLE[kind](name, reason) if kind in _UNREADABLE else NoSuchDisc(reason)
    if "errno" in answer:
        raise OSError(answer["errno"], os.strerror(answer["errno"]))
    done: Json = answer["done"]
    return done
