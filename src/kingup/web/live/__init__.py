"""Open sockets of table pages."""
