"""Who may score: phones paired by PIN and programs with a token."""

import hashlib
import secrets
import uuid
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, delete, insert, select

from api.clock import now
from api.store.errors import NotKept
from api.store.tables import credentials

Kind = Literal["phone", "program"]
PHONE_DAYS = 30


@dataclass(frozen=True, kw_only=True)
class Credential:
    """One phone or program. name : for people, "phone" where none was given."""

    id: str
    kind: Kind
    name: str
    created: str


def add_credential(connection: Connection, kind: Kind, name: str) -> tuple[Credential, str]:
    """A new one and its secret, of which only a hash is kept. Phones pair again after PHONE_DAYS days."""
    secret = secrets.token_urlsafe(32)
    made = Credential(id=str(uuid.uuid4()), kind=kind, name=name, created=now())
    ends = now(PHONE_DAYS)
    connection.execute(
        insert(credentials).values(**vars(made), secret_hash=_hash(secret), expires=ends if kind == "phone" else None)
    )
    return made, secret


def find_credential(connection: Connection, secret: str) -> Credential | None:
    """Whose secret this is; None for nobody's, or one that has run out."""
    found = connection.execute(select(credentials).where(credentials.c.secret_hash == _hash(secret))).one_or_none()
    if found is None or (found.expires is not None and found.expires < now()):
        return None
    return Credential(id=found.id, kind=found.kind, name=found.name, created=found.created)


def list_programs(connection: Connection) -> list[Credential]:
    """Programs that hold a token."""
    asked = select(credentials).where(credentials.c.kind == "program").order_by(credentials.c.created)
    return [
        Credential(id=row.id, kind=row.kind, name=row.name, created=row.created) for row in connection.execute(asked)
    ]


def revoke(connection: Connection, credential_id: str) -> None:
    """Take a credential back. Raises NotKept."""
    if connection.execute(delete(credentials).where(credentials.c.id == credential_id)).rowcount == 0:
        raise NotKept("There is no such token.")


def _hash(secret: str) -> str:
    # No slow hash: the secret is 256 random bits, not a password that could be guessed.
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
