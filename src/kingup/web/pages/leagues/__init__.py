"""Leagues of bots."""
