"""Where the board is: what never moves during a game, from one photo."""
