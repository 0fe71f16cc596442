"""What lets several servers and workers share one PostgreSQL database."""
