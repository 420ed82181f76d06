"""What can go wrong with the store, and the database's own errors turned into it.

StoreError
├── NotKept        nothing of that name is kept
├── Stale          someone else has changed the match meanwhile
├── KeyReused      the idempotency key came before, with another request
├── StoreBusy      the database is locked by something else for too long
├── StoreFull      no room is left on the disk
└── StoreDamaged   the database cannot be used
"""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, ENOSPC

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

BUSY = {"SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_BUSY_SNAPSHOT", "55P03", "57014", "40001", "40P01"}
FULL = {"SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "53100"}


class StoreError(Exception):
    """Anything that keeps the store from doing what was asked; str() is a sentence for the person asking."""


class NotKept(StoreError):
    """Nothing of that name is kept."""


class Stale(StoreError):
    """The match has changed since it was read. version : what it is now."""

    def __init__(self, version: int) -> None:
        super().__init__("Someone else has changed this match meanwhile.")
        self.version = version


class KeyReused(StoreError):
    """An idempotency key came before, with another request."""


class StoreBusy(StoreError):
    """The database is locked by something else for too long."""


class StoreFull(StoreError):
    """No room is left on the disk."""


class StoreDamaged(StoreError):
    """The database cannot be used."""


@contextmanager
def translated() -> Iterator[None]:
    """Turn the database's and the disk's errors into ours; a broken constraint stays what it is."""
    try:
        yield
    except IntegrityError:
        raise
    except PoolTimeout as error:
        raise StoreBusy("Too many are using the store at once.") from error
    except DBAPIError as error:
        raise _ours(error) from error
    except OSError as error:
        if error.errno in (ENOSPC, EDQUOT, EFBIG):
            raise StoreFull("The disk is full.") from error
        raise StoreDamaged(f"The data folder cannot be used: {error.strerror}.") from error


def _ours(error: DBAPIError) -> StoreError:
    code = getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None) or ""
    if code in BUSY:
        return StoreBusy("The store is locked by another program.")
    if code in FULL:
        return StoreFull("The disk is full.")
    return StoreDamaged(f"The database does not work ({code or type(error.orig).__name__}).")
