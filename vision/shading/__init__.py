"""Places to a tenth of a millimetre: the light along discs' rounded edges, fitted to the photo."""
