"""Pages about oneself, and what is done there."""
