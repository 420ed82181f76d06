"""The tables, as the program queries them; `migrations/` is what makes them.

Times are text, ISO 8601 in UTC, which sorts as it runs. An event is never rewritten: a trigger refuses that.
"""

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Integer, MetaData, String, Table, Text

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("created", String(32), nullable=False),
    Column("title", Text, nullable=False),
    Column("setup", JSON, nullable=False),
)

# seq : from 1, without gaps; the last one is the match's version.
events = Table(
    "events",
    metadata,
    Column("match_id", String(40), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", String(32), nullable=False),
    Column("body", JSON, nullable=False),
    Column("entered_by", String(40)),
)

# id : SHA-256 of the stored file. gone : when the file was removed, the row staying for its readings.
photos = Table(
    "photos",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("added", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("focal_35mm", Float),
    Column("gone", String(32)),
)

# What the program said about a photo, in the order it was said. handles : where a player put the board, px.
# measured : the set that it was told, null for none.
readings = Table(
    "readings",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("photo_id", String(64), ForeignKey("photos.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("at", String(32), nullable=False),
    Column("ruleset", String(40), nullable=False),
    Column("handles", JSON(none_as_null=True)),
    Column("measured", JSON(none_as_null=True)),
    Column("document", JSON, nullable=False),
    Column("seconds", Float, nullable=False),
)

# What a person made of it, beside it. sent : the request as it came. document : the round as it was confirmed.
reviews = Table(
    "reviews",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("match_id", String(40), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("photo_id", String(64), ForeignKey("photos.id", ondelete="SET NULL")),
    Column("reading_id", Integer, ForeignKey("readings.id", ondelete="SET NULL")),
    Column("at", String(32), nullable=False),
    Column("entered_by", String(40)),
    Column("sent", JSON, nullable=False),
    Column("document", JSON),
    Column("corrected", Boolean, nullable=False),
)

# Requests already carried out, by the key that the sender chose. fingerprint : SHA-256 of method, path and body.
done_requests = Table(
    "done_requests",
    metadata,
    Column("key", String(200), primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    Column("subject", String(64), nullable=False),
)

# Who may score: phones paired by PIN, and programs. secret_hash : SHA-256 of a secret of 256 random bits.
credentials = Table(
    "credentials",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("name", Text, nullable=False),
    Column("secret_hash", String(64), nullable=False, unique=True),
    Column("created", String(32), nullable=False),
    Column("expires", String(32)),
)
