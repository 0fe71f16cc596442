"""Leagues at work: rounds begin, bots are seated, games are watched and settled."""
