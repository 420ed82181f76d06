"""A ray caster that draws crokinole boards as a camera sees them; it knows nothing of the scorer."""
