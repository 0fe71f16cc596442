"""Pages on which a finished game is watched again."""
