"""How much load the server carries, and what an action costs: `make bench-server`."""
