"""Pictures with exact truth, and the renderer that makes them."""
