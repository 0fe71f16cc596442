"""How a server is watched by who runs it: counted, logged, asked for its health, and stopped."""
