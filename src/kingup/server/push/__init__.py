"""Push messages to browsers when it is somebody's turn: Web Push (RFC 8030, 8291, 8292)."""
