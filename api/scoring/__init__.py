"""Photos are scored in processes of their own: a file that breaks one costs that photo alone."""
