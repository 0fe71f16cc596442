"""Benchmarks, the only place that makes claims about speed: `make bench`."""
