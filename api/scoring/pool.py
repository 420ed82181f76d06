"""A few worker processes behind a queue of bounded length."""

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

from api.scoring.errors import QueueFull
from api.scoring.process import WorkerProcess

Json = dict[str, Any]
# What one photo takes, about, for the answer to those that have to come again.
USUAL_S = 2.0


class ScoringPool:
    """workers : processes at once. waiting : jobs that may wait for one. limit_s : time for one job."""

    def __init__(self, *, workers: int, waiting: int, limit_s: float, threads: int = 1) -> None:
        self._workers, self._longest, self._limit_s = workers, workers + waiting, limit_s
        self._processes = [WorkerProcess(threads) for _ in range(workers)]
        self._idle: SimpleQueue[WorkerProcess] = SimpleQueue()
        for process in self._processes:
            self._idle.put(process)
        self._owners = ThreadPoolExecutor(workers, thread_name_prefix="scoring")
        self._lock = threading.Lock()
        self._unfinished = 0

    def start(self) -> None:
        """Start the workers, which load their libraries meanwhile; one that fails is tried again by its first job."""
        for _ in self._processes:
            self._owners.submit(self._warm)

    def stop(self) -> None:
        """End the workers at once; jobs not done fail with WorkerDied or are cancelled."""
        self._owners.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            process.stop()
        self._owners.shutdown()
        for process in self._processes:
            process.stop()

    @property
    def pids(self) -> list[int]:
        """Processes that run now."""
        return [process.pid for process in self._processes if process.pid is not None]

    @property
    def waiting(self) -> int:
        """Jobs that wait for a worker."""
        return max(0, self._unfinished - self._workers)

    def submit(self, job: Json, name: str) -> "Future[Json]":
        """Queue a job. Raises QueueFull. The future raises what `WorkerProcess.run` does."""
        with self._lock:
            if self._unfinished >= self._longest:
                raise QueueFull(self._retry_s())
            self._unfinished += 1
        future = self._owners.submit(self._run, job, name)
        future.add_done_callback(self._finished)
        return future

    def _retry_s(self) -> int:
        """Seconds after which the queue has probably moved on by half."""
        return max(1, round(self._longest / 2 * USUAL_S / self._workers))

    def _finished(self, _future: "Future[Json]") -> None:
        with self._lock:
            self._unfinished -= 1

    def _run(self, job: Json, name: str) -> Json:
        process = self._idle.get()
        try:
            return process.run(job, self._limit_s, name)
        finally:
            self._idle.put(process)

    def _warm(self) -> None:
        process = self._idle.get()
        try:
            process.start()
        finally:
            self._idle.put(process)
