"""Readings tell which measured set they were made with."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make room for the set."""
    op.add_column("readings", sa.Column("measured", sa.JSON))


def downgrade() -> None:
    """Forget the sets; the readings themselves stay."""
    op.drop_column("readings", "measured")
