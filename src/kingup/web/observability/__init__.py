"""For operators: metrics, logs, and an orderly shutdown."""
