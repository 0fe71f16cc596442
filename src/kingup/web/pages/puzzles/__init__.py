"""Puzzles: a moment of a game, a question, an answer."""
