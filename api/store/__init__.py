"""What is kept: matches as events, photos as files, in SQLite or PostgreSQL."""
