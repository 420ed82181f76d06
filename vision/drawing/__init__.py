"""Pictures for players: the overlay, and cards of single calls."""
