"""The store: one database and one folder of photos."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

from api.store.engine import BUSY_S, WRITES, open_engine, sqlite_url
from api.store.errors import translated
from api.store.migrate import upgrade
from api.store.photo_files import PhotoFiles

T = TypeVar("T")


@dataclass(frozen=True, eq=False, kw_only=True)
class Store:
    """Everything that is kept. Functions of this package take it, or a connection out of it."""

    engine: Engine
    files: PhotoFiles

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database throughout."""
        with translated(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is kept as a whole when the block ends well, and dropped as a whole otherwise."""
        with (
            translated(),
            self.engine.connect().execution_options(**{WRITES: True}) as connection,
            connection.begin(),
        ):
            yield connection

    def write(self, work: Callable[[Connection], T]) -> T:
        """What `work` gives, in one transaction; done anew where someone did the same at the same moment."""
        try:
            with self.writing() as connection:
                return work(connection)
        except IntegrityError:  # PostgreSQL: who was first is seen only now
            with self.writing() as connection:
                return work(connection)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()


def open_store(folder: Path, database_url: str | None = None, busy_s: float = BUSY_S) -> Store:
    """Open the store in a folder, made if it is not there, and bring its tables up to date.

    database_url : of another database than `crokinole.sqlite` in the folder. Raises StoreError.
    """
    with translated():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        files = PhotoFiles(folder=folder / "photos", incoming=folder / "incoming")
        files.prepare()
        engine = open_engine(database_url or sqlite_url(folder / "crokinole.sqlite"), busy_s)
        upgrade(engine)
    return Store(engine=engine, files=files)
