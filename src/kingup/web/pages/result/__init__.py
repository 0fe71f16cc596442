"""A table after its game."""
