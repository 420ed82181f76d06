"""The page that players see: templates and static files over the API."""
