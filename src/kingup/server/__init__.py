"""The live runtime: tables in memory, bots, clocks, chat, leagues. No HTTP."""
