"""What lies on the board: discs, their places and their teams."""
