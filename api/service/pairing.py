"""Pairing by PIN, and what keeps the PIN from being guessed."""

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

# A person mistypes now and then; a program tries them all.
FREE_TRIES = 5
FIRST_LOCK_S, LONGEST_LOCK_S = 30.0, 900.0
# Of a million PINs this many may be tried before nobody pairs any more: one in ten thousand to have guessed right.
ALL_TRIES = 100


class PinRefused(Exception):
    """A wrong PIN, or no PIN is heard now. retry_s : when the next may be tried; None for not before a restart."""

    def __init__(self, detail: str, retry_s: int | None, *, locked: bool) -> None:
        super().__init__(detail)
        self.retry_s = retry_s
        self.locked = locked


@dataclass(kw_only=True)
class _Tries:
    wrong: int = 0
    locked_until: float = 0.0


class Pairing:
    """One PIN for as long as the server runs. For several threads at once."""

    def __init__(self, pin: str | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.pin = pin or f"{secrets.randbelow(10**6):06d}"
        self._clock = clock
        self._lock = threading.Lock()
        self._tries: dict[str, _Tries] = {}
        self._all_wrong = 0

    def check(self, pin: str, address: str) -> None:
        """Return for the right PIN. Raises PinRefused."""
        with self._lock:
            if self._all_wrong >= ALL_TRIES:
                raise PinRefused("Too many wrong PINs: pairing is closed.", None, locked=True)
            tries = self._tries.setdefault(address, _Tries())
            left_s = tries.locked_until - self._clock()
            if left_s > 0:
                raise PinRefused("Too many wrong PINs from here.", int(left_s) + 1, locked=True)
            if hmac.compare_digest(pin.encode(), self.pin.encode()):
                del self._tries[address]
                return
            self._all_wrong += 1
            tries.wrong += 1
            if tries.wrong >= FREE_TRIES:
                locks = tries.wrong - FREE_TRIES
                tries.locked_until = self._clock() + min(LONGEST_LOCK_S, FIRST_LOCK_S * 2**locks)
            raise PinRefused("That is not the PIN.", 0, locked=False)
