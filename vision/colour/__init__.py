"""Colours: the board from straight above, its own colour around each place, and the teams."""
