"""The club's service: the scorer over HTTP with a store, for phones and programs."""
