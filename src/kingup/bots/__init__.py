"""Bots: players that get a view and answer with an action."""

from kingup.bots.bot import Bot, BotError, Budget
from kingup.bots.bot_names import make_bot

__all__ = ["Bot", "BotError", "Budget", "make_bot"]
