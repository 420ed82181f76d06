"""Requests already carried out, so that none is carried out twice; who may score."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "done_requests",
        sa.Column("key", sa.String(200), primary_key=True),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
    )
    op.create_table(
        "credentials",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("expires", sa.String(32)),
    )


def downgrade() -> None:
    """Drop both: phones pair again, and a request sent before may be carried out once more."""
    op.drop_table("credentials")
    op.drop_table("done_requests")
