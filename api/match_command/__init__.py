"""Matches kept in files from the command line: `crokinole match`."""
