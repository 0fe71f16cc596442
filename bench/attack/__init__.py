"""How much slower a server is for others while one address attacks it: `make bench-attack`."""
