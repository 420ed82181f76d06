"""Where the camera stood, by how pegs and discs lean and how much of their sides shows."""
