"""Lessons as pages: what the coach says, and the table it is about."""
