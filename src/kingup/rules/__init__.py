"""The rules of the game: no files, no clock, no network, no imports from the rest of kingup."""
