"""What several photos tell together: of one round, and of one set."""
