"""How fast the web table is, and how much it sends: `make bench-web`."""
