"""The analysis of a finished game, moment by moment, and one's own mistakes to try again."""
