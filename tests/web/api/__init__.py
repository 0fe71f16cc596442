"""The API for bots from outside."""
