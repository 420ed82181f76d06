"""Everything that touches the outside: photos, files, the command line, the web."""
