"""External bots: programs in any language that speak a line protocol.

`docs/protocol.md` describes the protocol, `docs/first-bot.md` how to begin.
"""

from kingup.bots.external.bot import ExternalBot
from kingup.bots.external.failures import BotFailure
from kingup.bots.external.fitness import FitnessReport, checkup
from kingup.bots.external.messages import PROTOCOL, schema

__all__ = ["PROTOCOL", "BotFailure", "ExternalBot", "FitnessReport", "checkup", "schema"]
