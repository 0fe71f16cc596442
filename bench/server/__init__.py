"""How much load the server carries, and what an action costs it: `make bench-server`."""
