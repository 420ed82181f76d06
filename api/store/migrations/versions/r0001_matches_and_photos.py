"""Matches as events, photos, what the program read in them and what people made of it."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables, and the trigger that keeps events as they were written."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("setup", sa.JSON, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("match_id", sa.String(40), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("entered_by", sa.String(40)),
    )
    op.create_table(
        "photos",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("added", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("focal_35mm", sa.Float),
        sa.Column("gone", sa.String(32)),
    )
    _make_readings_and_reviews()
    _keep_events_as_written()


def downgrade() -> None:
    """Drop everything."""
    for table in ("reviews", "readings", "photos", "events", "matches"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION events_stay()")


def _make_readings_and_reviews() -> None:
    photo = sa.ForeignKey("photos.id", ondelete="CASCADE")
    op.create_table(
        "readings",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("photo_id", sa.String(64), photo, nullable=False, index=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("handles", sa.JSON),
        sa.Column("document", sa.JSON, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
    )
    match = sa.ForeignKey("matches.id", ondelete="CASCADE")
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("match_id", sa.String(40), match, nullable=False, index=True),
        sa.Column("photo_id", sa.String(64), sa.ForeignKey("photos.id", ondelete="SET NULL")),
        sa.Column("reading_id", sa.Integer, sa.ForeignKey("readings.id", ondelete="SET NULL")),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("entered_by", sa.String(40)),
        sa.Column("sent", sa.JSON, nullable=False),
        sa.Column("document", sa.JSON),
        sa.Column("corrected", sa.Boolean, nullable=False),
    )


def _keep_events_as_written() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE TRIGGER events_stay BEFORE UPDATE ON events "
            "BEGIN SELECT RAISE(ABORT, 'events are never rewritten'); END"
        )
    else:
        op.execute(
            "CREATE FUNCTION events_stay() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'events are never rewritten'; END $$"
        )
        op.execute("CREATE TRIGGER events_stay BEFORE UPDATE ON events EXECUTE FUNCTION events_stay()")
