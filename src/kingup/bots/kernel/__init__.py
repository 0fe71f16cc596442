"""How bots decide, as plain functions in the restricted language of the rules' kernel.

They run interpreted for tests and debugging, and compiled, in one namespace with the rules, for
play (`kingup.rules.kernel` lists the restrictions).
"""

from types import ModuleType

from kingup.bots.kernel import beliefs, conduct, courtier, evaluation, quick, search, worlds

MODULES: tuple[ModuleType, ...] = (
    *(courtier, quick, beliefs, conduct),
    *(worlds, search, evaluation),
)
