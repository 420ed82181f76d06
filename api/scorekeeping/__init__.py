"""From what the program read and what people say about it to rounds of a match, and a match as JSON."""
