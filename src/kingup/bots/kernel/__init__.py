"""How bots think, as plain functions in the small language of the rules' kernel.

They run interpreted for tests and debugging, and compiled, in one namespace with the rules,
for play (see `kingup.rules.kernel` for what that asks of them).
"""

from types import ModuleType

from kingup.bots.kernel import beliefs, courtier, evaluation, quick, search, worlds

MODULES: tuple[ModuleType, ...] = (courtier, quick, beliefs, worlds, search, evaluation)
