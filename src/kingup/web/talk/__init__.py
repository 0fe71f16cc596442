"""Talk at tables: what is said now, who hears it, and what the operator can do about it."""
