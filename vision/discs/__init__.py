"""Which places are discs: candidates, those that are sure, the others by what they share with them, and whose."""
