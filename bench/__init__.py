"""Measurements of speed: the only place that claims any. Run them with `make bench`."""
