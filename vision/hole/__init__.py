"""What the hole holds: a bottom, a level disc, or one that leans on the lip."""
