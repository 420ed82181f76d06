"""What hides discs: lamps mirrored by the lacquer, arms, and other things that lie on the board."""
