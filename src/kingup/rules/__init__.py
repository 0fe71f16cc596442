"""The game itself: no files, no clock, no network, and nothing else of ours imported."""
