"""Version 1 of the HTTP interface: everything the page does, for programs too."""
