"""Several servers and workers that share one PostgreSQL."""
