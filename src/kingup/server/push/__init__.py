"""Messages to people's browsers when it is their turn: Web Push (RFC 8030, 8291, 8292)."""
