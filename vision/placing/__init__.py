"""Where a disc stands: the outline of a solid, and the edges that it runs through."""
