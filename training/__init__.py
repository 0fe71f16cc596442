"""Self-play on a GPU: how the trained player came to be. Not needed to play."""
