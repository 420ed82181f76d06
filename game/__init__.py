"""What it is worth: the rules of crokinole, on the standard library alone."""
